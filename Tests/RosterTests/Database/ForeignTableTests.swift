import Foundation
import Testing

@testable import Roster

/// Tables that others declared: other columns, missing columns, generated columns.
struct ForeignTableTests {
  private struct Student: Record, Equatable {
    static let tableName = "student"
    static let primaryKey = PrimaryKey(\Student.id)
    var id: Int64?
    var name: String
    var age: Int?
    var city: String?
  }

  private struct Price: Record, Equatable {
    static let tableName = "price"
    static let primaryKey = PrimaryKey(\Price.id)
    var id: Int64?
    var net: Int
    var gross: Int?
    var label: String?
  }

  /// Read and written, though nothing of it can be written.
  fileprivate struct Computed: Record {
    static let tableName = "computed"
    static let primaryKey = PrimaryKey(\Computed.id)
    var id: Int64
  }

  private struct Accent: Record {
    static let tableName = "accent"
    static let primaryKey = PrimaryKey(\Accent.id)
    enum CodingKeys: String, CodingKey {
      case id
      case name = "\u{e9}"
    }
    var id: Int64?
    var name: String?
  }

  private func expectDrift(
    _ database: Database,
    _ call: () throws -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let error = try #require(throws: RecordError.self, sourceLocation: sourceLocation) {
      try call()
    }
    guard case .schemaDrift("student", ["age", "city"], ["id", "name", "other"]) = error else {
      Issue.record("\(error)", sourceLocation: sourceLocation)
      return
    }
    for name in ["student", "age", "city", "other"] {
      #expect("\(error)".contains(name), sourceLocation: sourceLocation)
    }
  }

  @Test func reportsMissingColumnsAtTheFirstMeeting() throws {
    let ann = Student(id: 1, name: "Ann")
    let calls: [(Repository<Student>) throws -> Void] = [
      { _ = try $0.find(1) }, { _ = try $0.get(1) }, { _ = try $0.all() },
      { _ = try $0.find(all: [1]) }, { _ = try $0.count() }, { try $0.insert(ann) },
      { try $0.insert(contentsOf: [ann]) }, { try $0.save(ann) }, { try $0.update(ann) },
      { try $0.delete(ann) }, { try $0.delete(key: 1) }, { try $0.createTable() },
    ]
    for call in calls {
      let database = try Database.inMemory()
      try database.execute(
        "CREATE TABLE student (id INTEGER PRIMARY KEY, name TEXT NOT NULL, other INT)"
      )
      let students = Repository<Student>(database)
      try expectDrift(database) { try call(students) }
      try expectDrift(database) { try call(students) }
      #expect(try database.query("SELECT count(*) FROM student", as: Int.self) == [0])
    }
  }

  @Test func worksOnceTheColumnsAreThere() throws {
    let database = try Database.inMemory()
    try database.execute(
      "CREATE TABLE student (id INTEGER PRIMARY KEY, name TEXT NOT NULL, other INT)"
    )
    let students = Repository<Student>(database)
    try expectDrift(database) { _ = try students.all() }
    try database.execute(
      "ALTER TABLE student ADD COLUMN age INT; ALTER TABLE student ADD COLUMN city TEXT"
    )
    #expect(try students.insert(Student(name: "Ann", age: 20, city: "Rome")).id == 1)
  }

  @Test func findsColumnsInAnyCaseAndOrder() throws {
    let database = try Database.inMemory()
    try database.execute(
      """
      CREATE TABLE Student (
        other DEFAULT 1, CITY TEXT, Age INT, NAME TEXT, ID INTEGER PRIMARY KEY
      )
      """
    )
    let students = Repository<Student>(database)
    let ann = try students.insert(Student(name: "Ann", age: 20, city: "Rome"))
    #expect(ann == Student(id: 1, name: "Ann", age: 20, city: "Rome"))
    #expect(try students.find(1) == ann)
  }

  @Test func reportsATableThatIsNotThere() throws {
    let students = Repository<Student>(try Database.inMemory())
    let error = try #require(throws: DatabaseError.self) { _ = try students.all() }
    #expect(error.message == "no such table: student")
    try students.createTable()
    #expect(try students.all() == [])
  }

  @Test(arguments: ["VIRTUAL", "STORED"])
  func readsButNeverWritesAGeneratedColumn(kind: String) throws {
    let database = try Database.inMemory()
    try database.execute(
      """
      CREATE TABLE price (
        id INTEGER PRIMARY KEY, net INTEGER NOT NULL,
        gross INTEGER GENERATED ALWAYS AS (net * 2) \(raw: kind), label TEXT
      )
      """
    )
    let prices = Repository<Price>(database)
    #expect(
      try prices.insert(Price(net: 5, gross: 1, label: "a"))
        == Price(id: 1, net: 5, gross: 10, label: "a")
    )
    try prices.insert(contentsOf: [Price(net: 6, label: "b"), Price(net: 7)])
    #expect(try prices.all().map(\.gross) == [10, 12, 14])
    #expect(try prices.all().map(\.label) == ["a", "b", nil])
    try prices.update(Price(id: 1, net: 8, gross: 1, label: "c"))
    #expect(try prices.find(1) == Price(id: 1, net: 8, gross: 16, label: "c"))
    #expect(try prices.save(Price(id: 1, net: 9)).gross == 18)
    #expect(try prices.find(1)?.label == nil)
  }

  /// SQLite folds the case of ASCII letters only, and compares names by their bytes.
  @Test(arguments: ["\u{c9}", "e\u{301}"])
  func reportsAColumnThatSQLiteDoesNotTakeForTheSame(name: String) throws {
    let database = try Database.inMemory()
    try database.execute(
      "CREATE TABLE accent (id INTEGER PRIMARY KEY, \(identifier: name) TEXT)"
    )
    let error = try #require(throws: RecordError.self) {
      _ = try Repository<Accent>(database).all()
    }
    guard case .schemaDrift = error else {
      Issue.record("\(error)")
      return
    }
  }

  @Test func survivesATableWithNothingToWrite() async {
    await #expect(processExitsWith: .success) {
      let database = try Database.inMemory()
      try database.execute("CREATE TABLE computed (n INTEGER, id INTEGER AS (n + 1))")
      let computed = Repository<Computed>(database)
      #expect(throws: (any Error).self) { try computed.insert(Computed(id: 1)) }
      // All that the type says is computed, so rows of nothing but defaults are what is asked for.
      #expect(try computed.insert(contentsOf: [Computed(id: 1), Computed(id: 2)]) == 2)
      #expect(try computed.count() == 2)
    }
  }
}
