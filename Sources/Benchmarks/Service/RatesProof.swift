import CSQLite
import Foundation
import Roster

/// Commits beside those of the C API, and reads on two threads beside those on one.
enum RatesProof {
  /// Few, so that each time is short beside what the system gives another program.
  private static let commits = 50
  private static let finds = 2000
  /// So many see one state: to begin a read takes locks that all connections to a file share.
  fileprivate static let findsInARead = 100

  static func runCommits(_ options: Options, _ findings: Findings) throws {
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
    try claim("insert", bench, findings, { keep(try triples.insert($0)) }, hand(returning))
    try claim("update", bench, findings, { try triples.update($0) }, hand(update))
    // For a program that would not read what it has stored.
    try note("insert", bench, findings, { keep(try triples.insert($0)) }, hand(plain))
  }

  private static func claim(
    _ name: String,
    _ bench: Bench,
    _ findings: Findings,
    _ roster: (Workload.Triple) throws -> Void,
    _ byHand: (Workload.Triple) throws -> Void
  ) throws {
    let measurement = try commits(name, bench, roster, byHand)
    findings.claim("\(describe(measurement)) (<= 1.3)", measurement.ratio <= 1.3)
  }

  private static func note(
    _ name: String,
    _ bench: Bench,
    _ findings: Findings,
    _ roster: (Workload.Triple) throws -> Void,
    _ byHand: (Workload.Triple) throws -> Void
  ) throws {
    let measurement = try commits(name, bench, roster, byHand)
    findings.note("\(describe(measurement)) to one that does not return the row")
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

  static func runReads(_ options: Options, _ findings: Findings) throws {
    findings.begin("reads: medians of \(options.rounds * 4) rounds in the order A B B A")
    let bench = try Bench(options)
    let orders = try bench.fill(Order.madeUp(16_000))
    let path = bench.database.path
    let roster: @Sendable (Int) throws -> Void = { thread in
      // Not `keep` each time: threads that write to one place slow each other down.
      var last = [Order?](repeating: nil, count: 1)
      for start in stride(from: 0, to: finds, by: findsInARead) {
        try orders.database.read {
          for index in start..<start + findsInARead {
            last[0] = try orders.find(key(index, thread))
          }
        }
      }
      guard last[0] != nil else { throw Disagreement(workload: "find") }
    }
    // Connections of their own, opened before the time is taken, as Roster's are.
    let hands = try (0..<2).map { _ in try HandReader(path) }
    let byHand: @Sendable (Int) throws -> Void = { try hands[$0].find(finds) }
    let rosterGain = try Gain(options.rounds * 4, roster)
    let handGain = try Gain(options.rounds * 4, byHand)
    findings.note(
      "\(finds) finds by key on one thread: Roster \(rosterGain.one.inMilliseconds), "
        + "by hand \(handGain.one.inMilliseconds)"
    )
    findings.note("two threads by hand, each its connection: \(handGain.description)")
    findings.claim(
      "reads on two threads: \(rosterGain.description) (>= 1.8)",
      rosterGain.byTime >= 1.8
    )
  }

  @inline(__always)
  fileprivate static func key(_ index: Int, _ thread: Int) -> Int64 {
    Int64((index &* 7919 &+ thread &* 4001) % 16_000 + 1)
  }

  /// How many times the work that two threads do in a time is that of one.
  private struct Gain {
    var byTime: Double
    /// The same by the processor time that the work takes, which other programs do not add to: less
    /// than 2 by what the threads cost each other, though not by what they wait for each other.
    var byProcessorTime: Double
    var one: Duration

    init(_ rounds: Int, _ work: @escaping @Sendable (Int) throws -> Void) throws {
      let failure = Shared<(any Error)?>(nil)
      var processor: [[Duration]] = [[], []]
      func run(_ threads: Int) throws {
        let start = processorTime()
        try RatesProof.onThreads(threads, work, failure)
        processor[threads - 1].append(processorTime() - start)
      }
      let measurement = try Measurement("threads", rows: 1, rounds: rounds) {
        try run(1)
      } byHand: {
        try run(2)
      }
      one = measurement.rosterPerRow
      byTime = 2 * (one / measurement.byHandPerRow)
      let (alone, both) = (Measurement.median(processor[0]), Measurement.median(processor[1]))
      byProcessorTime = 4 * (alone / both)
    }

    var description: String {
      String(format: "%.2f times those on one, by processor time %.2f", byTime, byProcessorTime)
    }
  }

  private static func onThreads(
    _ count: Int,
    _ work: @escaping @Sendable (Int) throws -> Void,
    _ failure: Shared<(any Error)?>
  ) throws {
    DispatchQueue.concurrentPerform(iterations: count) { thread in
      do { try work(thread) } catch { failure.change { $0 = error } }
    }
    if let error = failure.current { throw error }
  }

  private static func decimal(_ number: Double) -> String { String(format: "%.2f", number) }
}

/// What this process has taken of the processors, on all threads.
private func processorTime() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

/// A connection that one thread reads by hand.
///
/// Safe because each is used by one thread at a time.
private final class HandReader: @unchecked Sendable {
  private let hand: ByHand
  private let select: OpaquePointer

  init(_ path: String) throws {
    hand = try ByHand(path: path)
    select = try hand.prepare("SELECT \(Order.columns) FROM \"orders\" WHERE \"orderID\" = ?")
  }

  func find(_ count: Int) throws {
    var last = [Order?](repeating: nil, count: 1)
    for start in stride(from: 0, to: count, by: RatesProof.findsInARead) {
      try hand.execute("BEGIN")
      for index in start..<start + RatesProof.findsInARead {
        try hand.bind(RatesProof.key(index, 0), select, 1)
        last[0] = try hand.step(select) ? Order(row: select) : nil
        sqlite3_reset(select)
      }
      try hand.execute("COMMIT")
    }
    guard last[0] != nil else { throw Disagreement(workload: "find") }
  }
}
