import Foundation
import Testing

@testable import Roster

/// A column means that of its own table, whatever names the SQL around it brings into scope.
struct ColumnScopeTests {
  /// Its columns are named like those of `json_each`, and one like the row's number.
  private struct Clash: Record, Equatable {
    static let tableName = "clash"
    static let primaryKey = PrimaryKey(\Clash.id)

    var id: Int64?
    var key: [String]
    var value: [String]
    var type: [String]
    var atom: [String]
    var parent: [String]
    var fullkey: [String]
    var path: [String]
    var json: [String]
    var root: [String]
    var rowid: [String]
    var flag = false

    init(_ id: Int64, _ tags: [String]) {
      self.id = id
      (key, value, type, atom, parent) = (tags, tags, tags, tags, tags)
      (fullkey, path, json, root, rowid) = (tags, tags, tags, tags, tags)
    }
  }

  private static let columns: [any KeyPath<Clash, [String]> & Sendable] = [
    \.key, \.value, \.type, \.atom, \.parent, \.fullkey, \.path, \.json, \.root, \.rowid,
  ]

  private func clashes() throws -> Repository<Clash> {
    let clashes = Repository<Clash>(try .inMemory())
    try clashes.createTable()
    try clashes.insert(contentsOf: [Clash(1, ["a"]), Clash(2, ["a", "b"]), Clash(3, [])])
    return clashes
  }

  @Test(arguments: columns.indices)
  func anArrayIsThatOfTheRow(index: Int) throws {
    let (clashes, column) = (try clashes(), Self.columns[index])
    let hasB = clashes.filter { $0[dynamicMember: column].contains("b") }
    let others = clashes.filter { !$0[dynamicMember: column].contains("b") }
    #expect(try hasB.all().map(\.id) == [2])
    #expect(try hasB.count() == 1)
    #expect(try hasB.exists())
    #expect(try others.all().map(\.id) == [1, 3])
    #expect(try others.limit(1).all().map(\.id) == [1])
    #expect(try others.page(after: Clash(1, []), size: 5).map(\.id) == [3])
    let ordered = clashes.order { [$0[dynamicMember: column].contains("b").descending()] }
    #expect(try ordered.first()?.id == 2)
    let selected = clashes.select { ($0.id, $0[dynamicMember: column].contains("b")) }
    #expect(try selected.all().map(\.1) == [false, true, false])
    let groups = clashes.group { [$0[dynamicMember: column].contains("b").key] }
    let counts = groups.select { ($0[dynamicMember: column].contains("b"), $0.rowCount()) }
    #expect(try counts.all().map { "\($0.0) \($0.1)" }.sorted() == ["false 2", "true 1"])
    let pairs = clashes.join(clashes) {
      $0[dynamicMember: column].contains("b") && $0.id == $1.id
    }
    #expect(try pairs.all().map(\.0.id) == [2])
    let nested = clashes.filter { outer in
      clashes.filter {
        $0.id == outer.id && outer[dynamicMember: column].contains("b")
      }.isNotEmpty
    }
    #expect(try nested.all().map(\.id) == [2])
    try clashes.update { $0.flag = $0[dynamicMember: column].contains("b") }
    #expect(try clashes.filter { $0.flag }.all().map(\.id) == [2])
    #expect(try others.update(set: \.flag, to: true) == 2)
    #expect(try others.delete() == 2)
    #expect(try clashes.all().map(\.id) == [2])
  }

  @Test func predicatesMeanTheRowToo() throws {
    let clashes = try clashes()
    #expect(try clashes.filter(#Predicate { $0.path.contains("b") }).all().map(\.id) == [2])
    #expect(try clashes.filter(#Predicate { $0.value.first == "a" }).count() == 2)
    #expect(try clashes.filter(#Predicate { $0.key.contains { $0 == "b" } }).count() == 1)
    #expect(try clashes.filter(#Predicate { !$0.json.contains("b") }).delete() == 2)
    #expect(try clashes.all().map(\.id) == [2])
  }

  @Test func anArrayWrittenInSQLMeansTheRow() throws {
    let clashes = try clashes()
    let hasB = clashes.filter { _ in SQLExpression<[String]>("path").contains("b") }
    #expect(try hasB.all().map(\.id) == [2])
    let named = clashes.filter { SQLExpression<[String]>("\($0.value)").contains("b") }
    #expect(try named.all().map(\.id) == [2])
  }

  // MARK: - Columns in SQL written by hand

  private struct Person: Record {
    static let tableName = "people"
    static let primaryKey = PrimaryKey(\Person.id)
    static let schema: Schema<Person> = [.fullText(\.name)]

    var id: Int64
    var name: String
    var managerID: Int64?
  }

  private func people() throws -> Repository<Person> {
    let people = Repository<Person>(try .inMemory())
    try people.createTable()
    for (id, name, manager) in [(1, "Ann", nil), (2, "bob", 1), (3, "Cay", 1), (4, "dan", 3)]
      as [(Int64, String, Int64?)]
    {
      try people.insert(Person(id: id, name: name, managerID: manager))
    }
    return people
  }

  @Test func aColumnInSQLIsThatOfItsTableInASubquery() throws {
    let people = try people()
    let managers = people.filter { outer in
      people.filter { SQLExpression<Bool>("\($0.managerID) = \(outer.id)") }.isNotEmpty
    }
    #expect(try managers.all().map(\.id) == [1, 3])
    #expect(try managers.count() == 2)
    let others = people.filter { outer in
      !people.filter { SQLExpression<Bool>("\($0.managerID) = \(outer.id)") }.isNotEmpty
    }
    #expect(try others.delete() == 2)
    #expect(try people.all().map(\.id) == [1, 3])
  }

  @Test func aColumnInSQLIsThatOfItsTableInAJoin() throws {
    let people = try people()
    let pairs = people.join(people) { SQLExpression<Bool>("\($0.managerID) = \($1.id)") }
    let names =
      pairs.order { person, manager in
        [
          SQLExpression<String>("\(manager.name) COLLATE NOCASE").descending(),
          SQLExpression<String>("\(person.name) COLLATE NOCASE").ascending(),
        ]
      }
      .select { (SQLExpression<String>("\($0.name) || '/' || \($1.name)"), $1.id) }
    #expect(try names.all().map(\.0) == ["dan/Cay", "bob/Ann", "Cay/Ann"])
    let groups = pairs.group { _, manager in [manager.id.key] }
      .order { _, manager in [manager.id.ascending()] }
      .select { ($1.id, SQLExpression<String>("group_concat(\($0.name), ',')")) }
    #expect(try groups.all().map(\.1) == ["bob,Cay", "dan"])
    let missing = people.leftJoin(people) { SQLExpression<Bool>("\($0.managerID) IS \($1.id)") }
      .filter { SQLExpression<Bool>("\($1.id) IS NULL") }
    #expect(try missing.all().map(\.0.id) == [1])
  }

  @Test func aColumnInSQLIsThatOfItsTableInASearch() throws {
    let people = try people()
    let found = people.search("ann OR cay").filter { SQLExpression<Bool>("\($0.name) <> ''") }
      .order { [SQLExpression<Int64>("-\($0.id)").ascending()] }
    #expect(try found.all().map(\.id) == [3, 1])
    #expect(
      try found.select { SQLExpression<String>("upper(\($0.name))") }.all() == ["CAY", "ANN"]
    )
  }

  @Test func aColumnInSQLIsThatOfItsTableBesideASelectByHand() throws {
    let people = try people()
    func reports(_ person: Columns<Person>) -> SQLExpression<Int> {
      SQLExpression("(SELECT count(*) FROM people AS p WHERE p.managerID = \(person.id))")
    }
    #expect(try people.filter { reports($0) == 0 }.all().map(\.id) == [2, 4])
    #expect(try people.select { ($0.id, reports($0)) }.all().map(\.1) == [2, 0, 1, 0])
    try people.update { $0.name = SQLExpression("\($0.name) || \(reports($0.columns))") }
    #expect(try people.all().map(\.name) == ["Ann2", "bob0", "Cay1", "dan0"])
    #expect(try people.filter { reports($0) == 0 }.delete() == 2)
  }

  @Test func windowsAndFunctionsTakeColumns() throws {
    let people = try people()
    let ranks = people.order(by: \.id).select {
      ($0.id, SQLExpression<Int>("row_number() OVER (ORDER BY \($0.name) COLLATE NOCASE DESC)"))
    }
    #expect(try ranks.all().map(\.1) == [4, 3, 2, 1])
    #expect(try people.filter { SQLExpression<Int>("abs(\($0.id) - 5)") == 1 }.count() == 1)
    let part: (Columns<Person>) -> SQL = { "\($0.id) + \(10)" }
    let sums = people.order(by: \.id).select { SQLExpression<Int64>("(\(part($0))) * \(2)") }
    #expect(try sums.all() == [22, 24, 26, 28])
  }

  @Test func anExpressionInSQLBringsItsValuesAlong() throws {
    let people = try people()
    let found = people.filter {
      SQLExpression<Bool>("\(1) = \(1) AND \($0.name.hasPrefix("b")) AND \(2) = \(2)")
    }
    #expect(try found.all().map(\.id) == [2])
    let nested = people.filter { outer in
      SQLExpression<Bool>("\(people.filter { $0.managerID == outer.id }.isNotEmpty)")
    }
    #expect(try nested.all().map(\.id) == [1, 3])
  }

  @Test func anAggregateInSQLIsAnAggregate() throws {
    let people = try people()
    #expect(try people.select { SQLExpression<Int64>("-\($0.id.max())") }.all() == [-4])
    #expect(throws: RecordError.self) {
      _ = try people.select { (SQLExpression<Int64>("-\($0.id.max())"), $0.name) }.all()
    }
  }

  @Test func aColumnOfAnotherQueryIsRefusedInSQLToo() throws {
    let people = try people()
    var stray: SQLExpression<Int64>?
    _ = people.filter {
      stray = $0.id
      return $0.id == 1
    }
    let foreign = try #require(stray)
    #expect(throws: RecordError.self) {
      _ = try people.filter { _ in SQLExpression<Bool>("\(foreign) = 1") }.all()
    }
  }

  @Test func conditionsInAWholeStatementByHandMeanTheirTable() throws {
    let clashes = try clashes()
    var conditions: [Condition] = []
    _ = clashes.filter {
      conditions = [$0.value.contains("b"), $0.id == 2, !$0.path.contains("b")]
      return $0.id == 1
    }
    func ids(_ condition: Condition) throws -> [Int64] {
      try clashes.database.query("SELECT id FROM clash WHERE \(condition)", as: Int64.self)
    }
    #expect(try conditions.map(ids) == [[2], [2], [1, 3]])
    let people = try people()
    _ = people.filter { outer in
      conditions = [people.filter { $0.managerID == outer.id }.isNotEmpty]
      return outer.id == 1
    }
    #expect(throws: RecordError.self) {
      try people.database.query("SELECT id FROM people WHERE \(conditions[0])", as: Int64.self)
    }
  }

  @Test func aListIsAListInParenthesesToo() throws {
    let database = try people().database
    for list in [[1, 3], [3], []] as [[Int]] {
      for sql in [
        "SELECT id FROM people WHERE id IN \(list: list)",
        "SELECT id FROM people WHERE id IN (\(list: list))",
        "SELECT id FROM people WHERE id IN ( \(list: list.map(Double.init)) )",
      ] as [SQL] {
        #expect(try database.query(sql, as: Int.self) == list, "\(sql.text)")
      }
    }
  }

  // MARK: - Names that triggers know

  private struct New: Record, Equatable {
    static let tableName = "new"
    static let primaryKey = PrimaryKey(\New.id)
    static let schema: Schema<New> = [.fullText(\.text)]

    var id: Int64?
    var text: String
  }

  @Test func aSearchedTableMayBeCalledLikeTheRowOfATrigger() throws {
    let news = Repository<New>(try .inMemory())
    try news.createTable()
    for text in ["one", "two", "three"] { try news.insert(New(text: text)) }
    try news.update(New(id: 2, text: "deux"))
    try news.delete(key: 3)
    #expect(try news.search("deux").all() == [New(id: 2, text: "deux")])
    #expect(try news.search("two OR three").all() == [])
    #expect(try news.search("one").count() == 1)
  }
}
