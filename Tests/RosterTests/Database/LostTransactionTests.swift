import Foundation
import Testing

@testable import Roster

/// Transactions that SQLite ends by itself, or never begins.
struct LostTransactionTests {
  private struct Note: Record {
    static let tableName = "note"
    static let primaryKey = PrimaryKey(\Note.id)

    var id: Int64?
    var text: String
  }

  private func fullDatabase() throws -> Database {
    let database = try Database.inMemory()
    try Repository<Note>(database).createTable()
    try database.execute("PRAGMA max_page_count = 20")
    return database
  }

  private func fill(_ database: Database) throws {
    try database.execute("INSERT INTO note (text) VALUES (hex(zeroblob(\(500_000))))")
  }

  @Test func reportsAFullDisk() throws {
    let database = try fullDatabase()
    let error = try #require(throws: DatabaseError.self) { try fill(database) }
    #expect(error.code == .full)
    #expect(error.message == "database or disk is full")
    #expect(error.sql == "INSERT INTO note (text) VALUES (hex(zeroblob(?)))")
    #expect("\(error)".contains("SQLITE_FULL (13)"))
  }

  @Test func leavesNothingOfATransactionOnAFullDisk() throws {
    let database = try fullDatabase()
    let notes = Repository<Note>(database)
    let prepared = try database.prepare("INSERT INTO note (text) VALUES (?)")
    let calls: [() throws -> Void] = [
      { try database.execute("INSERT INTO note (text) VALUES (\("later"))") },
      { try database.execute("INSERT INTO note (text) VALUES ('later')") },
      { _ = try database.query("SELECT 1", as: Int.self) },
      { _ = try database.query("SELECT 1, 2", as: (Int, Int).self) },
      { _ = try database.prepare("SELECT 1") },
      { try prepared.run("later") },
      { try prepared.forEach("later") { _ in } },
      { try notes.insert(Note(text: "later")) },
      { try notes.insert(contentsOf: [Note(text: "later")]) },
      { _ = try notes.all() },
      { try notes.createTable() },
      { _ = try database.write { try prepared.run("later") } },
      { try database.read { _ = try notes.count() } },
    ]
    let outer = try caught(DatabaseError.self) {
      try database.write {
        try notes.insert(Note(text: "first"))
        let full = try #require(throws: DatabaseError.self) { try fill(database) }
        #expect(full.code == .full)
        for call in calls {
          let later = try #require(throws: DatabaseError.self) { try call() }
          #expect(later.code == .abort)
        }
      }
    }
    #expect(outer.code == .abort)
    #expect(try notes.count() == 0)
    try database.write { _ = try notes.insert(Note(text: "next")) }
    #expect(try notes.count() == 1)
  }

  @Test func reportsTheFullDiskThatTheClosureDidNotHandle() throws {
    let database = try fullDatabase()
    let notes = Repository<Note>(database)
    let error = try #require(throws: DatabaseError.self) {
      try database.write {
        try notes.insert(Note(text: "first"))
        try database.write { try fill(database) }
      }
    }
    #expect(error.code == .full)
    #expect(try notes.count() == 0)
  }

  @Test func losesTheWholeTransactionWithANestedOne() throws {
    let database = try fullDatabase()
    let notes = Repository<Note>(database)
    let outer = try caught(DatabaseError.self) {
      try database.write {
        try notes.insert(Note(text: "first"))
        #expect(throws: DatabaseError.self) { try database.write { try fill(database) } }
      }
    }
    #expect(outer.code == .abort)
    #expect(try notes.count() == 0)
  }

  @Test func losesTheTransactionToAConflictClause() throws {
    let database = try Database.inMemory()
    try database.execute("CREATE TABLE t (n UNIQUE)")
    let outer = try caught(DatabaseError.self) {
      try database.write {
        try database.execute("INSERT INTO t VALUES (1)")
        let inner = try #require(throws: DatabaseError.self) {
          try database.execute("INSERT OR ROLLBACK INTO t VALUES (1)")
        }
        #expect(inner.code == .constraintUnique)
      }
    }
    #expect(outer.code == .abort)
    #expect(try database.query("SELECT count(*) FROM t", as: Int.self) == [0])
  }

  @Test(arguments: [Duration.milliseconds(50), .zero])
  func reportsTheLockOfAnotherDatabase(timeout: Duration) throws {
    try ScratchFolder.lend { folder in
      var configuration = Configuration()
      configuration.busyTimeout = timeout
      let holder = try Database(path: folder.path())
      try holder.execute("CREATE TABLE t (n)")
      let other = try Database(path: folder.path(), configuration)
      try holder.write {
        try holder.execute("INSERT INTO t VALUES (1)")
        let write = try #require(throws: DatabaseError.self) {
          try other.write { Issue.record("the transaction began") }
        }
        #expect(write.primaryCode == .busy)
        #expect(write.message == "database is locked")
        #expect(write.sql == "BEGIN IMMEDIATE")
        #expect("\(write)".contains("SQLITE_BUSY (5)"))
        let execute = try #require(throws: DatabaseError.self) {
          try other.execute("INSERT INTO t VALUES (\(2))")
        }
        #expect(execute.primaryCode == .busy)
        #expect(try other.query("SELECT count(*) FROM t", as: Int.self) == [0])
      }
      try other.write { try other.execute("INSERT INTO t VALUES (2)") }
      #expect(try holder.query("SELECT n FROM t", as: Int.self) == [1, 2])
    }
  }

  /// A row handler reads one state; a write inside it begins on the latest, not on that one.
  @Test func writesUponTheLatestStateWhileRowsOfAnOlderOneAreRead() throws {
    try ScratchFolder.lend { folder in
      let first = try Database(path: folder.path())
      let second = try Database(path: folder.path())
      try first.execute("CREATE TABLE t (n); INSERT INTO t VALUES (1)")
      var seen = 0
      try first.prepare("SELECT n FROM t").forEach { _ in
        seen += 1
        try second.execute("INSERT INTO t VALUES (2)")
        try first.write {
          #expect(try first.query("SELECT max(n) FROM t", as: Int.self) == [2])
          try first.execute("INSERT INTO t VALUES (3)")
        }
        #expect(try first.query("SELECT max(n) FROM t", as: Int.self) == [1], "its own state")
      }
      #expect(seen == 1)
      #expect(try second.query("SELECT n FROM t", as: Int.self) == [1, 2, 3])
    }
  }

  @Test func showsEachDatabaseTheCommitsOfTheOther() throws {
    try ScratchFolder.lend { folder in
      let first = try Database(path: folder.path())
      let second = try Database(path: folder.path())
      try Repository<Note>(first).createTable()
      try Repository<Note>(first).insert(Note(text: "a"))
      #expect(try Repository<Note>(second).all().map(\.text) == ["a"])
      try second.write { _ = try Repository<Note>(second).insert(Note(text: "b")) }
      #expect(try Repository<Note>(first).all().map(\.text) == ["a", "b"])
    }
  }

  @Test func serializesTheWritesOfTwoDatabases() throws {
    try ScratchFolder.lend { folder in
      var configuration = Configuration()
      configuration.durability = .normal
      configuration.busyTimeout = .seconds(60)
      let first = try Database(path: folder.path(), configuration)
      let second = try Database(path: folder.path(), configuration)
      try first.execute("CREATE TABLE counter (n INTEGER); INSERT INTO counter VALUES (0)")
      let failures = Failures()
      DispatchQueue.concurrentPerform(iterations: 4) { index in
        let database = index % 2 == 0 ? first : second
        failures.collect {
          for _ in 0..<25 {
            try database.write {
              let number = try database.query("SELECT n FROM counter", as: Int.self)[0]
              try database.execute("UPDATE counter SET n = \(number + 1)")
            }
          }
        }
      }
      #expect(failures.all.isEmpty)
      #expect(try second.query("SELECT n FROM counter", as: Int.self) == [100])
    }
  }
}
