import CSQLite
import Foundation
import Roster

/// Commits beside those of the C API.
enum CommitsProof {
  /// Few, so that each time is short beside what the system gives another program.
  private static let commits = 50

  static func run(_ options: Options, _ findings: Findings) throws {
    findings.begin("commits: medians of \(options.rounds * 10) rounds in the order A B B A")
    var options = options
    options.rounds *= 10
    let bench = try Bench(options)
    let triples = try bench.createTable(Workload.Triple.self)
    let insert = "INSERT INTO triples (id, a, b) VALUES (?3, ?1, ?2)"
    // What `insert` returns is what is stored, so the other side reads that too.
    let returning = try bench.hand.prepare("\(insert) RETURNING id, a, b")
    let plain = try bench.hand.prepare(insert)
    let update = try bench.hand.prepare("UPDATE triples SET a = ?1, b = ?2 WHERE id = ?3")
    func hand(_ statement: OpaquePointer) -> (Workload.Triple) throws -> Void {
      { triple in
        try bench.hand.bind(triple.a, statement, 1)
        try bench.hand.bind(triple.b, statement, 2)
        try bench.hand.bind(triple.id, statement, 3)
        while try bench.hand.step(statement) {
          keep(
            Workload.Triple(
              id: sqlite3_column_int64(statement, 0),
              a: sqlite3_column_int64(statement, 1),
              b: sqlite3_column_int64(statement, 2)
            )
          )
        }
        sqlite3_reset(statement)
      }
    }
    func insertOne(_ triple: Workload.Triple) throws { keep(try triples.insert(triple)) }
    for measurement in [
      try commits("insert", bench, insertOne, hand(returning)),
      try commits("update", bench, { try triples.update($0) }, hand(update)),
    ] {
      findings.claim("\(describe(measurement)) (<= 1.3)", measurement.ratio <= 1.3)
    }
    // For a program that would not read what it has stored.
    let other = try commits("insert", bench, insertOne, hand(plain))
    findings.note("\(describe(other)) to one that does not return the row")
  }

  private static func describe(_ measurement: Measurement) -> String {
    let report = Report(isJSON: false)
    return "a commit of one \(measurement.name): \(report.format(measurement.rosterPerRow)), "
      + "by hand \(report.format(measurement.byHandPerRow)), ratio \(decimal(measurement.ratio))"
  }

  /// The times of commits of one row each: of new rows for an insert, of the same for an update.
  private static func commits(
    _ name: String,
    _ bench: Bench,
    _ roster: (Workload.Triple) throws -> Void,
    _ byHand: (Workload.Triple) throws -> Void
  ) throws -> Measurement {
    var turn: Int64 = 0
    func run(_ write: (Workload.Triple) throws -> Void) throws {
      turn += 1
      for id in 1...Int64(commits) { try write(Workload.Triple(id: id, a: turn, b: id)) }
    }
    return try bench.measure(name, rows: commits) { isRoster in
      // With an empty log before each time, none of them has SQLite carry it over to the file.
      let empty =
        name == "insert"
        ? "DELETE FROM triples; "
        : "DELETE FROM triples WHERE id = 0; INSERT INTO triples VALUES (0, 0, 0); "
      let sql = "\(empty)PRAGMA wal_checkpoint(TRUNCATE)"
      if isRoster {
        try bench.database.execute("\(raw: sql)")
      } else {
        try bench.hand.execute(sql)
      }
      // One that does not count, as anything may have changed for a statement after a PRAGMA.
      try (isRoster ? roster : byHand)(Workload.Triple(id: 0, a: 0, b: 0))
    } roster: {
      try run(roster)
    } byHand: {
      try run(byHand)
    }
  }

  private static func decimal(_ number: Double) -> String { String(format: "%.2f", number) }
}
