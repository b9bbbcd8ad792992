import Foundation
import Testing

@testable import Roster

/// Conflict clauses, triggers and handlers that end a write in other ways than by an error alone.
@Suite struct ConflictTests {
  struct Number: Record {
    static let tableName = "numbers"
    static let primaryKey = PrimaryKey(\Number.id)
    var id: Int64?
    var n: Int
  }

  private func numbers(_ clause: String) throws -> Repository<Number> {
    let database = try Database.inMemory()
    try database.execute(
      "CREATE TABLE numbers (id INTEGER PRIMARY KEY, n INTEGER UNIQUE ON CONFLICT \(raw: clause))"
    )
    return Repository(database)
  }

  @Test(arguments: ["ROLLBACK", "ABORT", "FAIL", "IGNORE"])
  func insertsAllOrNoneWhateverTheConflictClause(clause: String) throws {
    let numbers = try numbers(clause)
    let batch = (0..<100).map { Number(n: $0 == 41 ? 5 : $0) }
    let error = try thrown(DatabaseError.self) { try numbers.insert(contentsOf: batch) }
    // Where rows before it were kept, SQLite does not say which record it was.
    #expect(error.recordIndex == (clause == "ABORT" ? 41 : nil))
    #expect(try numbers.count() == 0)
    // The connection is as before.
    try numbers.database.execute("BEGIN; INSERT INTO numbers VALUES (NULL, 1); COMMIT")
    #expect(try numbers.insert(contentsOf: [Number(n: 2), Number(n: 3)]) == 2)
    #expect(try numbers.count() == 3)
  }

  @Test func undoesAWriteWhoseHandlerThrewADatabaseError() throws {
    let numbers = try numbers("ABORT")
    let database = numbers.database
    let insert = try database.prepare("INSERT INTO numbers VALUES (NULL, ?) RETURNING id")
    func fails() throws {
      try insert.forEach(1) { _ in try database.execute("INSERT INTO nowhere VALUES (1)") }
    }
    #expect(throws: DatabaseError.self) { try fails() }
    #expect(try numbers.count() == 0)
    #expect(throws: DatabaseError.self) { try database.write { try? fails() } }
    #expect(try numbers.count() == 0)
  }

  struct Coded: Record {
    static let tableName = "coded"
    static let primaryKey = PrimaryKey(\Coded.code)
    var code: String
  }

  @Test func refusesAKeyThatTheColumnWouldTakeForAnother() throws {
    let database = try Database.inMemory()
    try database.execute(
      "CREATE TABLE coded (code NUMERIC PRIMARY KEY); INSERT INTO coded VALUES (7)"
    )
    let coded = Repository<Coded>(database)
    #expect(throws: EncodingError.self) { try coded.delete(key: "007") }
    #expect(throws: EncodingError.self) { try coded.find("7") }
    #expect(try database.query("SELECT code FROM coded", as: Int.self) == [7])
  }

  struct Full: Record {
    static let tableName = "full"
    static let primaryKey = PrimaryKey(\Full.id)
    static let schema: Schema<Full> = [.generated(\.name) { _ in "'x'" }]
    var id: Int64?
    var name: String?
  }

  @Test func refusesAGeneratedColumnThatTheTableHasAsAPlainOne() throws {
    let database = try Database.inMemory()
    try database.execute("CREATE TABLE full (id INTEGER PRIMARY KEY, name TEXT)")
    let error = try thrown(RecordError.self) { try Repository<Full>(database).insert(Full()) }
    #expect(error.description.contains(#"column "name" is generated, but table "full""#))
  }

  struct Moment: Record {
    static let tableName = "moments"
    static let primaryKey = PrimaryKey(\Moment.at)
    static let schema: Schema<Moment> = [.stored(\.at, as: .unixMilliseconds)]
    var at: Date?
  }

  @Test func givesNoRowIDInPlaceOfADate() throws {
    let moments = Repository<Moment>(try Database.inMemory())
    try moments.createTable()
    let error = try thrown(DatabaseError.self) { try moments.insert(Moment()) }
    #expect(error.code == .constraintNotNull)
  }

  struct Amount: Codable { var value: Decimal, data: Data }
  struct Account: Record {
    static let tableName = "accounts"
    static let primaryKey = PrimaryKey(\Account.id)
    static let schema: Schema<Account> = [
      .check { $0.amount.value >= Decimal(0) && $0.amount.data != Data([9]) }
    ]
    var id: Int64?
    var amount: Amount
  }

  @Test func comparesInsideJSONAsJSONWritesIt() throws {
    let accounts = Repository<Account>(try Database.inMemory())
    try accounts.createTable()
    try accounts.insert(Account(amount: Amount(value: 5, data: Data([1]))))
    for amount in [Amount(value: -1, data: Data()), Amount(value: 1, data: Data([9]))] {
      let error = try thrown(DatabaseError.self) { try accounts.insert(Account(amount: amount)) }
      #expect((error.code, error.table) == (.constraintCheck, "accounts"))
      #expect(error.description.contains(#"in table "accounts""#))
    }
  }

  @Test func namesTheColumnThoughItsValueIsCalledLikeIt() throws {
    let database = try Database.inMemory()
    try database.execute("CREATE TABLE users (name TEXT UNIQUE)")
    let insert = try database.prepare("INSERT INTO users VALUES (?)")
    try insert.run("name")
    let error = try thrown(DatabaseError.self) { try insert.run("name") }
    #expect((error.table, error.columns) == ("users", ["name"]))
  }
}
