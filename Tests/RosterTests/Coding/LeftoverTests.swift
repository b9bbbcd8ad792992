import Foundation
import Testing

@testable import Roster

/// Nothing of one record may turn up in another, whatever a type's `encode(to:)` does.
@Suite struct LeftoverTests {
  struct Tag: Codable {
    var text: String?
    init(_ text: String?) { self.text = text }
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      text = container.decodeNil() ? nil : try container.decode(String.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      if let text { try container.encode(text) }
    }
  }

  struct Tagged: Record {
    static let tableName = "tagged"
    static let primaryKey = PrimaryKey(\Tagged.id)
    var id: Int64?
    var tag: Tag?
    var number: Double?
    var other: String
    init(_ tag: String?, _ number: Double?, _ other: String) {
      (self.tag, self.number, self.other) = (Tag(tag), number, other)
    }
    enum CodingKeys: CodingKey { case id, tag, number, other }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      try container.encode(tag, forKey: .tag)
      try? container.encodeIfPresent(number, forKey: .number)
      try container.encode(other, forKey: .other)
    }
  }

  @Test func bindsNullWhereATypeEncodesNothing() throws {
    let tagged = Repository<Tagged>(try Database.inMemory())
    try tagged.createTable()
    let long = String(repeating: "x", count: 5000)
    try tagged.insert(
      contentsOf: (0..<100).map {
        $0 % 2 == 0 ? Tagged("tag", 1.5, long) : Tagged(nil, .nan, "other")
      }
    )
    for record in try tagged.all() {
      let isFirst = record.other == long
      #expect(record.tag?.text == (isFirst ? "tag" : nil))
      #expect(record.number == (isFirst ? 1.5 : nil))
    }
  }

  struct Fault: Error {}
  struct Nested: Record {
    static let tableName = "nested"
    static let primaryKey = PrimaryKey(\Nested.id)
    static let example = Nested(id: 1, a: "x", b: "y")
    var id: Int64?
    var a: String
    var b: String?
    enum CodingKeys: CodingKey { case id, inner }
    enum InnerKeys: CodingKey { case a, b }
    init(id: Int64? = nil, a: String, b: String?) { (self.id, self.a, self.b) = (id, a, b) }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decodeIfPresent(Int64.self, forKey: .id)
      let inner = try container.nestedContainer(keyedBy: InnerKeys.self, forKey: .inner)
      a = try inner.decode(String.self, forKey: .a)
      b = try inner.decodeIfPresent(String.self, forKey: .b)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      var inner = container.nestedContainer(keyedBy: InnerKeys.self, forKey: .inner)
      try inner.encode(a, forKey: .a)
      if let b { try inner.encode(b, forKey: .b) }
      if a == "bad" { throw Fault() }
    }
  }

  @Test func forgetsARecordThatFailed() throws {
    let nested = Repository<Nested>(try Database.inMemory())
    try nested.createTable()
    #expect(throws: Fault.self) { try nested.insert(Nested(a: "bad", b: "secret")) }
    let stored = try nested.insert(Nested(a: "new", b: nil))
    #expect(stored.b == nil)
    #expect(try nested.count() == 1)
  }

  @Test func namesTheColumnOfANestedContainer() throws {
    let nested = Repository<Nested>(try Database.inMemory())
    try nested.createTable()
    try nested.database.execute(#"INSERT INTO nested VALUES (1, '{"a":5}')"#)
    let error = try thrown(DecodingError.self) { try nested.all() }
    #expect(error.context?.codingPath.map(\.stringValue) == ["inner", "a"])
    #expect(error.context?.debugDescription.contains(#"column "inner" of table "nested""#) == true)
    try nested.database.execute("UPDATE nested SET inner = 'x'")
    #expect(throws: DecodingError.self) { try nested.all() }
  }
}
