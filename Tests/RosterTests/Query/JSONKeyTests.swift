import Foundation
import Testing

@testable import Roster

/// A property inside JSON is found whatever its key is made of.
struct JSONKeyTests {
  /// Keys that JSON escapes, that SQLite's paths cannot write, and that look like paths.
  private struct Odd: Codable, Equatable, Sendable {
    enum CodingKeys: String, CodingKey {
      case lineBreak = "a\nb"
      case tab = "a\tb"
      case control = "a\u{1F}b"
      case backspace = "\u{8}"
      case null = "a\0b"
      case otherNull = "a\0c"
      case beforeNull = "a"
      case quote = "a\"b"
      case backslash = "a\\b"
      case escape = "\\u0000"
      case dot = "a.b"
      case bracket = "a[0]"
      case slash = "a/b"
      case hash = "a#b"
      case space = " "
      case empty = ""
      case accent = "é"
      case emoji = "🙂"
      case delete = "\u{7F}"
      case apostrophe = "a'b"
    }

    var lineBreak = "1"
    var tab = "2"
    var control = "3"
    var backspace = "4"
    var null = "5"
    var otherNull = "6"
    var beforeNull = "7"
    var quote = "8"
    var backslash = "9"
    var escape = "10"
    var dot = "11"
    var bracket = "12"
    var slash = "13"
    var hash = "14"
    var space = "15"
    var empty = "16"
    var accent = "17"
    var emoji = "18"
    var delete = "19"
    var apostrophe = "20"
  }

  private struct Outer: Codable, Equatable, Sendable {
    enum CodingKeys: String, CodingKey {
      case odd = "o\n"
      case plain
    }

    var odd = Odd()
    var plain = Odd()
  }

  private struct Item: Record, Equatable {
    static let tableName = "items"
    static let primaryKey = PrimaryKey(\Item.id)

    var id: Int64?
    var path = Odd()
    var outer = Outer()
    var maybe: Odd?
    var names: [String: Int] = [:]
  }

  private static let properties: [(any WritableKeyPath<Odd, String> & Sendable, String)] = [
    (\.lineBreak, "1"), (\.tab, "2"), (\.control, "3"), (\.backspace, "4"), (\.null, "5"),
    (\.otherNull, "6"), (\.beforeNull, "7"), (\.quote, "8"), (\.backslash, "9"), (\.escape, "10"),
    (\.dot, "11"), (\.bracket, "12"), (\.slash, "13"), (\.hash, "14"), (\.space, "15"),
    (\.empty, "16"), (\.accent, "17"), (\.emoji, "18"), (\.delete, "19"), (\.apostrophe, "20"),
  ]

  /// Two rows: in the first, each property has a value of its own.
  private func items() throws -> Repository<Item> {
    let items = Repository<Item>(try .inMemory())
    try items.createTable()
    try items.insert(Item(maybe: Odd()))
    var other = Odd()
    for (property, _) in Self.properties { other[keyPath: property] = "other" }
    try items.insert(Item(path: other, outer: Outer(odd: other, plain: other), maybe: other))
    return items
  }

  @Test(arguments: properties.indices)
  func findsAPropertyUnderAnyKey(index: Int) throws {
    let (items, (property, value)) = (try items(), Self.properties[index])
    func same(_ columns: Columns<Item>) -> [Condition] {
      [
        columns.path[dynamicMember: property] == value,
        columns.outer.odd[dynamicMember: property] == value,
        columns.outer.plain[dynamicMember: property] == value,
        columns.maybe[dynamicMember: property] == value,
      ]
    }
    for number in same(Columns<Item>()).indices {
      #expect(try items.filter { same($0)[number] }.all().map(\.id) == [1], "\(number)")
      #expect(try items.filter { !same($0)[number] }.all().map(\.id) == [2], "\(number)")
    }
    #expect(try items.select { $0.path[dynamicMember: property] }.all() == [value, "other"])
    let ordered = items.order { [$0.path[dynamicMember: property].descending()] }
    #expect(try ordered.all().map(\.id) == [2, 1])
    let pairs = items.join(items) {
      $0.path[dynamicMember: property] == $1.path[dynamicMember: property]
    }
    #expect(try pairs.all().count == 2)
    #expect(try items.filter { $0.path[dynamicMember: property] != value }.delete() == 1)
    #expect(try items.all().map(\.id) == [1])
  }

  @Test func predicatesFindThemToo() throws {
    let items = try items()
    #expect(try items.filter(#Predicate { $0.path.lineBreak == "1" }).all().map(\.id) == [1])
    #expect(try items.filter(#Predicate { $0.path.null != "5" }).all().map(\.id) == [2])
    #expect(try items.filter(#Predicate { $0.path.quote == "8" }).all().map(\.id) == [1])
    #expect(try items.filter(#Predicate { $0.maybe?.null == "5" }).all().map(\.id) == [1])
    #expect(try items.filter(#Predicate { $0.maybe?.otherNull != "6" }).all().map(\.id) == [2])
    #expect(try items.filter(#Predicate { $0.outer.odd.backslash == "9" }).count() == 1)
  }

  @Test(
    arguments: [
      "a", "a\nb", "a\0b", "a\0c", "\0", "\u{1F}\u{8}\u{C}\r\t", "a\"b", "a\\b", "\\u0000", "é\0",
      "", "a.b", "/", "🙂",
    ])
  func findsADictionarysValueUnderAnyKey(key: String) throws {
    let items = Repository<Item>(try .inMemory())
    try items.createTable()
    let others = ["a": 1, "a\0b": 1, "a\0c": 1, "a\nb": 1, "a\\nb": 1, "\\u0000": 1, "": 1]
    try items.insert(Item(names: others.merging([key: 7]) { $1 }))
    try items.insert(Item(names: others.filter { $0.key != key }))
    func filter(_ predicate: Predicate<Item>) throws -> [Int64?] {
      try items.filter(predicate).order(by: \.id).all().map(\.id)
    }
    #expect(try filter(#Predicate { $0.names[key] == 7 }) == [1])
    #expect(try filter(#Predicate { $0.names[key] != 7 }) == [2])
    #expect(try filter(#Predicate { $0.names[key, default: 9] == 9 }) == [2])
    #expect(try items.filter(#Predicate { $0.names[key] != 7 }).delete() == 1)
    #expect(try items.all().map(\.id) == [1])
  }

  @Test func findsKeysThatOthersHaveEscaped() throws {
    let items = Repository<Item>(try .inMemory())
    try items.createTable()
    try items.insert(Item(maybe: Odd()))
    let before = try items.get(1)
    // As Python and PHP write them, if not told otherwise.
    try items.database.execute(
      """
      UPDATE items SET path = replace(replace(replace(path, 'é', '\\u00e9'), '/', '\\/'), '🙂',
        '\\ud83d\\ude42'), maybe = replace(replace(maybe, 'é', '\\u00E9'), '/', '\\/')
      """
    )
    #expect(try items.get(1) == before)
    #expect(try items.filter { $0.path.accent == "17" }.count() == 1)
    #expect(try items.filter { $0.path.emoji == "18" }.count() == 1)
    #expect(try items.filter { $0.path.slash != "13" }.count() == 0)
    #expect(try items.filter { $0.maybe.accent == "17" }.count() == 1)
    #expect(try items.filter(#Predicate { $0.maybe?.slash == "13" }).count() == 1)
    #expect(try items.filter(#Predicate { $0.path.accent == "17" }).count() == 1)
  }

  private struct Lookup: Record {
    static let tableName = "lookups"
    static let primaryKey = PrimaryKey(\Lookup.id)

    var id: Int64?
    var key: String
    var json: [String: Int]
  }

  @Test func aDictionarysKeyMayBeAColumn() throws {
    let lookups = Repository<Lookup>(try .inMemory())
    try lookups.createTable()
    for key in ["a", "a\0b", "a\nb", "absent"] {
      try lookups.insert(Lookup(key: key, json: ["a": 1, "a\0b": 2, "a\nb": 3]))
    }
    for (id, value) in [(1, 1), (2, 2), (3, 3)] as [(Int64, Int)] {
      let found = lookups.filter(#Predicate { $0.json[$0.key] == value })
      #expect(try found.all().map(\.id) == [id])
    }
    #expect(try lookups.filter(#Predicate { $0.json[$0.key] == nil }).all().map(\.id) == [4])
  }

  private struct Checked: Record {
    static let tableName = "checked"
    static let primaryKey = PrimaryKey(\Checked.id)
    static let schema: Schema<Checked> = [.check { $0.odd.lineBreak != "" }]

    var id: Int64?
    var odd = Odd()
  }

  private struct Indexed: Record {
    static let tableName = "indexed"
    static let primaryKey = PrimaryKey(\Indexed.id)
    static let schema: Schema<Indexed> = [.index(\.odd.null)]

    var id: Int64?
    var odd = Odd()
  }

  private struct Dotted: Record {
    static let tableName = "dotted"
    static let primaryKey = PrimaryKey(\Dotted.id)
    static let schema: Schema<Dotted> = [.index(\.odd.hash), .check { $0.odd.apostrophe != "" }]

    var id: Int64?
    var odd = Odd()
  }

  @Test func aTablesDefinitionRefusesAKeyThatItCannotWrite() throws {
    let database = try Database.inMemory()
    for create in [
      { try Repository<Checked>(database).createTable() },
      { try Repository<Indexed>(database).createTable() },
    ] {
      let error = try #require(throws: RecordError.self) { try create() }
      #expect("\(error)".contains("JSON key \"a\\"), "\(error)")
    }
    let dotted = Repository<Dotted>(database)
    try dotted.createTable()
    try dotted.insert(Dotted())
    #expect(throws: DatabaseError.self) { try dotted.insert(Dotted(odd: Odd(apostrophe: ""))) }
    #expect(try dotted.filter { $0.odd.hash == "14" }.explain().usesIndex)
  }
}
