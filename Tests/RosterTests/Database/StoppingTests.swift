import Foundation
import Testing

@testable import Roster

/// What is stopped leaves nothing behind, and nothing escapes being stopped.
@Suite(.timeLimit(.minutes(1))) struct StoppingTests {
  private static let endless: SQL = """
    WITH RECURSIVE r(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r
    """

  private func open(_ folder: ScratchFolder? = nil) throws -> Database {
    let database = try folder.map { try Database(path: $0.path()) } ?? Database.inMemory()
    try database.execute("CREATE TABLE t (a INTEGER)")
    return database
  }

  private func values(_ database: Database) throws -> [Int] {
    try database.query("SELECT a FROM t", as: Int.self)
  }

  @Test func undoesTheTransactionOfAScriptThatIsStopped() throws {
    let database = try open()
    _ = try thrown(DeadlineExceeded.self) {
      try Database.withDeadline(.milliseconds(50)) {
        try database.execute(
          "BEGIN; INSERT INTO t VALUES (1); \(raw: Self.endless.text); INSERT INTO t VALUES (2)"
        )
      }
    }
    #expect(try values(database) == [])
    try database.write { try database.execute("INSERT INTO t VALUES (3)") }
    #expect(try values(database) == [3])
  }

  @Test func undoesTheTransactionOfAScriptThatIsCancelled() async throws {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    let database = try open(folder)
    let script = Task {
      try await database.execute(
        "BEGIN; INSERT INTO t VALUES (1); \(raw: Self.endless.text); COMMIT"
      )
    }
    try await Task.sleep(for: .milliseconds(50))
    script.cancel()
    await #expect(throws: CancellationError.self) { try await script.value }
    try await database.execute("INSERT INTO t VALUES (3)")
    #expect(try values(database) == [3])
  }

  @Test(arguments: [false, true])
  func closesAsynchronouslyWhatKeepsAllItsThreadsBusy(_ isFile: Bool) async throws {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    let database = try open(isFile ? folder : nil)
    let queries = (0..<20).map { _ in
      Task { try await database.query(Self.endless, as: Int.self) }
    }
    try await Task.sleep(for: .milliseconds(50))
    try await database.close(interrupting: true)
    for query in queries { await #expect(throws: DatabaseError.self) { try await query.value } }
  }

  @Test func stopsATransactionBetweenItsStatementsToClose() async throws {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    let database = try open(folder)
    let begun = DispatchSemaphore(value: 0)
    let writing = Task {
      try await database.write {
        try database.execute("INSERT INTO t VALUES (1)")
        begun.signal()
        // It would go on, but no statement of its runs any more, and it does not commit.
        while (try? self.values(database)) != nil { Thread.sleep(forTimeInterval: 0.001) }
      }
    }
    while begun.wait(timeout: .now()) == .timedOut { try await Task.sleep(for: .milliseconds(1)) }
    try await database.close(interrupting: true)
    let error = await #expect(throws: DatabaseError.self) { try await writing.value }
    #expect(error?.code == .interrupt)
    #expect(try values(try Database(path: folder.path())) == [])
  }

  @Test func stopsABackupAndAWaitForALockToClose() async throws {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    var configuration = Configuration()
    // Longer than the test may take.
    configuration.busyTimeout = .seconds(600)
    let database = try Database(path: folder.path(), configuration)
    try await database.execute("CREATE TABLE t (a INTEGER)")
    // Of many pages.
    try await database.execute("INSERT INTO t VALUES (zeroblob(1000000))")
    let begun = DispatchSemaphore(value: 0)
    let copying = Task {
      try await database.backup(to: folder.path("copy"), pagesPerStep: 1) { _ in
        begun.signal()
        while !database.pool.queue.isClosed { Thread.sleep(forTimeInterval: 0.001) }
      }
    }
    // The holder's transaction keeps a writer waiting, not the copy.
    let holder = try Connection(Connection.Options(path: folder.path()))
    try holder.executeScript("BEGIN IMMEDIATE")
    let waiting = Task { try await database.execute("INSERT INTO t VALUES (4)") }
    while begun.wait(timeout: .now()) == .timedOut { try await Task.sleep(for: .milliseconds(1)) }
    try await database.close(interrupting: true)
    await #expect(throws: DatabaseError.self) { try await copying.value }
    await #expect(throws: DatabaseError.self) { try await waiting.value }
  }
}
