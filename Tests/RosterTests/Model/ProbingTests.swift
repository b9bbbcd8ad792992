import Foundation
import Testing

@testable import Roster

/// The columns of a type, found without an instance.
@Suite struct ProbingTests {
  private func columns<T: Record>(_ type: T.Type) throws -> [String] {
    try RecordColumns.of(type).columns.map {
      "\($0.name) \($0.storageClass)\($0.isOptional ? "?" : "")"
    }
  }

  enum Raw: String, Codable { case only = "x y" }
  enum RawInt: Int, Codable { case seven = 7, nine = 9 }
  enum Listed: String, Codable, CaseIterable { case a, b }
  indirect enum Payload: Codable { case pair(Payload, Payload), leaf(Int) }
  struct Nested: Codable { var a: Int, deep: Deep }
  struct Deep: Codable { var b: [String: Date], url: URL? }
  final class Node: Codable { var next: Node?, others: [Node] = [] }
  struct Wrapped: Codable, Equatable {
    var value: Int
    init(from decoder: any Decoder) throws {
      value = try decoder.singleValueContainer().decode(Int.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }

  struct Everything: Record {
    static let tableName = "everything"
    static let primaryKey = PrimaryKey(\Everything.id)
    var id: UUID
    var bool: Bool, int: Int, int8: Int8?, uint64: UInt64, float: Float, double: Double?
    var string: String, data: Data, bytes: [UInt8]?, date: Date, url: URL, decimal: Decimal?
    var raw: Raw, rawInt: RawInt, listed: Listed?, payload: Payload, nested: Nested, node: Node
    var array: [Nested], set: Set<Int>, dictionary: [String: Nested], range: Range<Int>
    var wrapped: Wrapped, maybe: Wrapped?, closed: ClosedRange<Date>?, keyed: [RawInt: String]
  }

  @Test func findsEveryKindOfPropertyInOrder() throws {
    #expect(
      try columns(Everything.self) == [
        "id TEXT", "bool INTEGER", "int INTEGER", "int8 INTEGER?", "uint64 INTEGER", "float REAL",
        "double REAL?", "string TEXT", "data BLOB", "bytes BLOB?", "date TEXT", "url TEXT",
        "decimal TEXT?", "raw TEXT", "rawInt INTEGER", "listed TEXT?", "payload TEXT",
        "nested TEXT", "node TEXT", "array TEXT", "set TEXT", "dictionary TEXT", "range TEXT",
        "wrapped INTEGER", "maybe INTEGER?", "closed TEXT?", "keyed TEXT",
      ]
    )
  }

  struct Custom: Record {
    static let tableName = "custom"
    static let primaryKey = PrimaryKey(\Custom.id)
    var id: Int64?
    var name: String
    var score: Int
    var cache = 0
    enum CodingKeys: String, CodingKey { case id, name = "the name", score }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decodeIfPresent(Int64.self, forKey: .id)
      name =
        try container.decodeNil(forKey: .name) ? "" : container.decode(String.self, forKey: .name)
      score = try container.decodeIfPresent(Int.self, forKey: .score) ?? 5
    }
  }

  @Test func followsCustomKeysAndACustomInit() throws {
    #expect(
      try columns(Custom.self) == ["id INTEGER?", "the name TEXT?", "score INTEGER?"]
    )
  }

  class Parent: Codable { var id: Int64 = 0, name = "" }
  final class Child: Parent, Record {
    static let tableName = "children"
    static let primaryKey = PrimaryKey(\Child.id)
    var age: Int
    enum CodingKeys: CodingKey { case age }
    init(age: Int) {
      self.age = age
      super.init()
    }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      age = try container.decode(Int.self, forKey: .age)
      try super.init(from: container.superDecoder())
    }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(age, forKey: .age)
      try super.encode(to: container.superEncoder())
    }
  }

  @Test func mergesAClassAndItsParentIntoOneRow() throws {
    #expect(try columns(Child.self) == ["age INTEGER", "id INTEGER", "name TEXT"])
    let children = Repository<Child>(try Database.inMemory())
    try children.createTable()
    let child = Child(age: 4)
    child.id = 9
    child.name = "Kim"
    let stored = try children.insert(child)
    #expect((stored.id, stored.name, stored.age) == (9, "Kim", 4))
  }

  struct Flat: Record {
    static let tableName = "flat"
    static let primaryKey = PrimaryKey(\Flat.id)
    var id: Int, city: String, zip: Int
    enum CodingKeys: CodingKey { case id, address }
    enum AddressKeys: CodingKey { case city, zip }
    init(id: Int, city: String, zip: Int) { (self.id, self.city, self.zip) = (id, city, zip) }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(Int.self, forKey: .id)
      let address = try container.nestedContainer(keyedBy: AddressKeys.self, forKey: .address)
      city = try address.decode(String.self, forKey: .city)
      zip = try address.decode(Int.self, forKey: .zip)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      var address = container.nestedContainer(keyedBy: AddressKeys.self, forKey: .address)
      try address.encode(city, forKey: .city)
      try container.encode(id, forKey: .id)
      try address.encode(zip, forKey: .zip)
    }
  }

  @Test func keepsANestedContainerAsOneJSONColumn() throws {
    #expect(try columns(Flat.self) == ["id INTEGER", "address TEXT"])
    let flats = Repository<Flat>(try Database.inMemory())
    try flats.createTable()
    let stored = try flats.insert(Flat(id: 1, city: "Oslo", zip: 150))
    #expect((stored.city, stored.zip) == ("Oslo", 150))
    let json = try flats.database.query("SELECT address FROM flat", as: String.self)
    #expect(json == [#"{"city":"Oslo","zip":150}"#])
  }

  struct Email: Codable, Equatable {
    var text: String
    init(_ text: String) { self.text = text }
    init(from decoder: any Decoder) throws {
      text = try decoder.singleValueContainer().decode(String.self)
      guard text.contains("@") else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "no at sign")
        )
      }
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
  }
  struct Account: Record {
    static let tableName = "accounts"
    static let primaryKey = PrimaryKey(\Account.email)
    var email: Email
    var name: String
  }
  struct Exemplary: Record {
    static let tableName = "accounts"
    static let primaryKey = PrimaryKey(\Exemplary.email)
    static let example = Exemplary(email: Email("a@b"), backup: Email("c@d"), name: "x")
    var email: Email
    var backup: Email?
    var name: String
  }

  @Test func asksForAnExampleWhereATypeValidates() throws {
    let accounts = Repository<Account>(try Database.inMemory())
    let error = try thrown(RecordError.self) { try accounts.createTable() }
    #expect(
      error.description
        == "the columns of Account cannot be found: no value of type Email could be made up for "
        + "\"email\": no at sign. Add to Account: static let example = Account(...)"
    )
  }

  @Test func learnsFromTheExample() throws {
    #expect(try columns(Exemplary.self) == ["email TEXT", "backup TEXT?", "name TEXT"])
    let accounts = Repository<Exemplary>(try Database.inMemory())
    try accounts.createTable()
    try accounts.insert(Exemplary(email: Email("x@y"), backup: nil, name: "X"))
    #expect(try accounts.find(Email("x@y"))?.name == "X")
    let columns = try RecordColumns.of(Exemplary.self)
    #expect(try columns.column(ColumnPath(\Exemplary.backup)) == 1)
  }

  struct OnlyWritten: Record {
    static let tableName = "t"
    static let primaryKey = PrimaryKey(\OnlyWritten.id)
    var id = 0
    enum CodingKeys: CodingKey { case id, extra }
    init(from decoder: any Decoder) throws {
      id = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .id)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      try container.encode("x", forKey: .extra)
    }
  }
  struct OnlyRead: Record {
    static let tableName = "t"
    static let primaryKey = PrimaryKey(\OnlyRead.id)
    var id = 0
    var old = ""
    enum CodingKeys: CodingKey { case id, old }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
    }
  }
  struct Scalar: Record {
    static let tableName = "t"
    static let primaryKey = PrimaryKey(\Scalar.id)
    var id = 0
    init(from decoder: any Decoder) throws {
      id = try decoder.singleValueContainer().decode(Int.self)
    }
  }

  @Test func reportsKeysThatDecodeAndEncodeDisagreeOn() throws {
    let written = try thrown(RecordError.self) { try RecordColumns.of(OnlyWritten.self) }
    #expect(written.description.contains(#"writes "extra", which init(from:) never reads"#))
    let read = try thrown(RecordError.self) { try RecordColumns.of(OnlyRead.self) }
    #expect(read.description.contains(#"reads "old", which encode(to:) never writes"#))
    let scalar = try thrown(RecordError.self) { try RecordColumns.of(Scalar.self) }
    #expect(scalar.description.contains("not by keys"))
  }

  @Test func givesOneResultToConcurrentFirstUsers() async throws {
    struct Fresh: Record {
      static let tableName = "fresh"
      static let primaryKey = PrimaryKey(\Fresh.id)
      var id: Int, name: String
    }
    let found = try await withThrowingTaskGroup(of: ObjectIdentifier.self) { group in
      for _ in 0..<32 {
        group.addTask {
          let plan = try RecordPlan.of(Fresh.self)
          _ = try plan.columns.column(ColumnPath(\Fresh.name))
          return ObjectIdentifier(plan)
        }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(found.count == 1)
  }
}
