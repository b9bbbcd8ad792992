import Foundation
import Synchronization
import Testing

@testable import Roster

struct BackupTests {
  private struct Stop: Error {}

  private func filled(_ database: Database, rows: Int = 2000) throws -> Database {
    try database.execute("CREATE TABLE t (n INTEGER, text TEXT)")
    try database.execute(
      """
      INSERT INTO t
      WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < \(rows))
      SELECT n, hex(randomblob(100)) FROM c
      """
    )
    return database
  }

  private func rows(_ database: Database) throws -> [Int] {
    try database.query("SELECT n FROM t ORDER BY n", as: Int.self)
  }

  @Test(arguments: [false, true])
  func copiesADatabaseToAFile(isInMemory: Bool) throws {
    try ScratchFolder.lend { folder in
      let database = try filled(isInMemory ? .inMemory() : Database(path: folder.path()))
      try database.backup(to: folder.path("backup"))
      let copy = try Database(path: folder.path("backup"))
      #expect(try rows(copy) == Array(1...2000))
      #expect(try copy.integrityCheck() == [])
      // A copy, and no other name for the same.
      try copy.execute("DELETE FROM t")
      #expect(try rows(database).count == 2000)
    }
  }

  @Test func clonesATemplateInMemory() throws {
    let template = try filled(.inMemory())
    let copy = try Database.inMemory()
    #expect(try copy.query("SELECT count(*) FROM sqlite_schema", as: Int.self) == [0])
    try template.backup(to: copy)
    #expect(try rows(copy) == Array(1...2000))
    try copy.execute("DELETE FROM t")
    #expect(try rows(template).count == 2000)
  }

  @Test func reportsItsProgressStepByStep() throws {
    let database = try filled(.inMemory())
    var seen: [BackupProgress] = []
    try database.backup(to: Database.inMemory(), pagesPerStep: 10) { seen.append($0) }
    let total = try #require(seen.first?.totalPages)
    #expect(seen.count == (total + 9) / 10 - 1)
    #expect(seen.map(\.remainingPages) == (1...seen.count).map { total - 10 * $0 })
    #expect(seen.allSatisfy { $0.totalPages == total })
  }

  @Test func copiesOneStateWhileOthersWriteOn() throws {
    try ScratchFolder.lend { folder in
      let database = try filled(Database(path: folder.path()))
      let other = try Database(path: folder.path())
      var steps = 0
      try database.backup(to: folder.path("backup"), pagesPerStep: 5) { _ in
        try other.execute("UPDATE t SET text = text || 'x'")
        try other.execute("INSERT INTO t VALUES (0, '')")
        steps += 1
      }
      #expect(steps > 3)
      let copy = try Database(path: folder.path("backup"))
      #expect(try rows(copy) == Array(1...2000))
      #expect(try copy.query("SELECT DISTINCT length(text) FROM t", as: Int.self) == [200])
      #expect(try copy.integrityCheck() == [])
      #expect(try rows(database).count == 2000 + steps)
    }
  }

  @Test(arguments: [1, 3, 60])
  func keepsTheTargetAsItWasWhenItIsStopped(pagesPerStep: Int) throws {
    try ScratchFolder.lend { folder in
      let database = try filled(Database(path: folder.path()))
      let target = try Database(path: folder.path("target"))
      try target.execute("CREATE TABLE mine (n); INSERT INTO mine VALUES (7)")
      #expect(throws: Stop.self) {
        try database.backup(to: target, pagesPerStep: pagesPerStep) { progress in
          if progress.remainingPages <= pagesPerStep { throw Stop() }
        }
      }
      #expect(try target.query("SELECT n FROM mine", as: Int.self) == [7])
      try target.close()
      #expect(throws: Stop.self) {
        try database.backup(to: folder.path("target"), pagesPerStep: pagesPerStep) { _ in
          throw Stop()
        }
      }
      let again = try Database(path: folder.path("target"))
      #expect(try again.query("SELECT n FROM mine", as: Int.self) == [7])
      #expect(try again.integrityCheck() == [])
    }
  }

  @Test func leavesNoNewFileWhenItIsStopped() throws {
    try ScratchFolder.lend { folder in
      let database = try filled(.inMemory())
      #expect(throws: Stop.self) {
        try database.backup(to: folder.path("new"), pagesPerStep: 5) { _ in throw Stop() }
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
    }
  }

  @Test func replacesWhatTheTargetHeld() throws {
    try ScratchFolder.lend { folder in
      let old = try filled(Database(path: folder.path("target")), rows: 9000)
      #expect(try rows(old).count == 9000)
      let database = try filled(.inMemory())
      try database.backup(to: old)
      #expect(try rows(old) == Array(1...2000))
      try old.execute("INSERT INTO t VALUES (2001, '')")
      #expect(try old.integrityCheck() == [])
      try old.close()
      try database.backup(to: folder.path("target"))
      #expect(try rows(Database(path: folder.path("target"))) == Array(1...2000))
    }
  }

  @Test func stopsWithItsDeadline() throws {
    try ScratchFolder.lend { folder in
      let database = try filled(.inMemory())
      #expect(throws: DeadlineExceeded.self) {
        try Database.withDeadline(.milliseconds(20)) {
          try database.backup(to: folder.path("new"), pagesPerStep: 1) { _ in usleep(1000) }
        }
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
    }
  }

  @Test func stopsWithItsTask() async throws {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    let database = try filled(.inMemory())
    let path = folder.path("new")
    let steps = Mutex(0)
    let (started, cancelled) = (AsyncStream<Void>.makeStream(), DispatchSemaphore(value: 0))
    let task = Task {
      try await database.backup(to: path, pagesPerStep: 1) { _ in
        steps.withLock { $0 += 1 }
        started.continuation.yield()
        cancelled.wait()
      }
    }
    for await _ in started.stream { break }
    task.cancel()
    cancelled.signal()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(steps.withLock { $0 } == 1)
    #expect(try await database.query("SELECT count(*) FROM t", as: Int.self) == [2000])
  }

  @Test func waitsForATargetThatIsInUseAndThenSaysBusy() throws {
    try ScratchFolder.lend { folder in
      var configuration = Configuration()
      configuration.busyTimeout = .milliseconds(100)
      let database = try filled(Database.inMemory(configuration))
      let holder = try Database(path: folder.path("target"))
      try holder.write {
        try holder.execute("CREATE TABLE mine (n)")
        let start = ContinuousClock.now
        let error = try #require(throws: DatabaseError.self) {
          try database.backup(to: folder.path("target"))
        }
        #expect(error.primaryCode == .busy)
        #expect(start.duration(to: .now) >= .milliseconds(90))
        #expect(throws: DeadlineExceeded.self) {
          try Database.withDeadline(.milliseconds(10)) {
            try database.backup(to: folder.path("target"))
          }
        }
      }
      try database.backup(to: folder.path("target"))
      #expect(try rows(holder).count == 2000)
    }
  }

  @Test func refusesWhatItCannotDo() throws {
    try ScratchFolder.lend { folder in
      let database = try filled(Database(path: folder.path()))
      let other = try Database(path: folder.path("other"))
      let twin = try Database(path: folder.path())
      try Data("not a database, but long enough".utf8)
        .write(to: URL(fileURLWithPath: folder.path("text")))
      let link = folder.path("link")
      try FileManager.default.createSymbolicLink(
        atPath: link,
        withDestinationPath: folder.path()
      )
      let calls: [(ResultCode, () throws -> Void)] = [
        (.cannotOpen, { try database.backup(to: folder.path("no/where")) }),
        (.cannotOpen, { try database.backup(to: folder.url.path) }),
        (.cannotOpen, { try database.backup(to: "") }),
        (.notADatabase, { try database.backup(to: folder.path("text")) }),
        (.misuse, { try database.backup(to: ":memory:") }),
        (.misuse, { try database.backup(to: folder.path()) }),
        (.misuse, { try database.backup(to: link) }),
        (.misuse, { try database.backup(to: database) }),
        (.misuse, { try database.backup(to: twin) }),
        (.busy, { try database.write { try database.backup(to: other) } }),
        (.busy, { try other.write { try database.backup(to: other) } }),
        (.readOnly, { try other.read { try database.backup(to: other) } }),
      ]
      for (index, (code, call)) in calls.enumerated() {
        let error = try #require(throws: DatabaseError.self, "\(index)") { try call() }
        #expect(error.primaryCode == code, "\(index): \(error)")
      }
      #expect(
        try Data(contentsOf: URL(fileURLWithPath: folder.path("text"))).starts(with: "not".utf8)
      )
      #expect(try rows(database).count == 2000)
    }
  }

  @Test func copiesTheSnapshotOfARead() throws {
    try ScratchFolder.lend { folder in
      let database = try filled(Database(path: folder.path()))
      let other = try Database(path: folder.path())
      let copy = try Database.inMemory()
      try database.read {
        _ = try rows(database)
        try other.execute("DELETE FROM t")
        try database.backup(to: copy)
      }
      #expect(try rows(copy).count == 2000)
      #expect(try rows(database) == [])
    }
  }
}
