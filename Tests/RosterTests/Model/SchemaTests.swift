import Foundation
import Testing

@testable import Roster

/// Every element of the schema's vocabulary, as SQL and at work.
@Suite struct SchemaTests {
  struct School: Record {
    static let tableName = "schools"
    static let primaryKey = PrimaryKey(\School.id)
    static let schema: Schema<School> = [.autoincrement]
    var id: Int64?
    var name: String
  }
  enum Status: String, Codable, Sendable { case active, gone }
  struct Address: Codable { var city: String }
  struct Student: Record {
    static let tableName = "students"
    static let primaryKey = PrimaryKey(\Student.id)
    static let columnNaming = ColumnNaming.snakeCase
    static let schema: Schema<Student> = [
      .unique(\.studentNumber),
      .unique(\.firstName, \.lastName),
      .index(\.lastName, \.firstName, where: { $0.age >= 18 && $0.status != .gone }),
      .index(\.lastName, unique: true, where: { $0.age == nil }),
      .index { "lower(\($0.lastName))" },
      .index(\.address.city),
      .references(\.schoolID, School.self, onDelete: .cascade, onUpdate: .restrict),
      .check { $0.age >= 0 || !($0.age < 200) },
      .check { "length(\($0.firstName)) > 0" },
      .defaultValue(\.status, .active),
      .defaultValue(\.points, 5),
      .collate(\.lastName, .noCase),
      .stored(\.createdAt, as: .unixMilliseconds),
      .generated(\.fullName) { "\($0.firstName) || ' ' || \($0.lastName)" },
    ]
    var id: Int64?
    var studentNumber: String
    var firstName: String
    var lastName: String
    var age: Int?
    var schoolID: Int64?
    var status: Status
    var points: Int?
    var address: Address
    var createdAt: Date
    var fullName: String?
  }

  @Test func writesTheWholeVocabulary() throws {
    let sql = try Repository<Student>(Database.inMemory()).createStatements
    #expect(
      sql[0] == """
        CREATE TABLE IF NOT EXISTS "students" (
          "id" INTEGER PRIMARY KEY,
          "student_number" TEXT NOT NULL,
          "first_name" TEXT NOT NULL,
          "last_name" TEXT NOT NULL COLLATE "NOCASE",
          "age" INTEGER,
          "school_id" INTEGER,
          "status" TEXT NOT NULL DEFAULT ('active'),
          "points" INTEGER DEFAULT (5),
          "address" TEXT NOT NULL,
          "created_at" INTEGER NOT NULL,
          "full_name" TEXT GENERATED ALWAYS AS ("first_name" || ' ' || "last_name") VIRTUAL,
          UNIQUE ("student_number"),
          UNIQUE ("first_name", "last_name"),
          FOREIGN KEY ("school_id") REFERENCES "schools" ("id") \
        ON DELETE CASCADE ON UPDATE RESTRICT,
          CHECK (("age" >= 0) OR (("age" < 200) IS NOT TRUE)),
          CHECK (length("first_name") > 0)
        )
        """
    )
    #expect(
      Array(sql[1...]) == [
        #"CREATE INDEX IF NOT EXISTS "index_students_on_last_name_first_name" ON "students" "#
          + #"("last_name", "first_name") WHERE (("age" >= 18) AND ("status" <> 'gone'))"#,
        #"CREATE UNIQUE INDEX IF NOT EXISTS "index_students_on_last_name" ON "students" "#
          + #"("last_name") WHERE ("age" IS NULL)"#,
        #"CREATE INDEX IF NOT EXISTS "index_students_on_expression" ON "students" "#
          + #"(lower("last_name"))"#,
        #"CREATE INDEX IF NOT EXISTS "index_students_on_address_city" ON "students" "#
          + #"(json_extract("address", '$."city"'))"#,
      ]
    )
  }

  private func student(_ number: String, age: Int? = 20) -> Student {
    Student(
      id: nil,
      studentNumber: number,
      firstName: "Ann",
      lastName: number,
      age: age,
      schoolID: nil,
      status: .active,
      points: nil,
      address: Address(city: "Oslo"),
      createdAt: Date(timeIntervalSince1970: 1.2345),
      fullName: nil
    )
  }

  @Test func enforcesTheVocabulary() throws {
    let database = try Database.inMemory()
    let schools = Repository<School>(database)
    let students = Repository<Student>(database)
    try schools.createTable()
    try students.createTable()
    let school = try schools.insert(School(id: nil, name: "Berg"))
    var ann = student("A")
    ann.schoolID = school.id
    let stored = try students.insert(ann)
    #expect(stored.fullName == "Ann A")
    #expect(stored.points == 5, "a default takes the place of nil on insert")
    #expect(
      stored.createdAt == Date(timeIntervalSince1970: 1.234)
        || stored.createdAt
          == Date(timeIntervalSince1970: 1.235)
    )

    func code(_ student: Student) throws -> ResultCode {
      try thrown(DatabaseError.self) { try students.insert(student) }.code
    }
    #expect(try code(student("A")) == .constraintUnique)
    var orphan = student("B")
    orphan.schoolID = 99
    #expect(try code(orphan) == .constraintForeignKey)
    var nameless = student("C")
    nameless.firstName = ""
    #expect(try code(nameless) == .constraintCheck)
    var cleared = stored
    cleared.points = nil
    try students.update(cleared)
    #expect(try students.get(1).points == nil, "an update to nil clears the column")
    #expect(try students.save(cleared).points == nil, "and so does a save of a row that exists")
    let names = "SELECT count(*) FROM students WHERE last_name = 'a'"
    #expect(try database.query("\(raw: names)", as: Int.self) == [1])
    try schools.delete(school)
    #expect(try students.count() == 0)
    #expect(try schools.insert(School(id: nil, name: "Dal")).id == 2, "keys are not given twice")
  }

  struct Line: Record {
    static let tableName = "lines"
    static let primaryKey = PrimaryKey(\Line.order, \Line.product)
    static let schema: Schema<Line> = [
      .strict, .withoutRowID, .stored(\.token, as: .blob), .stored(\.at, as: .julianDay),
      .stored(\.on, as: .unixSeconds),
      .generated(\.total, stored: true) { "\($0.price) * \($0.order)" },
    ]
    var order: Int, product: String, price: Double, token: UUID?, at: Date?, on: Date?
    var total: Double?
  }
  struct Note: Record {
    static let tableName = "notes"
    static let primaryKey = PrimaryKey(\Note.id)
    static let schema: Schema<Note> = [
      .references(\.order, \.product, Line.self, onDelete: .setNull, deferred: true)
    ]
    var id: Int, order: Int?, product: String?
  }

  @Test func makesStrictTablesWithoutRowIDAndCompositeReferences() throws {
    let database = try Database.inMemory()
    let lines = Repository<Line>(database)
    let notes = Repository<Note>(database)
    #expect(
      try lines.createStatements == [
        """
        CREATE TABLE IF NOT EXISTS "lines" (
          "order" INTEGER NOT NULL,
          "product" TEXT NOT NULL,
          "price" REAL NOT NULL,
          "token" BLOB,
          "at" REAL,
          "on" REAL,
          "total" REAL GENERATED ALWAYS AS ("price" * "order") STORED,
          PRIMARY KEY ("order", "product")
        ) STRICT, WITHOUT ROWID
        """
      ]
    )
    #expect(
      try notes.createStatements[0].contains(
        #"FOREIGN KEY ("order", "product") REFERENCES "lines" ("order", "product") "#
          + "ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED"
      )
    )
    try lines.createTable()
    try notes.createTable()
    let noon = Date(timeIntervalSince1970: 1_767_268_800)
    let line = try lines.insert(
      Line(order: 3, product: "p", price: 1.5, token: UUID(), at: noon, on: noon, total: nil)
    )
    #expect(line.total == 4.5)
    #expect((line.at, line.on) == (noon, noon))
    #expect(try database.query("SELECT typeof(token) FROM lines", as: String.self) == ["blob"])
    try notes.insert(Note(id: 1, order: 3, product: "p"))
    try lines.delete(key: (3, "p"))
    #expect(try notes.get(1).order == nil)
  }

  struct Keyless<Value>: Record where Value: Codable & Sendable & SendableMetatype {
    static var tableName: String { "keyless" }
    static var primaryKey: PrimaryKey<Self, String> { PrimaryKey(\.id) }
    static var schema: Schema<Self> { [.autoincrement] }
    var id: String
  }
  struct BadForm: Record {
    static let tableName = "bad"
    static let primaryKey = PrimaryKey(\BadForm.id)
    static let schema: Schema<BadForm> = [.stored(\.id, as: .unixMilliseconds)]
    var id: Int
  }
  struct BadReference: Record {
    static let tableName = "bad"
    static let primaryKey = PrimaryKey(\BadReference.id)
    static let schema: Schema<BadReference> = [.references(\.id, Line.self)]
    var id: Int
  }
  struct BoundCheck: Record {
    static let tableName = "bad"
    static let primaryKey = PrimaryKey(\BoundCheck.id)
    static let schema: Schema<BoundCheck> = [.check { "\($0.id) > \(5)" }]
    var id: Int
  }
  struct ComputedIndex: Record {
    static let tableName = "bad"
    static let primaryKey = PrimaryKey(\ComputedIndex.id)
    static let schema: Schema<ComputedIndex> = [.index(\.half)]
    var id: Int
    var half: Double { Double(id) / 2 }
  }

  @Test func refusesSchemasThatContradictThemselves() throws {
    func reason<T: Record>(_ type: T.Type) throws -> String {
      try thrown(RecordError.self) { try RecordPlan.of(type) }.description
    }
    #expect(
      try reason(Keyless<Int>.self).contains("autoincrement needs a primary key of one integer")
    )
    #expect(try reason(BadForm.self).contains("cannot be stored as unixMilliseconds"))
    #expect(try reason(BadReference.self).contains("needs 2 columns, not 1"))
    #expect(try reason(BoundCheck.self).contains("cannot be bound in a table's definition"))
    #expect(try reason(ComputedIndex.self).contains("computed property of type Double"))
  }

  struct Hostile: Record {
    static let tableName = "a\"b; DROP TABLE x"
    static let primaryKey = PrimaryKey(\Hostile.order)
    static let schema: Schema<Hostile> = [
      .unique(\.quote), .index(\.quote), .defaultValue(\.quote, "it's \"so\"; --"),
      .check { $0.quote != "'); DROP TABLE x" },
    ]
    var order: Int
    var quote: String
    enum CodingKeys: String, CodingKey { case order = "ORDER", quote = "q\"'`];--" }
  }

  @Test func quotesHostileNamesAndLiterals() throws {
    let hostile = Repository<Hostile>(try Database.inMemory())
    try hostile.createTable()
    let record = try hostile.insert(Hostile(order: 1, quote: "\"; DELETE"))
    #expect(try hostile.find(1)?.quote == record.quote)
    try hostile.database.execute(
      "INSERT INTO \(identifier: Hostile.tableName) (\"ORDER\") VALUES (2)"
    )
    #expect(try hostile.get(2).quote == "it's \"so\"; --")
    try hostile.dropTable()
    #expect(throws: DatabaseError.self) { try hostile.count() }
  }
}
