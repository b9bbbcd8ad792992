import Foundation
import Roster
import Synchronization

/// Two processes increment the same counters; no increment may be lost.
enum ProcessesProof {
  static func run(_ options: Options, _ findings: Findings) throws {
    let seconds = options.seconds ?? 30
    findings.begin("processes: two on one file for \(seconds) s")
    let folder = try ProofFolder(options)
    let path = folder.path("counters.sqlite")
    let database = try Database(path: path)
    let counters = Repository<Increments.Counter>(database)
    try counters.createTable()
    try counters.insert(contentsOf: [.init(id: 0, n: 0), .init(id: 1, n: 0)])
    let children = try (0..<2).map { _ in try Child.start(["count", path, "\(seconds)"]) }
    var made = [0, 0]
    for (process, output) in children {
      let text = String(
        decoding: output.fileHandleForReading.readDataToEndOfFile(),
        as: UTF8.self
      )
      process.waitUntilExit()
      let lines = text.split(separator: "\n")
      for line in lines { findings.note("process \(process.processIdentifier): \(line)") }
      findings.claim(
        "process \(process.processIdentifier) ended without an error",
        process.terminationStatus == 0 && lines.count == 1
      )
      let numbers = lines.first?.split(separator: " ").compactMap { Int($0) } ?? []
      for (index, number) in numbers.prefix(2).enumerated() { made[index] += number }
    }
    let found = try counters.all().sorted { $0.id < $1.id }.map(\.n)
    findings.claim(
      "increments made \(made), found \(found), of both processes",
      made == found && made.allSatisfy { $0 > 0 }
    )
    let integrity = try database.query("PRAGMA integrity_check", as: String.self)
    findings.claim("integrity: \(integrity)", integrity == ["ok"])
    try database.close()
  }
}

/// What each of two processes does to the same counters.
enum Increments {
  struct Counter: Record {
    static let tableName = "counters"
    static let primaryKey = PrimaryKey(\Counter.id)
    var id: Int
    var n: Int
  }

  /// Increments in four tasks, and prints how often: in SQL, by reading and writing, reads beside.
  static func make(_ path: String, _ time: Duration) async throws {
    let database = try Database(path: path)
    let counters = Repository<Counter>(database)
    let start = ContinuousClock.now
    let (inSQL, byHand, reads) = (Tally(), Tally(), Tally())
    // Also where it fails: what was acknowledged must be there.
    defer { print("\(inSQL.count) \(byHand.count) increments, \(reads.count) reads") }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<4 {
        group.addTask {
          while start.duration(to: .now) < time {
            switch task {
            case 0, 1:
              try await database.execute("UPDATE counters SET n = n + 1 WHERE id = 0")
              inSQL.add(1)
            case 2:
              try await database.write {
                var counter = try counters.get(1)
                counter.n += 1
                try counters.update(counter)
              }
              byHand.add(1)
            default:
              _ = try await counters.all()
              reads.add(1)
            }
          }
        }
      }
      try await group.waitForAll()
    }
    try await database.close()
  }
}

/// A number that many tasks add to.
final class Tally: Sendable {
  private let value = Atomic(0)
  var count: Int { value.load(ordering: .relaxed) }
  func add(_ number: Int) { value.wrappingAdd(number, ordering: .relaxed) }
}
