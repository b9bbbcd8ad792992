import Foundation
import Roster

/// A year at eight schools: the steps in their order, and the first of them.
struct Story {
  let database: Database
  let schools: Repository<School>
  let students: Repository<Student>
  let users: Repository<User>
  let fixture: Fixture
  let console: Console

  init(_ database: Database, _ fixture: Fixture, _ console: Console) {
    self.database = database
    self.fixture = fixture
    self.console = console
    schools = Repository(database)
    students = Repository(database)
    users = Repository(database)
  }

  func tell() throws {
    console.title(
      "Roster demo: a school register in \(database.path), by SQLite \(SQLiteVersion.current)"
    )
    let steps: [(title: String, tell: () throws -> Void)] = [
      ("Create the tables, from the structs", createTables),
      ("Insert in bulk, one transaction for each table", insertInBulk),
      ("Find by key", findByKey),
      ("Update", updateOne),
      ("A nil clears its column", clearAColumn),
      ("Upsert by student number", upsertByNumber),
      ("Save: insert without a key, update with one", saveUsers),
      ("Delete", deleteOne),
      ("A transaction that fails leaves nothing behind", failInATransaction),
      ("A duplicate is refused, by name", insertADuplicate),
      ("A raw query, its value bound, into a Decodable report", reportBySchool),
      ("A column that is wrong in the file, and where exactly", readAWrongColumn),
      ("How many students there are, by status", countByStatus),
    ]
    for (index, step) in steps.enumerated() {
      console.step(index + 1, step.title)
      try step.tell()
    }
  }

  private func createTables() throws {
    try schools.createTable()
    try students.createTable()
    try users.createTable()
    console.swift("try schools.createTable()   // then students and users")
    let statements =
      try schools.createStatements + students.createStatements + users.createStatements
    for statement in statements { console.sql(statement) }
    let tables = try database.query(
      "SELECT count(*) FROM sqlite_schema WHERE type = 'table'",
      as: Int.self
    )
    console.result("\(tables.reduce(0, +)) tables, and \(statements.count - 3) indexes")
  }

  private func insertInBulk() throws {
    let counts = (
      try schools.insert(contentsOf: fixture.schools),
      try students.insert(contentsOf: fixture.students),
      try users.insert(contentsOf: fixture.users)
    )
    console.swift("try students.insert(contentsOf: fixture.students)   // all tables so")
    console.sql("BEGIN IMMEDIATE\n\(StatementText.students.insertMany)\nCOMMIT")
    console.result("\(counts.0) schools, \(counts.1) students, \(counts.2) users")
  }

  private func findByKey() throws {
    guard let student = try students.find(1) else { throw DemoError("student 1 is gone") }
    console.swift("try students.find(1)")
    console.sql(StatementText.students.find)
    console.result(describe(student))
  }

  func describe(_ student: Student) -> String {
    let guardians = student.guardians.map { "\($0.name) (\($0.phone))" }.joined(separator: ", ")
    let average = student.average.map { "\($0)" } ?? "nil"
    return """
      \(student.studentNumber) \(student.firstName) \(student.lastName), \
      id \(student.id.map(String.init) ?? "nil")
      age \(student.age.map(String.init) ?? "nil"), \(student.status), average \(average), \
      enrolled \(student.enrolled.formatted(.iso8601))
      email \(student.email ?? "nil")
      guardians \(guardians.isEmpty ? "none" : guardians)
      """
  }
}
