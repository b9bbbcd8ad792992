import Foundation
import Testing

@testable import Roster

/// SQL that SQLite refuses, whoever asks.
struct DatabaseErrorTests {
  struct Refusal: Sendable, CustomTestStringConvertible {
    var sql: String
    var message: String
    /// Where the error is, if SQLite knows: in front of this part of the SQL.
    var place: String?
    var code = ResultCode.error

    var testDescription: String { sql }

    var byteOffset: Int? {
      place.flatMap { sql.firstRange(of: $0) }.map { sql[..<$0.lowerBound].utf8.count }
    }
  }

  static let refusals = [
    Refusal(sql: "SELEC 1", message: "near \"SELEC\": syntax error", place: "SELEC"),
    Refusal(sql: "SELECT 1 FORM t", message: "near \"t\": syntax error", place: "t"),
    Refusal(sql: "SELECT 'é學', nope FROM t", message: "no such column: nope", place: "nope"),
    Refusal(sql: "SELECT nope FROM t", message: "no such column: nope", place: "nope"),
    Refusal(sql: "SELECT * FROM", message: "incomplete input"),
    Refusal(sql: "SELECT * FROM nope", message: "no such table: nope"),
    Refusal(sql: "INSERT INTO t (nope) VALUES (1)", message: "table t has no column named nope"),
    Refusal(
      sql: "INSERT INTO t VALUES (1, 2)",
      message: "table t has 1 columns but 2 values were supplied"
    ),
    Refusal(sql: "CREATE TABLE t (n)", message: "table t already exists"),
    Refusal(sql: "SELECT nope(1)", message: "no such function: nope", place: "nope"),
  ]

  private func database() throws -> Database {
    let database = try Database.inMemory()
    try database.execute("CREATE TABLE t (n)")
    return database
  }

  @Test(arguments: refusals)
  func tellsCodeMessageSQLAndPlace(refusal: Refusal) throws {
    let database = try database()
    let sql = SQL(text: refusal.sql)
    let calls: [() throws -> Void] = [
      { _ = try database.prepare(refusal.sql) },
      { try database.execute(sql) },
      { _ = try database.query(sql, as: Int.self) },
    ]
    for call in calls {
      let error = try #require(throws: DatabaseError.self) { try call() }
      #expect(error.code == refusal.code)
      #expect(error.primaryCode == .error)
      #expect(error.message.hasPrefix(refusal.message))
      #expect(error.sql == refusal.sql)
      if let place = refusal.byteOffset { #expect(error.byteOffset == place) }
      #expect(error.table == nil)
      #expect(error.columns == [])
      #expect(error.expandedSQL == nil)
      #expect(error.recordIndex == nil)
    }
  }

  @Test(arguments: refusals)
  func describesCodeMessageSQLAndPlace(refusal: Refusal) throws {
    let database = try database()
    let error = try #require(throws: DatabaseError.self) {
      _ = try database.prepare(refusal.sql)
    }
    for part in ["SQLITE_ERROR (1)", refusal.message, refusal.sql] {
      #expect("\(error)".contains(part))
    }
    if let place = refusal.byteOffset { #expect("\(error)".contains("byte \(place)")) }
    #expect(!"\(error)".contains("\n"))
  }

  @Test(
    arguments: [
      ("CREATE TABLE a (n); SELEC 1", "SELEC"),
      ("INSERT INTO t VALUES ('é學');\n-- é\n SELECT n, nope FROM t; SELECT 1", "nope"),
      ("; ; SELECT nope", "nope"),
    ] as [(String, String)]
  )
  func placesAnErrorWithinTheWholeScript(script: String, wrong: String) throws {
    let database = try database()
    let error = try #require(throws: DatabaseError.self) {
      try database.execute(SQL(text: script))
    }
    let start = try #require(script.firstRange(of: wrong)).lowerBound
    #expect(error.byteOffset == script[..<start].utf8.count)
    #expect(error.sql == script)
  }

  @Test func placesAnErrorInWhatFollowsTheOnlyStatement() throws {
    let error = try #require(throws: DatabaseError.self) {
      _ = try Database.inMemory().prepare("SELECT 1; SELEC 2")
    }
    #expect(error.byteOffset == 10)
  }

  @Test(arguments: [
    "SELECT \"nope\"", "SELECT n FROM t WHERE n = \"nope\"", "INSERT INTO t VALUES (\"nope\")",
    "UPDATE t SET n = \"nope\"", "CREATE INDEX i ON t (\"nope\")",
    "CREATE TABLE u (a CHECK (a <> \"nope\"))",
    "CREATE VIEW v AS SELECT \"nope\"; SELECT * FROM v",
  ])
  func refusesAStringInDoubleQuotes(text: String) throws {
    let database = try database()
    let error = try #require(throws: DatabaseError.self) {
      try database.execute(SQL(text: text))
    }
    #expect(error.code == .error)
    #expect(error.message.contains("nope"))
  }

  @Test(arguments: ["", " \n", "-- nothing", "/* nothing */", ";", " ; -- nothing\n ;"])
  func refusesToPrepareNoStatement(sql: String) throws {
    let database = try Database.inMemory()
    let prepare = try #require(throws: DatabaseError.self) { _ = try database.prepare(sql) }
    #expect(prepare.code == .misuse)
    #expect(prepare.sql == sql)
    let query = try #require(throws: DatabaseError.self) {
      _ = try database.query(SQL(text: sql), as: Int.self)
    }
    #expect(query.code == .misuse)
  }

  @Test(arguments: [
    "SELECT 1; SELECT 2", "SELECT 1;; -- comment\nSELECT 2", "SELECT 1; DELETE FROM t;",
  ])
  func refusesToPrepareTwoStatements(sql: String) throws {
    let database = try database()
    let prepare = try #require(throws: DatabaseError.self) { _ = try database.prepare(sql) }
    #expect(prepare.code == .misuse)
    #expect(prepare.sql == sql)
    let query = try #require(throws: DatabaseError.self) {
      _ = try database.query(SQL(text: sql), as: Int.self)
    }
    #expect(query.code == .misuse)
  }

  @Test func refusesTwoStatementsWithAValue() throws {
    let database = try database()
    let error = try #require(throws: DatabaseError.self) {
      try database.execute("INSERT INTO t VALUES (\(1)); INSERT INTO t VALUES (2)")
    }
    #expect(error.code == .misuse)
    #expect(try database.query("SELECT count(*) FROM t", as: Int.self) == [0])
  }

  @Test(arguments: ["SELECT 1;", "SELECT 1 -- one", "SELECT 1; -- one\n;", "-- one\nSELECT 1"])
  func preparesOneStatementAmongSpaceAndComments(sql: String) throws {
    let database = try Database.inMemory()
    #expect(try database.query(SQL(text: sql), as: Int.self) == [1])
  }

  @Test(arguments: ["SELECT '\0'", "SELECT 1\0", "\0"])
  func refusesSQLWithANUL(text: String) throws {
    let database = try Database.inMemory()
    let calls: [() throws -> Void] = [
      { _ = try database.prepare(text) },
      { try database.execute(SQL(text: text)) },
      { _ = try database.query(SQL(text: text), as: Int.self) },
    ]
    for call in calls {
      let error = try #require(throws: DatabaseError.self) { try call() }
      #expect(error.code == .error)
      #expect(error.message.contains("NUL"))
    }
  }

  @Test func tellsTheSQLThatHoldsANUL() throws {
    let error = try #require(throws: DatabaseError.self) {
      _ = try Database.inMemory().prepare("SELECT '\0'")
    }
    #expect(error.sql == "SELECT '\0'")
  }

  @Test(
    arguments: [
      (0, "INSERT INTO t VALUES (?)"), (2, "INSERT INTO t VALUES (?)"),
      (1, "SELECT 1"), (1, "SELECT ?, ?"), (3, "SELECT ?, ?"),
    ] as [(Int, String)]
  )
  func refusesTooFewAndTooManyValues(values: Int, sql: String) throws {
    let database = try database()
    let statement = try database.prepare(sql)
    let error = try #require(throws: DatabaseError.self) {
      switch values {
      case 0: try statement.run()
      case 1: try statement.run(1)
      case 2: try statement.run(1, 2)
      default: try statement.run(1, 2, 3)
      }
    }
    #expect(error.code == .range)
    #expect(error.sql == sql)
    #expect(error.message.contains("\(values)"))
    #expect(try database.query("SELECT count(*) FROM t", as: Int.self) == [0])
  }

  @Test(arguments: ["INSERT INTO t VALUES (?)", "INSERT INTO t VALUES (:name)"])
  func refusesToExecuteAParameterWithoutAValue(text: String) throws {
    let database = try database()
    let error = try #require(throws: DatabaseError.self) {
      try database.execute(SQL(text: text))
    }
    #expect(error.code == .range)
    #expect(try database.query("SELECT count(*) FROM t", as: Int.self) == [0])
  }

  @Test func reportsAValueOverTheLimit() throws {
    let database = try Database.inMemory()
    let error = try #require(throws: DatabaseError.self) {
      _ = try database.query("SELECT zeroblob(\(Int64(Int32.max)))", as: Data.self)
    }
    #expect(error.code == .tooBig)
    #expect(error.message == "string or blob too big")
    #expect(error.sql == "SELECT zeroblob(?)")
  }
}
