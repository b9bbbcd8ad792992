import CSQLite
import Foundation
import Roster

/// Commits beside those of the C API, and reads on two threads beside those on one.
enum RatesProof {
  private static let commits = 250
  private static let finds = 20_000

  static func runCommits(_ options: Options, _ findings: Findings) throws {
    findings.begin("commits: medians of \(options.rounds) rounds in the order A B B A")
    let bench = try Bench(options)
    let triples = try bench.createTable(Workload.Triple.self)
    let insert = try bench.hand.prepare("INSERT INTO triples (id, a, b) VALUES (?, ?, ?)")
    var (next, nextByHand) = (Int64(0), Int64(0))
    // With an empty log before each time, none of them has SQLite carry it over to the file.
    let measurement = try bench.measure("commits", rows: commits) { isRoster in
      let sql = "PRAGMA wal_checkpoint(TRUNCATE)"
      if isRoster { try bench.database.execute("\(raw: sql)") } else { try bench.hand.execute(sql) }
    } roster: {
      for _ in 0..<commits {
        next += 1
        try triples.insert(Workload.Triple(id: next, a: next * 7, b: next * 131))
      }
    } byHand: {
      for _ in 0..<commits {
        nextByHand += 1
        try bench.hand.bind(nextByHand, insert, 1)
        try bench.hand.bind(nextByHand * 7, insert, 2)
        try bench.hand.bind(nextByHand * 131, insert, 3)
        _ = try bench.hand.step(insert)
        sqlite3_reset(insert)
      }
    }
    let (roster, hand) = (measurement.rosterPerRow, measurement.byHandPerRow)
    findings.claim(
      "a commit of one row: Roster \(Report(isJSON: false).format(roster)), by hand "
        + "\(Report(isJSON: false).format(hand)), ratio \(decimal(measurement.ratio)) (<= 1.3)",
      measurement.ratio <= 1.3
    )
  }

  static func runReads(_ options: Options, _ findings: Findings) throws {
    findings.begin("reads: medians of \(options.rounds) rounds in the order A B B A")
    let bench = try Bench(options)
    let orders = try bench.fill(Order.madeUp(16_000))
    let path = bench.database.path
    let roster: @Sendable (Int) throws -> Void = { thread in
      // Not `keep` each time: threads that write to one place slow each other down.
      var last = [Order?](repeating: nil, count: 1)
      for index in 0..<finds { last[0] = try orders.find(key(index, thread)) }
      guard last[0] != nil else { throw Disagreement(workload: "find") }
    }
    // Connections of their own, opened before the time is taken, as Roster's are.
    let hands = try (0..<2).map { _ in try HandReader(path) }
    let byHand: @Sendable (Int) throws -> Void = { try hands[$0].find(finds) }
    let (rosterGain, rosterTime) = try gain(options.rounds, roster)
    let (handGain, handTime) = try gain(options.rounds, byHand)
    findings.note(
      "\(finds) finds by key on one thread: Roster \(rosterTime.inMilliseconds), "
        + "by hand \(handTime.inMilliseconds)"
    )
    findings.note("two threads by hand, on their own connections: \(decimal(handGain)) times")
    findings.claim(
      "reads on two threads: \(decimal(rosterGain)) times those on one (>= 1.8)",
      rosterGain >= 1.8
    )
  }

  @inline(__always)
  fileprivate static func key(_ index: Int, _ thread: Int) -> Int64 {
    Int64((index &* 7919 &+ thread &* 4001) % 16_000 + 1)
  }

  /// How many times the work that two threads do in a time is that of one.
  private static func gain(
    _ rounds: Int,
    _ work: @escaping @Sendable (Int) throws -> Void
  ) throws -> (Double, Duration) {
    let failure = Shared<(any Error)?>(nil)
    let measurement = try Measurement("threads", rows: 1, rounds: rounds) {
      try onThreads(1, work, failure)
    } byHand: {
      try onThreads(2, work, failure)
    }
    let (one, two) = (measurement.rosterPerRow, measurement.byHandPerRow)
    return (2 * (one / two), one)
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
    for index in 0..<count {
      try hand.bind(RatesProof.key(index, 0), select, 1)
      last[0] = try hand.step(select) ? Order(row: select) : nil
      sqlite3_reset(select)
    }
    guard last[0] != nil else { throw Disagreement(workload: "find") }
  }
}
