import Foundation
import Testing

@testable import Roster

/// Cancelled calls end soon, and leave nothing behind. `Benchmarks --service` does it at length.
@Suite struct CancellationTests {
  struct Pair: Record {
    static let tableName = "pairs"
    static let primaryKey = PrimaryKey(\Pair.number, \Pair.side)
    var number: Int
    var side: Int
  }

  private func pairs(_ folder: ScratchFolder) throws -> Repository<Pair> {
    var configuration = Configuration()
    configuration.maximumReaders = 2
    let pairs = Repository<Pair>(try Database(path: folder.path(), configuration))
    try pairs.createTable()
    return pairs
  }

  @Test func endsALongQuerySoonAfterItIsCancelled() async throws {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    let database = try pairs(folder).database
    let task = Task { try await database.query("\(raw: PoolTests.endless)", as: Int.self) }
    try await Task.sleep(for: .milliseconds(30))
    let start = ContinuousClock.now
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(start.duration(to: .now) < .seconds(30), "50 ms on a machine that does nothing else")
    #expect(try await database.query("SELECT 1", as: Int.self) == [1])
  }

  @Test func leavesNothingBehindAfterManyCancellations() async throws {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    let pairs = try pairs(folder)
    let database = pairs.database
    let kept = Counter()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        if number >= 16 { await group.next() }
        group.addTask {
          let task = Task {
            if number % 4 == 0 {
              _ = try await database.query("\(raw: PoolTests.endless)", as: Int.self)
            } else {
              try await database.write {
                try pairs.insert(Pair(number: number, side: 0))
                if number % 16 == 1 {
                  _ = try database.query("\(raw: PoolTests.endless)", as: Int.self)
                }
                try pairs.insert(Pair(number: number, side: 1))
              }
              kept.add()
            }
          }
          try? await Task.sleep(for: .microseconds(Int.random(in: 0..<5000)))
          task.cancel()
          do { try await task.value } catch is CancellationError {} catch { Issue.record(error) }
        }
      }
    }
    #expect(database.statistics.readers <= 2)
    let sides = Dictionary(grouping: try await pairs.select(\.number).all()) { $0 }
    #expect(sides.values.allSatisfy { $0.count == 2 }, "none is half there")
    #expect(sides.count >= kept.count, "what was acknowledged is there")
    #expect(try await database.query("PRAGMA integrity_check", as: String.self) == ["ok"])
    // It waits for every connection that was lent: one that was not given back would hang it.
    try await database.close()
    #expect(filesOpen(in: folder) == 0)
  }

  /// How many of a folder's files this process has open; 0 where the system does not say.
  private func filesOpen(in folder: ScratchFolder) -> Int {
    let links = "/proc/self/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: links)) ?? []
    let paths = names.compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "\(links)/\($0)")
    }
    return paths.filter { $0.hasPrefix(folder.url.path) }.count
  }
}
