import CSQLite
import Roster

/// What an array of fetched records takes, beside the one that a hand-written loop makes.
enum FetchedMemory {
  static func run(_ options: Options, _ report: Report) throws {
    guard options.only == nil || options.only == "fetched memory" else { return }
    let rows = options.rows ?? 200_000
    let bench = try Bench(options)
    let orders = try bench.fill(Order.madeUp(rows))
    let select = try bench.hand.prepare("SELECT \(Order.columns) FROM \"orders\"")
    let before = residentMemory()
    // Roster first: what it gives back while it works, the other side may use.
    let ofRoster = try orders.all()
    let between = residentMemory()
    var byHand: [Order] = []
    while try bench.hand.step(select) { byHand.append(Order(row: select)) }
    sqlite3_reset(select)
    let after = residentMemory()
    guard ofRoster == byHand else { throw Disagreement(workload: "fetched memory") }
    report.note(
      "memory that \(rows) fetched records added: \((between - before) / 1024) kB, "
        + "by hand \((after - between) / 1024) kB"
    )
  }
}
