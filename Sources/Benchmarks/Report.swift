import Foundation

/// Prints measurements as a table, or as one JSON object per line.
struct Report {
  let isJSON: Bool

  func begin(_ options: Options) {
    guard !isJSON else { return }
    print("ratio: Roster's median to that of a hand-written loop over the C API, in one process")
    print(
      "databases in \(options.folder), \(options.rounds) rounds in the order A B B A"
    )
    print(line("workload", "rows", "Roster/row", "by hand/row", "ratio", "to reach"))
    print(String(repeating: "-", count: 78))
  }

  func add(_ measurement: Measurement, target: Double) {
    guard !isJSON else {
      print(
        """
        {"workload":"\(measurement.name)","rows":\(measurement.rows),\
        "rosterNanoseconds":\(measurement.rosterPerRow.nanoseconds),\
        "byHandNanoseconds":\(measurement.byHandPerRow.nanoseconds),\
        "ratio":\(measurement.ratio),"target":\(target)}
        """
      )
      return
    }
    print(
      line(
        measurement.name,
        "\(measurement.rows)",
        format(measurement.rosterPerRow),
        format(measurement.byHandPerRow),
        decimal(measurement.ratio, 2),
        "<= \(target)"
      )
    )
  }

  func note(_ text: String) {
    if !isJSON { print(text) }
  }

  func line(_ name: String, _ columns: String...) -> String {
    name.padding(toLength: 27, withPad: " ", startingAt: 0)
      + columns.map { String(repeating: " ", count: max(1, 11 - $0.count)) + $0 }.joined()
  }

  func format(_ duration: Duration) -> String {
    let nanoseconds = duration.nanoseconds
    return nanoseconds < 10_000
      ? "\(Int(nanoseconds.rounded())) ns" : "\(decimal(nanoseconds / 1000, 1)) us"
  }

  func decimal(_ number: Double, _ digits: Int) -> String {
    String(format: "%.\(digits)f", number)
  }
}
