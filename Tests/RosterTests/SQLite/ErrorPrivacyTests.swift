import Foundation
import Testing

@testable import Roster

/// Bound values stay out of errors, which end up in logs.
struct ErrorPrivacyTests {
  private static let secret = "s3cr3t"

  private static let schema: SQL = """
    CREATE TABLE parent (id TEXT PRIMARY KEY);
    CREATE TABLE t (
      id INTEGER PRIMARY KEY,
      name TEXT UNIQUE CHECK (length(name) < 20),
      parent REFERENCES parent,
      number NOT NULL DEFAULT 0
    );
    CREATE TABLE strict (number INTEGER) STRICT;
    INSERT INTO t (name) VALUES ('s3cr3t');
    """

  static let statements = [
    "INSERT INTO t (name) VALUES (?)",
    "INSERT INTO t (id) VALUES (?)",
    "INSERT INTO t (parent) VALUES (?)",
    "INSERT INTO t (name) VALUES (? || ' and more than twenty')",
    "INSERT INTO t (name, number) VALUES (?, NULL)",
    "INSERT INTO strict VALUES (?)",
    "SELECT abs(-9223372036854775807 - 1), ?",
    "SELECT json(?)",
    "SELECT ?, ?",
  ]

  private func failure(_ sql: String, showsValues: Bool = false) throws -> DatabaseError {
    var configuration = Configuration()
    configuration.showsValuesInErrors = showsValues
    let database = try Database.inMemory(configuration)
    try database.execute(Self.schema)
    let statement = try database.prepare(sql)
    return try #require(throws: DatabaseError.self) { try statement.run(Self.secret) }
  }

  private func hides(_ error: DatabaseError) -> Bool {
    ["\(error)", String(reflecting: error), error.localizedDescription, error.message]
      .allSatisfy { !$0.contains(Self.secret) }
  }

  @Test(arguments: statements)
  func hidesBoundValues(sql: String) throws {
    let error = try failure(sql)
    #expect(hides(error))
    #expect(error.sql == sql)
    #expect(error.expandedSQL == nil)
  }

  /// SQLite itself quotes these values in its message.
  @Test(arguments: ["SELECT json_extract('{}', ?)", "ATTACH ? || '/no/such/folder' AS other"])
  func hidesBoundValuesThatSQLiteQuotes(sql: String) throws {
    #expect(hides(try failure(sql)))
  }

  @Test func showsBoundValuesWhenAsked() throws {
    let error = try failure("INSERT INTO t (name) VALUES (?)", showsValues: true)
    #expect(error.code == .constraintUnique)
    #expect(error.sql == "INSERT INTO t (name) VALUES (?)")
    #expect(error.expandedSQL == "INSERT INTO t (name) VALUES ('s3cr3t')")
    #expect("\(error)".contains("INSERT INTO t (name) VALUES ('s3cr3t')"))
  }

  @Test func showsBoundValuesOfInterpolations() throws {
    var configuration = Configuration()
    configuration.showsValuesInErrors = true
    let database = try Database.inMemory(configuration)
    try database.execute("CREATE TABLE t (n CHECK (n < 5))")
    let error = try #require(throws: DatabaseError.self) {
      try database.execute("INSERT INTO t VALUES (\(7))")
    }
    #expect(error.expandedSQL == "INSERT INTO t VALUES (7)")
  }

  @Test func doesNotShowValuesUnlessConfigured() {
    #expect(!Configuration().showsValuesInErrors)
  }

  private struct Person: Record {
    static let tableName = "person"
    static let primaryKey = PrimaryKey(\Person.id)
    static let schema: Schema<Person> = [.unique(\.name)]

    var id: Int64?
    var name: String
    var weight: Double?
  }

  @Test func hidesTheValuesOfRecords() throws {
    let database = try Database.inMemory()
    let people = Repository<Person>(database)
    try people.createTable()
    let ann = try people.insert(Person(name: Self.secret))
    let calls: [() throws -> Void] = [
      { _ = try people.insert(Person(name: Self.secret)) },
      { _ = try people.insert(ann) },
      { _ = try people.insert(contentsOf: [Person(name: Self.secret)]) },
      { _ = try people.save(Person(id: 7, name: Self.secret)) },
    ]
    for call in calls {
      #expect(hides(try #require(throws: DatabaseError.self) { try call() }))
    }
    let refused = try #require(throws: EncodingError.self) {
      try people.insert(Person(name: Self.secret, weight: .nan))
    }
    #expect(!"\(refused)".contains(Self.secret))
  }
}
