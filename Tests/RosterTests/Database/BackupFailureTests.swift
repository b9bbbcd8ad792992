import Foundation
import Synchronization
import Testing

@testable import Roster

/// A backup that fails has changed nothing, and one that returns is the copy.
@Suite(.timeLimit(.minutes(3)))
struct BackupFailureTests {
  /// What a backup goes to.
  enum Target: String, CaseIterable, Sendable {
    case walFile, deleteFile, newFile, openDatabase, memory, largerPages
  }

  private let files = FileManager.default

  /// Runs each statement on a connection of SQLite's defaults.
  private func write(_ path: String, _ script: String) throws {
    let connection = try Connection(Connection.Options(path: path))
    try connection.executeScript(script)
    try connection.close()
  }

  private func fill(rows: Int) -> String {
    """
    CREATE TABLE t (n INTEGER, text TEXT);
    INSERT INTO t WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < \(rows))
    SELECT n, hex(randomblob(100)) FROM c
    """
  }

  private func rows(_ database: Database) throws -> Int {
    try database.query("SELECT count(*) FROM t", as: Int.self).first ?? -1
  }

  private func rows(_ path: String) throws -> Int {
    let database = try Database(path: path)
    let count = try rows(database)
    try database.close()
    return count
  }

  private func bytes(_ path: String) -> Data? { files.contents(atPath: path) }

  private func prepare(_ target: Target, _ path: String) throws -> Database? {
    let size = target == .largerPages ? "PRAGMA page_size = 8192;" : ""
    switch target {
    case .walFile, .largerPages:
      try write(path, "\(size) PRAGMA journal_mode = WAL; \(fill(rows: 700))")
    case .deleteFile: try write(path, fill(rows: 700))
    case .newFile: break
    case .openDatabase:
      try write(path, fill(rows: 700))
      return try Database(path: path)
    case .memory:
      let database = try Database.inMemory()
      try database.execute(SQL(stringLiteral: fill(rows: 700)))
      return database
    }
    return nil
  }

  /// A source of some 200 pages, in WAL mode.
  private func source(_ folder: ScratchFolder) throws -> Database {
    let database = try Database(path: folder.path("source"))
    try database.execute(SQL(stringLiteral: fill(rows: 3000)))
    return database
  }

  @Test(arguments: Target.allCases)
  func aCancelledBackupHasChangedNothing(target: Target) async throws {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    let database = try source(folder)
    let path = folder.path("target")
    var (failed, copied) = (0, 0)
    var longest = Duration.milliseconds(2)
    for number in 0..<40 {
      try? files.removeItem(atPath: path)
      let open = try prepare(target, path)
      let before = bytes(path)
      let start = ContinuousClock.now
      let task = Task {
        if let open {
          try await database.backup(to: open, pagesPerStep: 3)
        } else {
          try await database.backup(to: path, pagesPerStep: 3)
        }
      }
      // The first runs to its end, and says how long that takes; others are stopped on the way.
      if number > 0 {
        let moment = number == 1 ? .zero : longest * Double.random(in: 0...1.1)
        while start.duration(to: .now) < moment { await Task.yield() }
        task.cancel()
      }
      do {
        try await task.value
        copied += 1
        if number == 0 { longest = start.duration(to: .now) }
        #expect(try open.map(rows) ?? rows(path) == 3000)
      } catch is CancellationError {
        failed += 1
        #expect(bytes(path) == before, "the target has changed")
        if target != .newFile { #expect(try open.map(rows) ?? rows(path) == 700) }
      }
      try await open?.close()
      let left = try files.contentsOfDirectory(atPath: folder.url.path).sorted()
      #expect(left.filter { $0.hasPrefix("target-") } == [])
    }
    #expect(copied > 0)
    #expect(failed > 0)
  }

  @Test func aDeadlineAfterTheCopyIsTooLateToFail() throws {
    try ScratchFolder.lend { folder in
      let database = try source(folder)
      for _ in 0..<40 {
        let target = try Database.inMemory()
        let result = Result {
          try Database.withDeadline(.microseconds(.random(in: 0...4000))) {
            try database.backup(to: target)
          }
        }
        let tables = try target.query("SELECT count(*) FROM sqlite_schema", as: Int.self)
        if case .success = result { #expect(tables == [1]) } else { #expect(tables == [0]) }
      }
    }
  }

  /// The last moment at which a call can be stopped is right after the last report.
  @Test func whatIsStoppedAtItsEndIsDone() throws {
    try ScratchFolder.lend { folder in
      let database = try source(folder)
      let token = CancellationToken()
      let target = try Database.inMemory()
      try token.watch {
        try database.read {
          try database.backup(to: target, pagesPerStep: .max)
          token.cancel()
        }
      }
      #expect(try rows(target) == 3000)
    }
  }

  @Test func aReadThatIsDoneWhenItIsStoppedGivesItsResult() throws {
    let database = try Database.inMemory()
    let token = CancellationToken()
    let result = try token.watch {
      try database.read {
        token.cancel()
        return 7
      }
    }
    #expect(result == 7)
    #expect(try database.query("SELECT 1", as: Int.self) == [1])
    #expect(throws: CancellationError.self) {
      let token = CancellationToken()
      try token.watch { try database.write { token.cancel() } }
    }
  }

  @Test(arguments: [true, false])
  func theTargetIsBusyWhileItIsReplaced(isInMemory: Bool) throws {
    try ScratchFolder.lend { folder in
      let database = try source(folder)
      let target = try isInMemory ? Database.inMemory() : Database(path: folder.path("target"))
      try target.execute("CREATE TABLE mine (n)")
      let calls: [() throws -> Void] = [
        { _ = try target.query("SELECT count(*) FROM mine", as: Int.self) },
        { try target.execute("INSERT INTO mine VALUES (1)") }, { try target.write {} },
        { try target.read {} }, { try target.vacuum() }, { try database.backup(to: target) },
        { try target.backup(to: folder.path("other")) }, { try target.checkpoint() },
        { try target.close() },
      ]
      var refused = 0
      try database.backup(to: target, pagesPerStep: 50) { _ in
        for call in calls {
          let error = try #require(throws: DatabaseError.self) { try call() }
          #expect(error.primaryCode == .busy, "\(error)")
          refused += 1
        }
      }
      #expect(refused >= calls.count)
      #expect(try rows(target) == 3000)
      try target.execute("INSERT INTO t VALUES (0, '')")
    }
  }

  @Test func aLinkToNoFileLeadsToTheNewFile() throws {
    try ScratchFolder.lend { folder in
      struct Stop: Error {}
      let database = try source(folder)
      try files.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "new")
      for path in [folder.path("link"), folder.path("new/"), folder.path("missing/../new")] {
        #expect(throws: Stop.self) {
          try database.backup(to: path, pagesPerStep: 3) { _ in throw Stop() }
        }
        #expect(!files.fileExists(atPath: folder.path("new")))
      }
      try database.backup(to: folder.path("link"))
      #expect(try rows(folder.path("new")) == 3000)
    }
  }

  @Test func aFileThatOthersHaveMadeMeanwhileIsNotRemoved() throws {
    try ScratchFolder.lend { folder in
      let database = try source(folder)
      let path = folder.path("new")
      struct Stop: Error {}
      #expect(throws: (any Error).self) {
        try database.backup(to: path, pagesPerStep: 3) { _ in
          // It holds no lock yet, as SQLite has it for pages that are still in its memory.
          try? files.removeItem(atPath: path)
          try write(path, "CREATE TABLE theirs (n)")
          throw Stop()
        }
      }
      let theirs = try Database(path: path)
      #expect(try theirs.query("SELECT count(*) FROM theirs", as: Int.self) == [0])
    }
  }
}
