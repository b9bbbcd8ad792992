import Foundation
import Testing

@testable import Roster

struct ConnectionTests {
  @Test(arguments: [3_034_001, 3_008_000, 0] as [Int32])
  func refusesAnOldSQLite(number: Int32) throws {
    let version = SQLiteVersion(number: number)
    let error = try #require(throws: DatabaseError.self) {
      _ = try Connection(Connection.Options(path: ":memory:"), version: version)
    }
    #expect(error.code == .error)
    #expect(error.message.contains("3.35.0"))
    #expect(error.message.contains("\(version)"))
    #expect("\(error)".contains(error.message))
  }

  @Test(arguments: [3_035_000, 3_035_001, 4_000_000] as [Int32])
  func acceptsANewerSQLite(number: Int32) throws {
    let options = Connection.Options(path: ":memory:")
    #expect(try Connection(options, version: SQLiteVersion(number: number)).isUsable)
  }

  @Test func leavesNoFileBehindForAnOldSQLite() throws {
    try ScratchFolder.lend { folder in
      let options = Connection.Options(path: folder.path())
      #expect(throws: DatabaseError.self) {
        _ = try Connection(options, version: SQLiteVersion(number: 3_034_001))
      }
      #expect(!FileManager.default.fileExists(atPath: folder.path()))
    }
  }

  @Test func closesOnceAndForAll() throws {
    let connection = try Connection.inMemory()
    #expect(connection.isUsable)
    try connection.close()
    #expect(!connection.isUsable)
    try connection.close()
    #expect(!connection.isUsable)
    #expect(!connection.isInTransaction)
    #expect(connection.changes == 0)
    #expect(connection.maximumParameters == 0)
  }

  @Test func refusesToCloseWhileAStatementIsInUse() throws {
    let connection = try Connection.inMemory()
    try connection.withStatement(StatementKey("SELECT 1")) { statement in
      let error = try #require(throws: DatabaseError.self) { try connection.close() }
      #expect(error.code == .busy)
      #expect(connection.isUsable)
      #expect(try statement.step())
    }
    try connection.close()
    #expect(!connection.isUsable)
  }

  @Test func refusesToRunWhenClosed() throws {
    let connection = try Connection.inMemory()
    try connection.run("SELECT 1")
    try connection.close()
    #expect(connection.statementCacheStatistics.count == 0)
    let used = try #require(throws: DatabaseError.self) { try connection.run("SELECT 1") }
    #expect(used.code == .misuse)
    #expect(used.sql == "SELECT 1")
    let script = try #require(throws: DatabaseError.self) {
      try connection.executeScript("SELECT 1; SELECT 2")
    }
    #expect(script.code == .misuse)
  }

  @Test func runsAScriptUpToTheStatementThatFails() throws {
    let connection = try Connection.inMemory()
    #expect(throws: DatabaseError.self) {
      try connection.executeScript(
        """
        CREATE TABLE t (n UNIQUE); INSERT INTO t VALUES (1); INSERT INTO t VALUES (1);
        DELETE FROM t
        """
      )
    }
    #expect(try connection.firstRow("SELECT count(*) FROM t") == [1])
  }

  @Test(arguments: ["", "  ", ";", "-- nothing", "/* nothing */ ;\n;"])
  func runsAnEmptyScript(script: String) throws {
    try Connection.inMemory().executeScript(script)
  }

  @Test func runsAScriptThatEndsWithoutASemicolon() throws {
    let connection = try Connection.inMemory()
    try connection.executeScript(
      "CREATE TABLE t (n); INSERT INTO t VALUES (';'); -- ;\nINSERT INTO t VALUES ('é;')"
    )
    #expect(try connection.firstRow("SELECT group_concat(n, '') FROM t") == [";é;"])
  }

  @Test func keepsAScriptOutOfTheCache() throws {
    let connection = try Connection.inMemory()
    try connection.executeScript("SELECT 1; SELECT 2")
    #expect(connection.statementCacheStatistics == StatementCacheStatistics())
  }

  @Test func knowsWhetherATransactionIsUnderWay() throws {
    let connection = try Connection.inMemory()
    #expect(!connection.isInTransaction)
    try connection.run("BEGIN")
    #expect(connection.isInTransaction)
    try connection.run("ROLLBACK")
    #expect(!connection.isInTransaction)
  }

  @Test(
    arguments: [
      ("INSERT INTO t VALUES (1), (2)", 2), ("SELECT * FROM t", 0),
      ("DELETE FROM t WHERE n > 5", 0),
      ("DELETE FROM t", 1), ("INSERT INTO t VALUES (5); CREATE TABLE u (n)", 1),
      ("/* all */ DELETE FROM t; -- gone", 1), ("CREATE TABLE u AS SELECT * FROM t", 0),
      ("DROP TABLE t", 0), ("UPDATE t SET n = 2; DELETE FROM t WHERE n = 7", 0),
    ]
  )
  func countsTheRowsOfTheLastChange(sql: String, count: Int) throws {
    let connection = try Connection.inMemory()
    try connection.executeScript("CREATE TABLE t (n); INSERT INTO t VALUES (0)")
    #expect(try connection.executeScript(sql) == count)
  }

  @Test func refusesWritesWhenToldTo() throws {
    let connection = try Connection.inMemory()
    connection.refusesWrites = true
    let error = try #require(throws: DatabaseError.self) {
      try connection.run("CREATE TABLE t (n)")
    }
    #expect(error.code == .readOnly)
    #expect(error.sql == "CREATE TABLE t (n)")
    try connection.run("SELECT 1")
    connection.refusesWrites = false
    try connection.run("CREATE TABLE t (n)")
  }

  @Test(arguments: [Duration.milliseconds(60), .zero, .seconds(-1)])
  func waitsForALockAsLongAsTheBusyTimeout(timeout: Duration) throws {
    try ScratchFolder.lend { folder in
      var options = Connection.Options(path: folder.path())
      options.busyTimeout = timeout
      let (holder, other) = (try Connection(options), try Connection(options))
      try holder.run("BEGIN IMMEDIATE")
      let start = ContinuousClock.now
      let error = try #require(throws: DatabaseError.self) { try other.run("BEGIN IMMEDIATE") }
      #expect(error.code == .busy)
      #expect(start.duration(to: .now) >= timeout)
      try holder.run("COMMIT")
      try other.run("BEGIN IMMEDIATE")
    }
  }

  @Test(arguments: [Duration.seconds(Int64.max), .seconds(Int64.min)])
  func survivesAnyBusyTimeout(timeout: Duration) throws {
    var options = Connection.Options(path: ":memory:")
    options.busyTimeout = timeout
    #expect(try Connection(options).isUsable)
  }

  @Test func readsAValueOfEachStorageClass() throws {
    let row = try Connection.inMemory().firstRow("SELECT NULL, 1, 1.5, 'a', x'00', x'', ''")
    #expect(
      row == [.null, 1, 1.5, "a", .blob(Data([0])), .blob(Data()), ""]
    )
  }

  @Test func refusesTextThatIsNotUTF8() throws {
    let error = try #require(throws: DatabaseError.self) {
      _ = try Connection.inMemory().firstRow("SELECT CAST(x'ff' AS TEXT)")
    }
    #expect(error.code == .corrupt)
    #expect(error.sql == "SELECT CAST(x'ff' AS TEXT)")
  }
}

extension Connection {
  fileprivate var isUsable: Bool { (try? executeScript("SELECT 1")) != nil }
}
