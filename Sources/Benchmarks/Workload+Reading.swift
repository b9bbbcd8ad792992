import CSQLite
import Roster

extension Workload {
  static let reading = [
    Workload(name: "read all", rows: 16_000, target: 1.25, run: readAll),
    Workload(name: "read all, renamed", rows: 16_000, target: 1.30, run: readRenamed),
    Workload(name: "read 3 integers", rows: 100_000, target: 1.6, run: readIntegers),
    Workload(name: "find by integer key", rows: 16_000, target: 1.35, run: findByInteger),
    Workload(name: "find by text key", rows: 16_000, target: 1.35, run: findByText),
  ]

  private static func readAll(_ bench: Bench, _ rows: Int) throws -> Measurement {
    let orders = try bench.fill(Order.madeUp(rows))
    let select = try bench.hand.prepare("SELECT \(Order.columns) FROM \"orders\"")
    func byHand() throws -> [Order] {
      var result: [Order] = []
      while try bench.hand.step(select) { result.append(Order(row: select)) }
      sqlite3_reset(select)
      return result
    }
    guard try orders.all() == byHand() else { throw Disagreement(workload: "read all") }
    return try bench.measure("read all", rows: rows) {
      keep(try orders.all())
    } byHand: {
      keep(try byHand())
    }
  }

  private static func readRenamed(_ bench: Bench, _ rows: Int) throws -> Measurement {
    let orders = try bench.fill(Order.madeUp(rows).map(RenamedOrder.init))
    let columns = """
      order_number, customer_code, employee_id, order_date, required_date, shipped_date, ship_via, \
      freight_charge, ship_name, ship_address, ship_city, ship_region, ship_postal_code, \
      ship_country
      """
    let select = try bench.hand.prepare("SELECT \(columns) FROM renamed_orders")
    return try bench.measure("read all, renamed", rows: rows) {
      keep(try orders.all())
    } byHand: {
      var result: [RenamedOrder] = []
      while try bench.hand.step(select) { result.append(RenamedOrder(Order(row: select))) }
      sqlite3_reset(select)
      keep(result)
    }
  }

  struct Triple: Record, Equatable {
    static let tableName = "triples"
    static let primaryKey = PrimaryKey(\Triple.id)
    var id: Int64
    var a: Int64
    var b: Int64
  }

  private static func readIntegers(_ bench: Bench, _ rows: Int) throws -> Measurement {
    let triples = try bench.fill(
      (0..<rows).map { Triple(id: Int64($0), a: Int64($0 * 7), b: Int64($0 * 131)) }
    )
    let select = try bench.hand.prepare("SELECT id, a, b FROM triples")
    return try bench.measure("read 3 integers", rows: rows) {
      keep(try triples.all())
    } byHand: {
      var result: [Triple] = []
      while try bench.hand.step(select) {
        result.append(
          Triple(
            id: sqlite3_column_int64(select, 0),
            a: sqlite3_column_int64(select, 1),
            b: sqlite3_column_int64(select, 2)
          )
        )
      }
      sqlite3_reset(select)
      keep(result)
    }
  }

  private static func findByInteger(_ bench: Bench, _ rows: Int) throws -> Measurement {
    let orders = try bench.fill(Order.madeUp(rows))
    var random = SeededRandom()
    let keys = (1...Int64(rows)).shuffled(using: &random)
    let select = try bench.hand.prepare(
      "SELECT \(Order.columns) FROM \"orders\" WHERE \"orderID\" = ?"
    )
    return try bench.measure("find by integer key", rows: rows) {
      for key in keys { keep(try orders.find(key)) }
    } byHand: {
      for key in keys {
        try bench.hand.bind(key, select, 1)
        keep(try bench.hand.step(select) ? Order(row: select) : nil)
        sqlite3_reset(select)
      }
    }
  }

  struct Named: Record {
    static let tableName = "named"
    static let primaryKey = PrimaryKey(\Named.code)
    var code: String
    var name: String?
    var number: Int64?
  }

  private static func findByText(_ bench: Bench, _ rows: Int) throws -> Measurement {
    let named = try bench.fill(
      (0..<rows).map { Named(code: "CODE-\($0 * 7919)", name: "Name \($0)", number: Int64($0)) }
    )
    var random = SeededRandom()
    let keys = (0..<rows).map { "CODE-\($0 * 7919)" }.shuffled(using: &random)
    let select = try bench.hand.prepare("SELECT code, name, number FROM named WHERE code = ?")
    return try bench.measure("find by text key", rows: rows) {
      for key in keys { keep(try named.find(key)) }
    } byHand: {
      for key in keys {
        try bench.hand.bind(key, select, 1)
        keep(
          try bench.hand.step(select)
            ? Named(
              code: text(select, 0) ?? "",
              name: text(select, 1),
              number: integer(select, 2)
            )
            : nil
        )
        sqlite3_reset(select)
      }
    }
  }
}
