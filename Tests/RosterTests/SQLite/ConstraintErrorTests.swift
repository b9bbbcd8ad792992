import Foundation
import Testing

@testable import Roster

struct ConstraintErrorTests {
  struct Violation: Sendable, CustomTestStringConvertible {
    var schema: String
    var sql: String
    var code: ResultCode
    var name: String
    var message: String
    var table: String?
    var columns: [String] = []

    var testDescription: String { "\(name): \(schema)" }

    static func unique(_ schema: String, _ sql: String, _ table: String, _ columns: String...)
      -> Violation
    {
      Violation(
        schema: schema,
        sql: sql,
        code: .constraintUnique,
        name: "SQLITE_CONSTRAINT_UNIQUE (2067)",
        message: "UNIQUE constraint failed: "
          + columns.map { "\(table).\($0)" }.joined(separator: ", "),
        table: table,
        columns: columns
      )
    }

    /// A table of any name with a constraint over one column, or over two.
    static func unique(table: String, twoColumns: Bool) -> Violation {
      let name = quotedIdentifier(table)
      return twoColumns
        ? .unique(
          "CREATE TABLE \(name) (a, b, UNIQUE (a, b))",
          "INSERT INTO \(name) VALUES (1, 2), (1, 2)",
          table,
          "a",
          "b"
        )
        : .unique(
          "CREATE TABLE \(name) (a UNIQUE)",
          "INSERT INTO \(name) VALUES (1), (1)",
          table,
          "a"
        )
    }
  }

  static let named = [
    "t", "with space", "a'b", "a\"b", "a,b", "a, b", "select", "学生",
  ].flatMap {
    [Violation.unique(table: $0, twoColumns: false), .unique(table: $0, twoColumns: true)]
  }

  static let others = [
    Violation.unique(
      "CREATE TABLE t (\"a.b\" UNIQUE)",
      "INSERT INTO t VALUES (1), (1)",
      "t",
      "a.b"
    ),
    Violation.unique(
      "CREATE TABLE t (a, \"b, c\", UNIQUE (a, \"b, c\"))",
      "INSERT INTO t VALUES (1, 1), (1, 1)",
      "t",
      "a",
      "b, c"
    ),
    Violation(
      schema: "CREATE TABLE t (id INTEGER PRIMARY KEY)",
      sql: "INSERT INTO t VALUES (1), (1)",
      code: .constraintPrimaryKey,
      name: "SQLITE_CONSTRAINT_PRIMARYKEY (1555)",
      message: "UNIQUE constraint failed: t.id",
      table: "t",
      columns: ["id"]
    ),
    Violation(
      schema: "CREATE TABLE t (a, b, PRIMARY KEY (b, a)) WITHOUT ROWID",
      sql: "INSERT INTO t VALUES (1, 2), (1, 2)",
      code: .constraintPrimaryKey,
      name: "SQLITE_CONSTRAINT_PRIMARYKEY (1555)",
      message: "UNIQUE constraint failed: t.b, t.a",
      table: "t",
      columns: ["b", "a"]
    ),
    Violation(
      schema: "CREATE TABLE t (a)",
      sql: "INSERT INTO t (rowid, a) VALUES (1, 1), (1, 1)",
      code: .constraintRowID,
      name: "SQLITE_CONSTRAINT_ROWID (2579)",
      message: "UNIQUE constraint failed: t.rowid",
      table: "t",
      columns: ["rowid"]
    ),
    Violation(
      schema: "CREATE TABLE t (a NOT NULL)",
      sql: "INSERT INTO t VALUES (NULL)",
      code: .constraintNotNull,
      name: "SQLITE_CONSTRAINT_NOTNULL (1299)",
      message: "NOT NULL constraint failed: t.a",
      table: "t",
      columns: ["a"]
    ),
    Violation(
      schema: "CREATE TABLE t (a, CONSTRAINT positive CHECK (a > 0))",
      sql: "INSERT INTO t VALUES (0)",
      code: .constraintCheck,
      name: "SQLITE_CONSTRAINT_CHECK (275)",
      message: "CHECK constraint failed: positive"
    ),
    Violation(
      schema: "CREATE TABLE p (id INTEGER PRIMARY KEY); CREATE TABLE t (a REFERENCES p)",
      sql: "INSERT INTO t VALUES (7)",
      code: .constraintForeignKey,
      name: "SQLITE_CONSTRAINT_FOREIGNKEY (787)",
      message: "FOREIGN KEY constraint failed"
    ),
    Violation(
      schema: "CREATE TABLE t (a INTEGER) STRICT",
      sql: "INSERT INTO t VALUES ('x')",
      code: .constraintDatatype,
      name: "SQLITE_CONSTRAINT_DATATYPE (3091)",
      message: "cannot store TEXT value in INTEGER column t.a",
      table: "t",
      columns: ["a"]
    ),
    Violation(
      schema: """
        CREATE TABLE t (a); CREATE TRIGGER g BEFORE INSERT ON t BEGIN
          SELECT RAISE(ABORT, 'UNIQUE constraint failed: x.y');
        END
        """,
      sql: "INSERT INTO t VALUES (1)",
      code: .constraintTrigger,
      name: "SQLITE_CONSTRAINT_TRIGGER (1811)",
      message: "UNIQUE constraint failed: x.y"
    ),
    Violation(
      schema: "CREATE TABLE t (a); CREATE UNIQUE INDEX i ON t (lower(a))",
      sql: "INSERT INTO t VALUES ('A'), ('a')",
      code: .constraintUnique,
      name: "SQLITE_CONSTRAINT_UNIQUE (2067)",
      message: "UNIQUE constraint failed: index 'i'"
    ),
    Violation(
      schema: "CREATE TABLE t (a); CREATE UNIQUE INDEX \"i.j\" ON t (lower(a))",
      sql: "INSERT INTO t VALUES ('A'), ('a')",
      code: .constraintUnique,
      name: "SQLITE_CONSTRAINT_UNIQUE (2067)",
      message: "UNIQUE constraint failed: index 'i.j'"
    ),
  ]

  private func error(of violation: Violation) throws -> DatabaseError {
    let database = try Database.inMemory()
    try database.execute(SQL(text: violation.schema))
    let statement = try database.prepare(violation.sql)
    return try #require(throws: DatabaseError.self) { try statement.run() }
  }

  @Test(arguments: named + others)
  func tellsCodeMessageAndSQL(violation: Violation) throws {
    let error = try error(of: violation)
    #expect(error.code == violation.code)
    #expect(error.primaryCode == .constraint)
    #expect(error.message == violation.message)
    #expect(error.sql == violation.sql)
    #expect(error.byteOffset == nil)
    for part in [violation.name, violation.message, violation.sql] {
      #expect("\(error)".contains(part))
    }
  }

  @Test(arguments: named + others)
  func namesTheTableAndItsColumns(violation: Violation) throws {
    let error = try error(of: violation)
    #expect(error.table == violation.table)
    #expect(error.columns == violation.columns)
  }

  @Test func leavesNothingOfAStatementThatFailed() throws {
    let database = try Database.inMemory()
    try database.execute("CREATE TABLE t (a UNIQUE)")
    #expect(throws: DatabaseError.self) {
      try database.execute("INSERT INTO t VALUES (1), (2), (1)")
    }
    #expect(try database.query("SELECT count(*) FROM t", as: Int.self) == [0])
  }

  @Test func reportsAMismatchOfTheRowID() throws {
    let database = try Database.inMemory()
    try database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY)")
    let error = try #require(throws: DatabaseError.self) {
      try database.execute("INSERT INTO t VALUES (\("seven"))")
    }
    #expect(error.code == .mismatch)
    #expect(error.message == "datatype mismatch")
  }

  @Test func reportsADeferredForeignKeyAtTheCommit() throws {
    let database = try Database.inMemory()
    try database.execute(
      """
      CREATE TABLE p (id INTEGER PRIMARY KEY);
      CREATE TABLE c (p REFERENCES p DEFERRABLE INITIALLY DEFERRED);
      """
    )
    let error = try #require(throws: DatabaseError.self) {
      try database.write {
        #expect(throws: Never.self) { try database.execute("INSERT INTO c VALUES (\(7))") }
      }
    }
    #expect(error.code == .constraintForeignKey)
    #expect(error.message == "FOREIGN KEY constraint failed")
    #expect(error.sql == "COMMIT")
    #expect(error.table == nil)
  }
}
