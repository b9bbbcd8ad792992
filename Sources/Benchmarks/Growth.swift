import CSQLite
import Roster

/// How cost grows with the number of rows and of columns: the time per value should stay the same.
enum Growth {
  static func run(_ options: Options, _ report: Report) throws {
    report.note(
      report.line("rows of 14 columns", "rows", "read/row", "ratio", "insert/row", "ratio")
    )
    for rows in [1_000, 10_000, 100_000, 1_000_000] {
      var options = options
      options.rounds = rows > 100_000 ? 3 : options.rounds
      let read = try measure(Workload.reading[0], rows, options)
      let insert = try measure(Workload.writing[0], rows, options)
      report.note(
        report.line(
          "",
          "\(rows)",
          report.format(read.rosterPerRow),
          report.decimal(read.ratio, 2),
          report.format(insert.rosterPerRow),
          report.decimal(insert.ratio, 2)
        )
      )
    }
    report.note(report.line("columns of 10,000 rows", "columns", "read/value", "ratio"))
    try columns(Columns2.self, options, report)
    try columns(Columns8.self, options, report)
    try columns(Columns32.self, options, report)
    try columns(Columns64.self, options, report)
  }

  private static func measure(
    _ workload: Workload,
    _ rows: Int,
    _ options: Options
  ) throws -> Measurement {
    try workload.run(try Bench(options), rows)
  }

  private static func columns<T: WideRecord>(
    _ type: T.Type,
    _ options: Options,
    _ report: Report
  ) throws {
    let bench = try Bench(options)
    let rows = 10_000
    let records = try bench.fill((0..<rows).map { T(number: Int64($0)) })
    let select = try bench.hand.prepare("SELECT * FROM \"\(T.tableName)\"")
    let measurement = try bench.measure("\(T.width) columns", rows: rows * T.width) {
      keep(try records.all())
    } byHand: {
      var result: [T] = []
      while try bench.hand.step(select) { result.append(T(row: select)) }
      sqlite3_reset(select)
      keep(result)
    }
    report.note(
      report.line(
        "",
        "\(T.width)",
        report.format(measurement.rosterPerRow),
        report.decimal(measurement.ratio, 2)
      )
    )
  }
}
