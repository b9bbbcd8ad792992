import Foundation
import Testing

@testable import Roster

/// The models that people start from, each through its whole life.
@Suite struct ModelsTests {
  struct Student: Record, Equatable {
    static let tableName = "students"
    static let primaryKey = PrimaryKey(\Student.StudentID)
    static let columnNaming = ColumnNaming.snakeCase
    var StudentID: Int
    var StudentNumber: String
    var FirstName: String
    var LastName: String
    var Age: Int?
  }

  @Test func keepsStudentsUnderSnakeCaseColumns() throws {
    let students = Repository<Student>(try Database.inMemory())
    #expect(
      try students.createStatements == [
        """
        CREATE TABLE IF NOT EXISTS "students" (
          "student_id" INTEGER PRIMARY KEY,
          "student_number" TEXT NOT NULL,
          "first_name" TEXT NOT NULL,
          "last_name" TEXT NOT NULL,
          "age" INTEGER
        )
        """
      ]
    )
    try students.createTable()
    try students.createTable()
    var ann = Student(
      StudentID: 7,
      StudentNumber: "S-7",
      FirstName: "Ann",
      LastName: "Lee",
      Age: 20
    )
    #expect(try students.insert(ann) == ann)
    #expect(try students.find(7) == ann)
    ann.Age = nil
    try students.update(ann)
    #expect(try students.get(7).Age == nil)
    ann.LastName = "Moe"
    #expect(try students.save(ann) == ann)
    #expect(try students.all() == [ann])
    let names = try students.database.query(
      "SELECT * FROM students WHERE student_number = \("S-7")",
      as: Student.self
    )
    #expect(names == [ann])
    #expect(try students.delete(ann))
    #expect(try !students.delete(key: 7))
    #expect(try students.find(7) == nil)
    #expect(try students.count() == 0)
  }

  struct Contact: Record, Equatable {
    static let tableName = "Contact"
    static let primaryKey = PrimaryKey(\Contact.Id)
    var Id: Int32
    var Name: String
  }

  @Test func keepsContactsWithA32BitKey() throws {
    let contacts = Repository<Contact>(try Database.inMemory())
    try contacts.createTable()
    let contact = try contacts.insert(Contact(Id: .max, Name: "Ömer"))
    #expect(try contacts.find(.max) == contact)
    try contacts.update(Contact(Id: .max, Name: "Oya"))
    #expect(try contacts.get(.max).Name == "Oya")
    try contacts.database.execute("INSERT INTO Contact VALUES (\(Int64(Int32.max) + 1), 'far')")
    #expect(throws: DecodingError.self) { try contacts.all() }
    #expect(try contacts.delete(key: .max))
  }

  struct User: Record, Equatable {
    static let tableName = "users"
    static let primaryKey = PrimaryKey(\User.id)
    let id: Int64?
    let name: String
    let surname: String
  }

  @Test func givesAUserItsNewID() throws {
    let users = Repository<User>(try Database.inMemory())
    try users.createTable()
    let first = try users.insert(User(id: nil, name: "Ada", surname: "Byron"))
    let second = try users.insert(User(id: nil, name: "Bo", surname: "Ek"))
    #expect((first.id, second.id) == (1, 2))
    #expect(try users.find(2) == second)
    let renamed = User(id: 2, name: "Bo", surname: "Dahl")
    try users.update(renamed)
    #expect(try users.save(User(id: nil, name: "Cy", surname: "Fox")).id == 3)
    #expect(try users.all() == [first, renamed, User(id: 3, name: "Cy", surname: "Fox")])
    #expect(try users.delete(renamed))
    #expect(try users.count() == 2)
  }

  @Test func runsTheRawWay() throws {
    let database = try Database.inMemory()
    try database.execute("CREATE TABLE test (num INTEGER)")
    let insert = try database.prepare("INSERT INTO test VALUES (?)")
    for number in 10...19 { #expect(try insert.run(number) == 1) }
    var numbers: [Int] = []
    try database.prepare("SELECT num FROM test").forEach { row in
      numbers.append(try row.get(0))
    }
    #expect(numbers == Array(10...19))
  }

  struct Line: Record, Equatable {
    static let tableName = "Order Details"
    static let primaryKey = PrimaryKey(\Line.orderID, \Line.productID)
    static let schema: Schema<Line> = [.withoutRowID]
    var orderID: Int
    var productID: String
    var quantity: Int?
  }
  struct Token: Record, Equatable {
    static let tableName = "tokens"
    static let primaryKey = PrimaryKey(\Token.id)
    static let schema: Schema<Token> = [.stored(\.id, as: .blob)]
    var id: UUID, label: String
  }
  struct Dated: Record, Equatable {
    static let tableName = "dated"
    static let primaryKey = PrimaryKey(\Dated.day)
    static let schema: Schema<Dated> = [.stored(\.day, as: .unixMilliseconds)]
    var day: Date
  }

  @Test func findsByCompositeTextBlobAndDateKeys() throws {
    let database = try Database.inMemory()
    let lines = Repository<Line>(database)
    try lines.createTable()
    let line = Line(orderID: 10248, productID: "it's", quantity: 3)
    try lines.insert(line)
    #expect(try lines.find((10248, "it's")) == line)
    #expect(try lines.find((10248, "its")) == nil)
    let key: (Int, String) = (1, "'x'")
    #expect(
      try thrown(RecordError.self) { try lines.get(key) }.description
        == #"table "Order Details" has no row with orderID = 1, productID = '''x'''"#
    )
    #expect(try lines.save(Line(orderID: 10248, productID: "it's", quantity: nil)).quantity == nil)
    #expect(try lines.delete(key: (10248, "it's")))

    let tokens = Repository<Token>(database)
    try tokens.createTable()
    let token = try tokens.insert(Token(id: UUID(), label: "a"))
    #expect(try tokens.find(token.id) == token)
    #expect(try tokens.delete(token))

    let days = Repository<Dated>(database)
    try days.createTable()
    let day = try days.insert(Dated(day: Date(timeIntervalSince1970: 5)))
    #expect(try days.find(day.day) == day)
    try days.update(day)
    #expect(try days.save(day) == day)
    #expect(try days.count() == 1)
  }

  struct Tag: Record, Equatable {
    static let tableName = "tags"
    static let primaryKey = PrimaryKey(\Tag.id)
    var id: UUID?
    var name: String
  }

  @Test func refusesANilKeyThatSQLiteCannotGive() throws {
    let tags = Repository<Tag>(try Database.inMemory())
    try tags.createTable()
    let nameless = Tag(id: nil, name: "x")
    let error = try thrown(DatabaseError.self) { try tags.insert(nameless) }
    #expect((error.code, error.columns) == (.constraintNotNull, ["id"]))
    for call in [{ try tags.update(nameless) }, { try tags.delete(nameless) }] as [() throws -> Any]
    {
      let error = try thrown(RecordError.self, call)
      #expect(error.description == #"the record has no key yet, so it is no row of table "tags""#)
    }
  }
}
