import CSQLite
import Roster

extension Workload {
  static let streaming = [
    Workload(name: "stream", rows: 1_000_000, target: 1.3, run: stream)
  ]

  private static func stream(_ bench: Bench, _ rows: Int) throws -> Measurement {
    let chunk = Order.madeUp(min(rows, 16_000))
    let orders = try bench.createTable(Order.self)
    for side in [true, false] {
      let numbered = (0..<rows).lazy.map { index in
        var order = chunk[index % chunk.count]
        order.orderID = Int64(index + 1)
        return order
      }
      if side {
        try orders.insert(contentsOf: numbered)
        try bench.database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
      } else {
        try bench.hand.execute("ATTACH '\(bench.database.path)' AS other")
        try bench.hand.execute("INSERT INTO main.orders SELECT * FROM other.orders; DETACH other")
      }
    }
    let select = try bench.hand.prepare("SELECT \(Order.columns) FROM \"orders\"")
    let before = residentMemory()
    var peak = before
    var seen = 0
    try orders.stream { order in
      seen += 1
      if seen % 50_000 == 0 { peak = max(peak, residentMemory()) }
      keep(order)
    }
    guard seen == rows else { throw Disagreement(workload: "stream") }
    print("# stream: resident memory grew by \((peak - before) / 1024) kB over \(rows) rows")
    return try bench.measure("stream", rows: rows) {
      try orders.stream { keep($0) }
    } byHand: {
      while try bench.hand.step(select) { keep(Order(row: select)) }
      sqlite3_reset(select)
    }
  }
}
