import Foundation
import Testing

@testable import Roster

@Suite struct ReadingTests {
  struct Item: Record, Equatable {
    static let tableName = "items"
    static let primaryKey = PrimaryKey(\Item.id)
    static let columnNaming = ColumnNaming.snakeCase
    static let schema: Schema<Item> = [.stored(\.madeAt, as: .unixMilliseconds)]
    var id: Int, itemName: String, madeAt: Date
  }

  private func items(_ count: Int) throws -> Repository<Item> {
    let items = Repository<Item>(try Database.inMemory())
    try items.createTable()
    try items.insert(
      contentsOf: (0..<count).map {
        Item(id: $0, itemName: "n\($0)", madeAt: Date(timeIntervalSince1970: Double($0)))
      }
    )
    return items
  }

  @Test func findsAnyNumberOfKeysWithOneStatement() throws {
    let items = try items(40_000)
    let before = items.database.statementCacheStatistics
    let found = try items.find(all: (0..<40_000).reversed())
    #expect(found.map(\.id) == (0..<40_000).reversed())
    let after = items.database.statementCacheStatistics
    #expect(after.misses - before.misses <= 3, "BEGIN, the SELECT and COMMIT")
    #expect(try items.find(all: [5, -1, 3, 5]).map(\.id) == [5, 3, 5])
    #expect(try items.find(all: []).isEmpty)
  }

  @Test func readsNothingFromAnEmptyTable() throws {
    let items = try items(0)
    #expect(try items.all().isEmpty)
    #expect(try items.count() == 0)
    #expect(try items.find(1) == nil)
  }

  @Test func readsRecordsFromRawSQLWhateverTheOrderOfColumns() throws {
    let items = try items(3)
    let expected = try items.all()
    let database = items.database
    #expect(try database.query("SELECT * FROM items ORDER BY id", as: Item.self) == expected)
    #expect(
      try database.query(
        "SELECT made_at, 1 AS other, ITEM_NAME, id FROM items ORDER BY id",
        as: Item.self
      )
        == expected
    )
    let missing = try thrown(DecodingError.self) {
      try database.query("SELECT id, made_at FROM items", as: Item.self)
    }
    guard case .keyNotFound(let key, let context) = missing else { throw missing }
    #expect(key.stringValue == "itemName")
    #expect(context.debugDescription.contains(#"the columns are "id", "made_at""#))
    let twice = try thrown(DecodingError.self) {
      try database.query("SELECT *, 5 AS id FROM items", as: Item.self)
    }
    #expect(twice.context?.debugDescription.contains("several columns") == true)
  }

  struct Report: Decodable, Equatable { var name: String, total: Double? = nil, absent: Int? = nil }
  enum Kind: String, Decodable { case n0, n1 }

  @Test func readsAnyDecodableFromRawSQL() throws {
    let database = try items(2).database
    #expect(
      try database.query(
        "SELECT item_name AS name, \(1.5) AS total FROM items ORDER BY id",
        as: Report.self
      )
        == [Report(name: "n0", total: 1.5), Report(name: "n1", total: 1.5)]
    )
    #expect(
      try database.query("SELECT item_name FROM items ORDER BY id", as: Kind.self) == [.n0, .n1]
    )
    #expect(try database.query("SELECT NULL UNION ALL SELECT 5", as: Int?.self) == [nil, 5])
    #expect(try database.query("SELECT '[1,2]'", as: [Int].self) == [[1, 2]])
    let pairs = try database.query(
      "SELECT id, item_name FROM items ORDER BY id",
      as: (Int, String).self
    )
    #expect(pairs.map(\.0) == [0, 1])
    #expect(pairs.map(\.1) == ["n0", "n1"])
    #expect(throws: DecodingError.self) { try database.query("SELECT 1, 2", as: Int.self) }
    #expect(throws: DecodingError.self) { try database.query("SELECT 1", as: (Int, Int).self) }
    #expect(throws: DecodingError.self) { try database.query("SELECT NULL", as: Int.self) }
    #expect(try database.query("SELECT 1 WHERE 0", as: Int.self).isEmpty)
  }

  @Test func followsASchemaThatChangesBetweenRuns() throws {
    let database = try Database.inMemory()
    try database.execute("CREATE TABLE t (a INTEGER, b INTEGER); INSERT INTO t VALUES (1, 2)")
    struct Pair: Decodable, Equatable { var a: Int, b: Int, c: Int? }
    #expect(try database.query("SELECT * FROM t", as: Pair.self) == [Pair(a: 1, b: 2, c: nil)])
    try database.execute(
      """
      DROP TABLE t; CREATE TABLE t (c INTEGER, b INTEGER, a INTEGER);
      INSERT INTO t VALUES (3, 2, 1)
      """
    )
    #expect(try database.query("SELECT * FROM t", as: Pair.self) == [Pair(a: 1, b: 2, c: 3)])
  }

  @Test func keepsARowDecoderFromBeingUsedAfterItsRow() throws {
    final class Keeper: Decodable {
      let container: KeyedDecodingContainer<Item.CodingKeys>
      init(from decoder: any Decoder) throws {
        container = try decoder.container(keyedBy: Item.CodingKeys.self)
      }
    }
    let database = try items(1).database
    let kept = try #require(
      database.query("SELECT id, item_name AS itemName FROM items", as: Keeper.self).first
    )
    let error = try thrown(DecodingError.self) { try kept.container.decode(Int.self, forKey: .id) }
    #expect(error.context?.debugDescription.contains("the row is gone") == true)
    try database.close()
    #expect(throws: DecodingError.self) {
      try kept.container.decode(String.self, forKey: .itemName)
    }
  }
}

extension ReadingTests.Item {
  enum CodingKeys: CodingKey { case id, itemName, madeAt }
}
