import Foundation
import Testing

@testable import Roster

/// Predicates as the macro writes them, on a record whose columns are hard to name and to reach.
@Suite struct PredicateTests {
  enum Level: Int, Codable { case low = 1, high = 10 }
  enum Rank: String, Codable, Comparable {
    case small, large
    var label: String { self == .small ? "small" : "LARGE" }
    static func < (left: Rank, right: Rank) -> Bool { left == .small && right == .large }
  }
  struct ID: RawRepresentable, Codable, Hashable { var rawValue: Int }
  struct Part: Codable, Equatable {
    enum CodingKeys: String, CodingKey { case name = "the \"name\"", price, sizes, cost }
    var name: String
    var price: Double
    var sizes: [Int]
    var cost: Decimal?
  }

  struct Shelf: Record, Equatable {
    static let tableName = "shelves"
    static let primaryKey = PrimaryKey(\Shelf.id)
    var id: Int
    /// Named like the columns of `json_each`.
    var key: String
    var value: Int
    var type: Level
    var rank: Rank
    var owner: ID
    var part: Part?
    var parts: [Part]
    var scores: [String: Int]
    var byNumber: [Int: String]
    var marks: Set<String>
    var maybeTags: [String]?
    var bytes: [UInt8]
    var ratio: Float
    var huge: UInt64
    var twice: Int { value * 2 }
  }

  static let nail = Part(name: "nail", price: 0.5, sizes: [1, 2], cost: 3)
  static let saw = Part(name: "saw", price: 20, sizes: [], cost: nil)

  static let shelves = [
    Shelf(
      id: 1,
      key: "a",
      value: 1,
      type: .low,
      rank: .large,
      owner: ID(rawValue: 7),
      part: nil,
      parts: [],
      scores: [:],
      byNumber: [:],
      marks: [],
      maybeTags: nil,
      bytes: [],
      ratio: 1,
      huge: 1
    ),
    Shelf(
      id: 2,
      key: "é",
      value: -7,
      type: .high,
      rank: .small,
      owner: ID(rawValue: 8),
      part: nail,
      parts: [nail, saw],
      scores: ["a": 1, "it's \"é\"": -7],
      byNumber: [1: "x", -2: "y"],
      marks: ["m"],
      maybeTags: [],
      bytes: [1, 2],
      ratio: 0.1,
      huge: 2
    ),
    Shelf(
      id: 3,
      key: "c",
      value: 20,
      type: .low,
      rank: .large,
      owner: ID(rawValue: 7),
      part: saw,
      parts: [saw],
      scores: ["a": 20],
      byNumber: [1: "z"],
      marks: ["m", "n"],
      maybeTags: ["c", "q"],
      bytes: [3],
      ratio: 2,
      huge: 3
    ),
  ]

  static func table() throws -> Repository<Shelf> {
    let table = Repository<Shelf>(try Database.inMemory())
    try table.createTable()
    try table.insert(contentsOf: shelves)
    return table
  }

  static let captured = nail
  static let questions: [Predicate<Shelf>] = [
    #Predicate { $0.part == nil },
    #Predicate { $0.part?.name == "nail" },
    #Predicate { $0.part?.price ?? 0 > 1 },
    #Predicate { $0.part?.sizes.count == 0 },
    #Predicate { $0.part?.sizes.isEmpty != true },
    #Predicate { $0.part?.sizes.contains(2) == true },
    #Predicate { $0.part == captured },
    #Predicate { $0.part != captured },
    #Predicate { $0.part?.name.starts(with: "s") ?? true },
    #Predicate { $0.parts.contains { $0.price > 1 } },
    #Predicate { shelf in shelf.parts.contains { $0.price > 1 && shelf.key == "c" } },
    #Predicate { shelf in shelf.parts.contains { $0.sizes.contains { $0 == shelf.value + 8 } } },
    #Predicate { $0.parts.allSatisfy { $0.name == "saw" } },
    #Predicate { $0.parts.filter { $0.sizes.isEmpty }.count == 1 },
    #Predicate { $0.parts.first?.name == "saw" },
    #Predicate { $0.parts.count > 1 && $0.parts[1].name == "saw" },
    #Predicate { $0.parts.contains(captured) },
    #Predicate { $0.scores["a"] == 1 },
    #Predicate { $0.scores[$0.key] == nil },
    #Predicate { $0.scores["it's \"é\""] == $0.scores["it's \"é\""] },
    #Predicate { $0.scores["a", default: 5] > 4 },
    #Predicate { $0.scores["a", default: 5] == $0.value },
    #Predicate { $0.byNumber[-2] == "y" },
    #Predicate { $0.byNumber[1, default: "z"] == "z" },
    #Predicate { $0.marks.contains("n") },
    #Predicate { $0.marks.count == 1 },
    #Predicate { shelf in shelf.maybeTags.flatMap { $0.contains(shelf.key) } ?? false },
    #Predicate { $0.maybeTags?.count == 0 },
    #Predicate { $0.maybeTags?.max() == "q" },
    #Predicate { $0.bytes.count == 2 },
    #Predicate { $0.bytes.isEmpty },
    #Predicate { $0.type.rawValue == 10 },
    #Predicate { $0.owner.rawValue > 7 },
    #Predicate { $0.rank.rawValue == "large" },
    #Predicate { captured.price < 1 && $0.key == captured.name || captured.sizes[0] == $0.value },
    #Predicate { $0.ratio > 0.5 },
    #Predicate { $0.huge >= 2 },
    #Predicate { $0.key == "é" },
  ]

  @Test(arguments: questions.indices) func answers(number: Int) throws {
    let (table, predicate) = (try Self.table(), Self.questions[number])
    let expected = try Self.shelves.filter { try predicate.evaluate($0) }
    let found = try table.filter(predicate).order(by: \.id).all()
    #expect(found == expected, "\(predicate)")
    #expect(try table.filter { $0.value < 100 }.filter(predicate).count() == expected.count)
  }

  @Test func changesAndDeletesByPredicate() throws {
    let table = try Self.table()
    let some = #Predicate<Shelf> { shelf in shelf.parts.contains { $0.price > 19 } }
    #expect(try table.filter(some).update(set: \.value, to: 5) == 2)
    #expect(try table.filter(#Predicate { $0.value == 5 }).delete() == 2)
    #expect(try table.all().map(\.id) == [1])
  }

  @Test func letsAnIndexServe() throws {
    let table = try Self.table()
    #expect(try table.filter(#Predicate { $0.id == 3 }).explain().usesIndex)
    let some = [1, 3]
    #expect(try table.filter(#Predicate { some.contains($0.id) }).explain().usesIndex)
    try table.database.execute("CREATE INDEX byKey ON shelves (\"key\")")
    #expect(try table.filter(#Predicate { $0.key.starts(with: "a") }).explain().usesIndex)
  }

  @Test func bindsWhatAPredicateCaptures() throws {
    let table = try Self.table()
    let before = table.database.statementCacheStatistics.misses
    for key in ["a", "b", "'; DROP TABLE shelves; --"] {
      _ = try table.filter(#Predicate { $0.key == key }).all()
    }
    #expect(table.database.statementCacheStatistics.misses <= before + 1)
    #expect(try table.count() == 3)
  }

  /// The one difference in meaning: SQL compares texts by code points.
  @Test func tellsNormalFormsApartWhereSwiftDoesNot() throws {
    let table = try Self.table()
    let twoCodePoints = "e\u{301}"
    let equal = #Predicate<Shelf> { $0.key == twoCodePoints }
    #expect(try Self.shelves.filter { try equal.evaluate($0) }.count == 1)
    #expect(try table.filter(equal).count() == 0)
    let starts = #Predicate<Shelf> { $0.key.starts(with: twoCodePoints) }
    #expect(try Self.shelves.filter { try starts.evaluate($0) }.count == 1)
    #expect(try table.filter(starts).count() == 0)
    let contains = #Predicate<Shelf> { $0.key.contains(twoCodePoints) }
    #expect(try table.filter(contains).count() == 1)
  }

  @Test func goesOnWhereFoundationWouldNot() throws {
    let table = try Self.table()
    let (zero, most) = (0, Int.max)
    #expect(try table.filter(#Predicate { $0.part!.price > 0 }).count() == 2)
    #expect(try table.filter(#Predicate { $0.parts[1].price > 0 }).count() == 1)
    #expect(try table.filter(#Predicate { $0.value / zero > 0 }).count() == 0)
    #expect(try table.filter(#Predicate { $0.value + most > 0 }).count() == 3)
    #expect(try table.filter(#Predicate { (3...zero).contains($0.value) }).count() == 0)
  }

  @Test func searchesLikeAPerson() throws {
    let table = try Self.table()
    #expect(try table.filter { $0.key.localizedStandardContains("E") }.all().map(\.id) == [2])
    #expect(try table.filter { $0.key.localizedStandardContains("C") }.all().map(\.id) == [3])
  }
}
