import CSQLite
import Roster

extension Workload {
  static let writing = [
    Workload(name: "bulk insert", rows: 16_000, target: 0.65, run: bulkInsert),
    Workload(name: "insert one by one", rows: 16_000, target: 1.6, run: insertEach),
    Workload(name: "update one by one", rows: 16_000, target: 1.5, run: updateEach),
  ]

  private static let insert =
    "INSERT INTO \"orders\" (\(Order.columns)) VALUES (\(Order.placeholders))"

  /// Empties the table of the side that is about to run, so that each round begins alike.
  private static func emptying(_ bench: Bench) -> (Bool) throws -> Void {
    { isRoster in
      let sql = "DELETE FROM \"orders\"; PRAGMA wal_checkpoint(TRUNCATE)"
      if isRoster { try bench.database.execute("\(raw: sql)") } else { try bench.hand.execute(sql) }
    }
  }

  private static func bulkInsert(_ bench: Bench, _ rows: Int) throws -> Measurement {
    let records = Order.madeUp(rows)
    let orders = try bench.createTable(Order.self)
    let insert = try bench.hand.prepare(insert)
    return try bench.measure("bulk insert", rows: rows, prepare: emptying(bench)) {
      try orders.insert(contentsOf: records)
    } byHand: {
      try bench.hand.execute("BEGIN IMMEDIATE")
      for record in records {
        try record.bind(bench.hand, insert)
        _ = try bench.hand.step(insert)
        sqlite3_reset(insert)
      }
      try bench.hand.execute("COMMIT")
    }
  }

  private static func insertEach(_ bench: Bench, _ rows: Int) throws -> Measurement {
    let records = Order.madeUp(rows)
    let orders = try bench.createTable(Order.self)
    // The stored value is returned by both sides, so both read what RETURNING gives.
    let insert = try bench.hand.prepare("\(insert) RETURNING \(Order.columns)")
    return try bench.measure("insert one by one", rows: rows, prepare: emptying(bench)) {
      try bench.database.write {
        for record in records { keep(try orders.insert(record)) }
      }
    } byHand: {
      try bench.hand.execute("BEGIN IMMEDIATE")
      for record in records {
        try record.bind(bench.hand, insert)
        guard try bench.hand.step(insert) else { throw Disagreement(workload: "insert") }
        keep(Order(row: insert))
        _ = try bench.hand.step(insert)
        sqlite3_reset(insert)
      }
      try bench.hand.execute("COMMIT")
    }
  }

  private static func updateEach(_ bench: Bench, _ rows: Int) throws -> Measurement {
    let records = Order.madeUp(rows)
    let orders = try bench.fill(records)
    let names = Order.columns.split(separator: ", ")
    let assignments = names.enumerated().dropFirst().map { "\($1) = ?\($0 + 1)" }
    let update = try bench.hand.prepare(
      "UPDATE \"orders\" SET \(assignments.joined(separator: ", ")) WHERE \"orderID\" = ?1"
    )
    return try bench.measure("update one by one", rows: rows) {
      try bench.database.write {
        for record in records { try orders.update(record) }
      }
    } byHand: {
      try bench.hand.execute("BEGIN IMMEDIATE")
      for record in records {
        try record.bind(bench.hand, update)
        _ = try bench.hand.step(update)
        guard sqlite3_changes(bench.hand.connection) == 1 else {
          throw Disagreement(workload: "update")
        }
        sqlite3_reset(update)
      }
      try bench.hand.execute("COMMIT")
    }
  }
}
