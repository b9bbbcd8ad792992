import Foundation
import Roster

/// Cancelled calls end at once, and leave nothing behind.
enum CancelProof {
  private static let cancellations = 1000
  private static let limit = Duration.milliseconds(50)

  /// Minutes of work, so that it runs for much longer than ten seconds unless it is stopped.
  private static let longQuery = """
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000000000)
    SELECT count(*) FROM n
    """

  static func run(_ options: Options, _ findings: Findings) async throws {
    let folder = try ProofFolder(options)
    var configuration = Configuration()
    configuration.maximumReaders = 4
    let database = try Database(path: folder.path("pairs.sqlite"), configuration)
    let pairs = Repository<Pair>(database)
    try await pairs.createTable()
    try await stopLongQueries(database, findings)
    try await cancelAtRandom(pairs, findings)
    try await database.close()
    findings.claim(
      "its files open after it is closed: \(openFiles())",
      openFiles() == 0
    )
  }

  private static func stopLongQueries(_ database: Database, _ findings: Findings) async throws {
    let rounds = 20
    findings.begin("cancel: a query of more than ten seconds, \(rounds) times")
    var times: [Duration] = []
    for round in 0..<rounds {
      let task = Task { try await database.query("\(raw: longQuery)", as: Int.self) }
      try await Task.sleep(for: .milliseconds(50 + round))
      let start = ContinuousClock.now
      task.cancel()
      do {
        _ = try await task.value
        findings.claim("the query has been stopped", false)
      } catch is CancellationError {}
      times.append(start.duration(to: .now))
      guard try await database.query("SELECT 1", as: Int.self) == [1] else {
        throw Disagreement(workload: "cancel")
      }
    }
    let worst = times.max() ?? .zero
    findings.claim(
      "stopped within \(worst.inMilliseconds), the median "
        + "\(Measurement.median(times).inMilliseconds); the connection goes on",
      worst <= limit
    )
  }

  private static func cancelAtRandom(
    _ pairs: Repository<Pair>,
    _ findings: Findings
  ) async throws {
    findings.begin("cancel: \(cancellations) calls at random moments, 16 at a time")
    let database = pairs.database
    let (kept, cancelled, failed) = (Tally(), Tally(), Tally())
    // What is opened once stays open: the readers, and what the runtime needs.
    await cancelSome(64, pairs, Tally(), Tally(), failed)
    try await pairs.all().forEach { _ = try pairs.delete($0) }
    let (files, memory) = (openFiles(), residentMemory())
    await cancelSome(cancellations, pairs, kept, cancelled, failed)
    let filesAfter = openFiles()
    findings.note("\(cancelled.count) were cancelled in time, \(kept.count) writes acknowledged")
    findings.note(
      "resident memory grew by \((residentMemory() - memory) / 1024) kB; "
        + "waits \(database.statistics.waits), the longest "
        + database.statistics.longestWait.inMilliseconds
    )
    findings.claim("unexpected errors: \(failed.count)", failed.count == 0)
    findings.claim("open files: \(files), then \(filesAfter)", filesAfter <= files)
    findings.claim(
      "readers open: \(database.statistics.readers) of 4",
      database.statistics.readers <= 4
    )
    let sides = Dictionary(grouping: try await pairs.select(\.number).all()) { $0 }
    findings.claim(
      "every write is whole, and what was acknowledged is there: \(sides.count)",
      sides.values.allSatisfy { $0.count == 2 } && sides.count >= kept.count
    )
    let integrity = try await database.query("PRAGMA integrity_check", as: String.self)
    findings.claim("integrity: \(integrity)", integrity == ["ok"])
  }

  private static func cancelSome(
    _ count: Int,
    _ pairs: Repository<Pair>,
    _ kept: Tally,
    _ cancelled: Tally,
    _ failed: Tally
  ) async {
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<count {
        if number >= 16 { await group.next() }
        group.addTask {
          let task = Task { try await call(number, pairs, kept) }
          try? await Task.sleep(for: .microseconds(Int.random(in: 0..<10_000)))
          task.cancel()
          do { try await task.value } catch is CancellationError { cancelled.add(1) } catch {
            failed.add(1)
          }
        }
      }
    }
  }

  private static func call(_ number: Int, _ pairs: Repository<Pair>, _ kept: Tally) async throws {
    switch number % 4 {
    case 0: _ = try await pairs.database.query("\(raw: longQuery)", as: Int.self)
    case 1: _ = try await pairs.all()
    default:
      try await pairs.database.write {
        try pairs.insert(Pair(number: number, side: 0, filling: "a"))
        if number % 16 == 2 {
          _ = try pairs.database.query("\(raw: longQuery)", as: Int.self)
        }
        try pairs.insert(Pair(number: number, side: 1, filling: "b"))
      }
      kept.add(1)
    }
  }

  /// How often this process has the files of a proof open; 0 where the system does not say.
  private static func openFiles() -> Int {
    let links = "/proc/self/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: links)) ?? []
    let paths = names.compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "\(links)/\($0)")
    }
    return paths.filter { $0.contains("/roster-service-") }.count
  }
}
