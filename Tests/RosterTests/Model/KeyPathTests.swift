import Foundation
import Testing

@testable import Roster

/// The way from a key path to its column.
@Suite struct KeyPathTests {
  struct Address: Codable { var city: String, street: Street }
  struct Street: Codable { var name: String, number: Int?, isPaved: Bool }

  struct Person: Record {
    static let tableName = "people"
    static let primaryKey = PrimaryKey(\Person.id)
    var id: Int64?
    var firstName: String
    var lastName: String
    var isA = false, isB = false, isC = false
    var home: Address
    var work: Address
    var spare: Address?
    var born: Date?
    var observed = 0 { didSet { cached += 1 } }
    var cached = 0
    enum CodingKeys: String, CodingKey {
      case firstName = "given", lastName = "family", isA, isB, isC, home, work, spare, born
      case observed = "seen", id, nickname, weight, tags
    }

    var fullName: String { "\(firstName) \(lastName)" }
    var upper: String { firstName.uppercased() }
    var isNamed: Bool { !firstName.isEmpty }
    var isBoth: Bool { isA && isB }
    var isOneOnly: Bool { isA && !isB }
    var initial: String { String(firstName.prefix(1)) }
    var trimmed: String { firstName.trimmingCharacters(in: .whitespaces) }
    var ascii: String { firstName.replacing("\u{e9}", with: "e") }
    var nickname: String?
    var called: String { nickname ?? firstName }
    var weight = 0.0
    var rounded: Double { weight.rounded() }
    var positive: Double { abs(weight) }
    var tags: [String] = []
  }

  private func name<Value: ColumnValue>(_ keyPath: KeyPath<Person, Value>) throws -> String {
    let columns = try RecordColumns.of(Person.self)
    return columns.expression(try columns.place(ColumnPath(keyPath))).text
  }

  @Test func findsEveryStoredProperty() throws {
    #expect(try name(\.id) == #""id""#)
    #expect(try name(\.firstName) == #""given""#)
    #expect(try name(\.lastName) == #""family""#)
    #expect(try name(\.isA) == #""isA""#)
    #expect(try name(\.isB) == #""isB""#)
    #expect(try name(\.isC) == #""isC""#)
    #expect(try name(\.home) == #""home""#)
    #expect(try name(\.work) == #""work""#)
    #expect(try name(\.spare) == #""spare""#)
    #expect(try name(\.born) == #""born""#)
  }

  @Test func findsAPropertyWithObservers() throws {
    #expect(try name(\.observed) == #""seen""#)
  }

  @Test func findsPropertiesInsideJSON() throws {
    #expect(try name(\.home.city) == #"json_extract("home", '$."city"')"#)
    #expect(try name(\.work.city) == #"json_extract("work", '$."city"')"#)
    #expect(try name(\.work.street.name) == #"json_extract("work", '$."street"."name"')"#)
    #expect(try name(\.home.street.number) == #"json_extract("home", '$."street"."number"')"#)
    #expect(try name(\.home.street.isPaved) == #"json_extract("home", '$."street"."isPaved"')"#)
    #expect(try name(\.home.street) == #"json_extract("home", '$."street"')"#)
  }

  @Test(
    arguments: [
      (\Person.fullName, "String"), (\Person.upper, "String"), (\Person.initial, "String"),
      (\Person.isNamed, "Bool"), (\Person.isBoth, "Bool"), (\Person.isOneOnly, "Bool"),
      (\Person.cached, "cached"), (\Person.trimmed, "String"), (\Person.ascii, "String"),
      (\Person.called, "String"), (\Person.rounded, "Double"), (\Person.positive, "Double"),
      (\Person.tags[0], "tags"), (\Person.tags.count, "tags"), (\Person.spare!.city, "spare"),
    ] as [(any PartialKeyPath<Person> & Sendable, String)]
  )
  func refusesAPropertyThatIsNoColumn(
    keyPath: any PartialKeyPath<Person> & Sendable,
    hint: String
  ) throws {
    func path(_ keyPath: PartialKeyPath<Person>) throws -> ColumnPath<Person> {
      if let keyPath = keyPath as? KeyPath<Person, String> { return ColumnPath(keyPath) }
      if let keyPath = keyPath as? KeyPath<Person, Int> { return ColumnPath(keyPath) }
      if let keyPath = keyPath as? KeyPath<Person, Double> { return ColumnPath(keyPath) }
      return ColumnPath(try #require(keyPath as? KeyPath<Person, Bool>))
    }
    let path = try path(keyPath)
    let error = try thrown(RecordError.self) { try RecordColumns.of(Person.self).place(path) }
    guard case .notAColumn(let type, let name, let columns) = error else {
      throw error
    }
    #expect(type == "Person")
    #expect(name.contains(hint))
    #expect(columns.contains("given"))
  }

  final class Shared: Record {
    static let tableName = "shared"
    static let primaryKey = PrimaryKey(\Shared.a)
    var a: Int
    let b: Int
    var sum: Int { a + b }
    init(a: Int, b: Int) { (self.a, self.b) = (a, b) }
  }

  @Test func worksOnClasses() throws {
    let columns = try RecordColumns.of(Shared.self)
    #expect(try columns.column(ColumnPath(\Shared.a)) == 0)
    #expect(try columns.column(ColumnPath(\Shared.b)) == 1)
    #expect(throws: RecordError.self) { try columns.column(ColumnPath(\Shared.sum)) }
  }

  enum Single: String, Codable { case only }
  struct Twins: Record {
    static let tableName = "twins"
    static let primaryKey = PrimaryKey(\Twins.id)
    var id: Int, left: Single, right: Single
  }

  @Test func saysWhenTwoPropertiesCannotBeToldApart() throws {
    let columns = try RecordColumns.of(Twins.self)
    #expect(try columns.column(ColumnPath(\Twins.id)) == 0)
    let error = try thrown(RecordError.self) { try columns.column(ColumnPath(\Twins.left)) }
    #expect(error.description.contains(#""left" and "right" hold the same value"#))
  }

  struct Wide: Record {
    static let tableName = "wide"
    static let primaryKey = PrimaryKey(\Wide.a)
    var a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0, j = 0, k = 0, l = 0, m = 0
    var n = 0, o = 0, p = 0, q = 0, r = 0, s = 0, t = 0, u = 0, v = 0, w = 0, x = 0, y = 0, z = 0
  }

  @Test func tellsManyPropertiesOfOneTypeApart() throws {
    let columns = try RecordColumns.of(Wide.self)
    let paths: [KeyPath<Wide, Int>] = [
      \.a, \.b, \.c, \.d, \.e, \.f, \.g, \.h, \.i, \.j, \.k, \.l, \.m, \.n, \.o, \.p, \.q, \.r, \.s,
      \.t, \.u, \.v, \.w, \.x, \.y, \.z,
    ]
    #expect(try paths.map { try columns.column(ColumnPath($0)) } == Array(0..<26))
  }
}
