import CSQLite
import Foundation
import Roster

/// Reads on two threads beside those on one.
enum ReadsProof {
  private static let finds = 2000
  /// So many see one state: to begin a read takes locks that all connections to a file share.
  fileprivate static let findsInARead = 100

  /// In two processes of their own, since SQLite takes the setting before its first use only.
  static func run(_ options: Options, _ findings: Findings) throws {
    for counting in Counting.allCases {
      let arguments = [
        "reads", counting.rawValue, "--folder", options.folder, "--rounds", "\(options.rounds)",
      ]
      if try !Child.runToEnd(arguments) { findings.noteFailure() }
    }
  }

  /// Whether SQLite counts the memory that it uses, for which all connections take turns.
  enum Counting: String, CaseIterable {
    case counting
    case notCounting
  }

  /// What a process of its own does.
  static func run(_ counting: Counting, _ options: Options, _ findings: Findings) throws {
    findings.begin(
      "reads: medians of \(options.rounds * 4) rounds in the order A B B A, SQLite "
        + (counting == .counting ? "as it is" : "without memory statistics")
    )
    if counting == .notCounting { try Database.disableMemoryStatistics() }
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
    let byHand: @Sendable (Int) throws -> Void = { try hands[$0].find(finds, thread: $0) }
    let rosterGain = try Gain(options.rounds * 4, roster)
    let handGain = try Gain(options.rounds * 4, byHand)
    findings.note(
      "\(finds) finds by key on one thread: Roster \(rosterGain.one.inMilliseconds), "
        + "by hand \(handGain.one.inMilliseconds)"
    )
    findings.note("two threads by hand, each its connection: \(handGain.description)")
    let found = "two threads by Roster: \(rosterGain.description)"
    switch counting {
    case .counting: findings.note(found)
    case .notCounting: findings.claim("\(found) (>= 1.8)", rosterGain.byTime >= 1.8)
    }
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
        try ReadsProof.onThreads(threads, work, failure)
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

  func find(_ count: Int, thread: Int) throws {
    var last = [Order?](repeating: nil, count: 1)
    for start in stride(from: 0, to: count, by: ReadsProof.findsInARead) {
      try hand.execute("BEGIN")
      for index in start..<start + ReadsProof.findsInARead {
        try hand.bind(ReadsProof.key(index, thread), select, 1)
        last[0] = try hand.step(select) ? Order(row: select) : nil
        sqlite3_reset(select)
      }
      try hand.execute("COMMIT")
    }
    guard last[0] != nil else { throw Disagreement(workload: "find") }
  }
}
