import Foundation
import Testing

@testable import Roster

/// What the random questions do not ask.
@Suite struct QueryDetailTests {
  private func things(_ edit: (inout Thing, Int) -> Void) throws -> Repository<Thing> {
    var dice = Dice(3)
    let table = Repository<Thing>(try Database.inMemory())
    try table.createTable()
    try table.insert(
      contentsOf: (0..<6).map { index in
        var thing = dice.thing(Int64(index))
        edit(&thing, index)
        return thing
      }
    )
    return table
  }

  private func ids(_ query: Query<Thing>) throws -> [Int64] {
    try query.order(by: \.id).all().map(\.id)
  }

  // Where SQL and Swift differ by nature, and the documentation says so.

  @Test func comparesCodePointsWhereSwiftComparesCharacters() throws {
    let texts = ["é", "e\u{301}", "e", "É", "👨‍👩‍👧", "x"]
    let table = try things { $0.text = texts[$1] }
    #expect("é" == "e\u{301}")
    #expect(try ids(table.filter { $0.text == "é" }) == [0])
    #expect(!"e\u{301}".hasPrefix("e"))
    #expect(try ids(table.filter { $0.text.hasPrefix("e") }) == [1, 2])
    #expect(!"e\u{301}".contains("\u{301}" as Character))
    #expect(try ids(table.filter { $0.text.contains("\u{301}") }) == [1])
    #expect(try ids(table.filter { $0.text.hasSuffix("\u{301}") }) == [1])
    #expect("👨‍👩‍👧".count == 1)
    #expect(try table.filter { $0.id == 4 }.select { $0.text.count }.first() == 5)
    #expect(try table.filter { $0.id == 1 }.select { $0.text.count }.first() == 2)
  }

  @Test func knowsTheCaseOfASCIILettersOnly() throws {
    let table = try things { $0.text = ["ABC", "abc", "É", "é", "ß", "İ"][$1] }
    #expect(try ids(table.filter { $0.text.lowercased() == "abc" }) == [0, 1])
    #expect(try ids(table.filter { $0.text.uppercased() == "ABC" }) == [0, 1])
    #expect(try ids(table.filter { $0.text.lowercased() == "é" }) == [3])
    #expect(try ids(table.filter { $0.text.like("AB_") }) == [0, 1])
    #expect(try ids(table.filter { $0.text.like("é") }) == [3])
  }

  @Test func matchesPatternsOfLike() throws {
    let table = try things { $0.text = ["50%", "50x", "a_b", "axb", "\\", "'"][$1] }
    #expect(try ids(table.filter { $0.text.like("50%") }) == [0, 1])
    #expect(try ids(table.filter { $0.text.like(#"50\%"#) }) == [0])
    #expect(try ids(table.filter { $0.text.like("a_b") }) == [2, 3])
    #expect(try ids(table.filter { $0.text.like(#"a\_b"#) }) == [2])
    #expect(try ids(table.filter { $0.text.like(#"\\"#) }) == [4])
    #expect(try ids(table.filter { $0.text.like("'") }) == [5])
    #expect(try ids(table.filter { $0.text.trimmed() == "'" }) == [5])
  }

  @Test func computesAsSQLiteDoesWhereSwiftWouldTrap() throws {
    let table = try things {
      $0.big = $1 == 0 ? .max : 1
      $0.small = $1
    }
    // A sum beyond 64 bits becomes a REAL, and a division by zero is nil.
    #expect(try ids(table.filter { $0.big + 1 > 9_000_000_000_000_000_000 }) == [0])
    #expect(try ids(table.filter { $0.big / 0 == 1 }) == [])
    #expect(try ids(table.filter { 6 / $0.small == 3 }) == [2])
  }

  @Test func countsDaysBefore1582InTheGregorianCalendar() throws {
    let old = try Date("1500-03-01T00:00:00Z", strategy: .iso8601)
    let table = try things { thing, _ in thing.date = old }
    #expect(try table.select { $0.date.year }.first() == 1500)
  }

  @Test func refusesToComputeWithDecimalsAndOtherForms() throws {
    let table = try things { _, _ in }
    let queries = [
      table.filter { $0.money + 1 > 2 }, table.filter { $0.date == $0.seen },
      table.filter { $0.text.contains("x") == ($0.date < $0.seen) },
    ]
    for query in queries { #expect(throws: RecordError.self) { try query.all() } }
    #expect(throws: RecordError.self) { try table.sum(\.money) }
    #expect(throws: RecordError.self) { try table.average(\.money) }
    #expect(throws: RecordError.self) { try table.update { $0.date = $0.seen } }
    #expect(try table.count() == 6)
  }

  @Test func ordersDecimalsByValue() throws {
    let texts = ["10", "9", "-1", "0.5", "100", "9.5"]
    let table = try things { $0.money = Decimal(string: texts[$1]) ?? 0 }
    #expect(try table.order(by: \.money).all().map(\.id) == [2, 3, 1, 5, 0, 4])
    #expect(try table.max(\.money) == 100)
    #expect(try table.min(\.money) == -1)
    #expect(try ids(table.filter { $0.money > 9 }) == [0, 4, 5])
    // What others wrote with other digits is the same number.
    try table.database.execute("UPDATE things SET money = '10.00' WHERE id = 0")
    #expect(try ids(table.filter { $0.money == 10 }) == [0])
    #expect(try ids(table.filter { $0.money.isIn([10, 9]) }) == [0, 1])
  }

  @Test func ordersBySortDescriptors() throws {
    let table = try things {
      $0.text = ["b", "a", "b", "a", "c", "B"][$1]
      $0.other = $1 == 4 ? nil : $1
    }
    let orders = [SortDescriptor(\Thing.text), SortDescriptor(\.id, order: .reverse)]
    #expect(try table.order(by: orders).all().map(\.id) == [5, 3, 1, 2, 0, 4])
    #expect(
      try table.order(by: [SortDescriptor(\Thing.other)]).all().map(\.id) == [4, 0, 1, 2, 3, 5]
    )
    let lexical = [SortDescriptor(\Thing.text, comparator: .lexical, order: .reverse)]
    #expect(try table.order(by: lexical).first()?.id == 4)
    #if canImport(Darwin)
      let localized = [SortDescriptor(\Thing.text, comparator: .localizedStandard)]
      #expect(throws: RecordError.self) { try table.order(by: localized).all() }
    #endif
  }

  @Test func showsTheSQLAndLetsItBePartOfOther() throws {
    let table = try things { $0.small = $1 }
    let query = table.filter { $0.small >= 3 && $0.flag == $0.flag }
    let sql = try query.select(\.small).sql
    #expect(
      sql.text == #"SELECT "small" FROM "things" WHERE (("small" >= ?) AND ("flag" = "flag"))"#
    )
    #expect(try table.database.query("SELECT max(small) FROM (\(sql))", as: Int.self) == [5])
    let list = try table.database.query(
      "SELECT id FROM things WHERE id IN \(list: [1, 3, 99]) ORDER BY id",
      as: Int64.self
    )
    #expect(list == [1, 3])
    let reals = try table.database.query(
      "SELECT count(*) FROM things WHERE small * 1.0 IN \(list: [1.0, 2.0])",
      as: Int.self
    )
    #expect(reals == [2])
    #expect(
      try table.database.query("SELECT 1 WHERE 1 IN \(list: [Int]())", as: Int.self) == []
    )
    #expect(try table.filter { SQLExpression<Int>("abs(\($0.small) - 4)") < 2 }.count() == 3)
  }

  @Test func letsNothingThroughButBoundValues() throws {
    let hostile = [
      "'", "\"", "; DROP TABLE things; --", "' OR 1=1 --", "/*", "*/", "a\0b", "?", ":x", "@y",
      "\\", "%", "\u{202E}", "x' UNION SELECT * FROM things --",
    ]
    for text in hostile {
      let table = try things { $0.text = $1 == 0 ? text : "other" }
      #expect(try ids(table.filter { $0.text == text }) == [0])
      #expect(try ids(table.filter { $0.text.isIn([text]) }) == [0])
      #expect(try ids(table.filter { $0.text.contains(text) }) == [0])
      #expect(try ids(table.filter { $0.text.hasPrefix(text) && $0.text.hasSuffix(text) }) == [0])
      #expect(try ids(table.filter { $0.tags.contains(text) }).count <= 6)
      #expect(try table.select { $0.text + text }.distinct().all().count == 2)
      #expect(try table.filter { $0.text == text }.update(set: \.text, to: text + text) == 1)
      #expect(try table.count() == 6)
    }
  }

  @Test func quotesHostileNames() throws {
    struct Hostile: Record, Equatable {
      static let tableName = "a\"b; DROP TABLE x --"
      static let primaryKey = PrimaryKey(\Hostile.id)
      enum CodingKeys: String, CodingKey {
        case id
        case value = "or\"der' ;--"
        case inner = "in[0]\".x"
      }
      struct Inner: Codable, Equatable {
        enum CodingKeys: String, CodingKey { case key = "k'e\"y.$[0]" }
        var key: String
      }
      var id: Int
      var value: String?
      var inner: Inner
    }
    let table = Repository<Hostile>(try Database.inMemory())
    try table.createTable()
    let record = Hostile(id: 1, value: "v", inner: Hostile.Inner(key: "k"))
    try table.insert(record)
    #expect(try table.filter { $0.value == "v" && $0.id == 1 }.order(by: \.value).all() == [record])
    #expect(try table.group(by: \.value).select { ($0.value, $0.rowCount()) }.all().count == 1)
    #expect(try table.join(table) { $0.value == $1.value }.count() == 1)
    #expect(try table.update { $0.value = $0.value + "!" } == 1)
    #expect(try table.get(1).value == "v!")
  }
}

extension SQLExpression where Value == String? {
  fileprivate static func + (left: Self, right: String) -> Self {
    Self("(\(left) || \(right))")
  }
}
