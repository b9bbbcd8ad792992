import Foundation
import Testing

@testable import Roster

/// Types whose own code changes, or does not bear, what it is given.
@Suite struct DemandingTypeTests {
  struct Lower: Record {
    static let tableName = "lower"
    static let primaryKey = PrimaryKey(\Lower.email)
    static let schema: Schema<Lower> = [.index(\.name)]
    var email: String
    var name: String?
    init(email: String, name: String?) { (self.email, self.name) = (email.lowercased(), name) }
    enum CodingKeys: CodingKey { case email, name }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      email = try container.decode(String.self, forKey: .email).lowercased()
      name = try container.decode(String?.self, forKey: .name)
    }
  }

  @Test func findsAPropertyThatIsNormalized() throws {
    let lower = Repository<Lower>(try Database.inMemory())
    try lower.createTable()
    try lower.insert(Lower(email: "Ann@Example.org", name: nil))
    #expect(try lower.find("ann@example.org")?.name == nil)
  }

  struct Email: Codable {
    var user: Substring
    init(_ text: String) { user = text.split(separator: "@")[1] }
    init(from decoder: any Decoder) throws {
      self.init(try decoder.singleValueContainer().decode(String.self))
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode("x@\(user)")
    }
  }
  struct Account: Record {
    static let tableName = "accounts"
    static let primaryKey = PrimaryKey(\Account.id)
    static let example = Account(id: 1, email: Email("a@b"))
    var id: Int64?
    var email: Email
  }

  @Test func sparesATypeMadeUpValuesWhereThereIsAnExample() throws {
    let accounts = Repository<Account>(try Database.inMemory())
    try accounts.createTable()
    #expect(try accounts.insert(Account(email: Email("x@y"))).email.user == "y")
  }

  struct Loose: Record {
    static let tableName = "loose"
    static let primaryKey = PrimaryKey(\Loose.id)
    var id: Int
    var name: String?
  }

  @Test func refusesToChangeSeveralRowsByOneKey() throws {
    let database = try Database.inMemory()
    try database.execute("CREATE TABLE loose (id INTEGER, name TEXT)")
    try database.execute("INSERT INTO loose VALUES (8, 'a'), (8, 'b'), (9, 'c')")
    let loose = Repository<Loose>(database)
    for call in [
      { try loose.update(Loose(id: 8)) }, { try loose.delete(key: 8) },
      { try loose.delete(Loose(id: 8)) },
    ] as [() throws -> Any] {
      let error = try thrown(RecordError.self, call)
      #expect(error.description.contains("2 rows have it"))
      #expect(throws: RecordError.self) { try database.write { _ = try? call() } }
    }
    #expect(try loose.all().map(\.name) == ["a", "b", "c"])
    #expect(try loose.delete(key: 9))
  }

  @Test func refusesAViewThatStoresNothing() throws {
    let database = try Database.inMemory()
    try database.execute(
      "CREATE TABLE t (id INTEGER, name TEXT); CREATE VIEW loose AS SELECT * FROM t"
    )
    let loose = Repository<Loose>(database)
    #expect(throws: DatabaseError.self) { try loose.insert(Loose(id: 1)) }
    #expect(throws: DatabaseError.self) { try loose.insert(contentsOf: [Loose(id: 1)]) }
    #expect(try loose.all().isEmpty)
  }

  @Test func refusesNaNInsideJSON() throws {
    let decimals = try boxes(of: [Decimal].self)
    #expect(throws: EncodingError.self) { try decimals.insert(Box(id: nil, value: [.nan])) }
    #expect(try decimals.insert(Box(id: nil, value: [1])).value == [1])
    let texts = try boxes(of: [String].self)
    #expect(try texts.insert(Box(id: nil, value: ["NaN"])).value == ["NaN"])
  }
}
