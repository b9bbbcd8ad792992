import Foundation
import Testing

@testable import Roster

/// Where conditions meet the odd rows of tables that others fill, and the edges of types.
@Suite struct QueryEdgeTests {
  struct Visit: Record, Equatable {
    static let tableName = "visits"
    static let primaryKey = PrimaryKey(\Visit.id)
    var id: Int
    var day: Date?
  }

  /// The same day in each form that is read, a day before, one after, and none.
  private func visits(_ declared: String) throws -> Repository<Visit> {
    let visits = Repository<Visit>(try Database.inMemory())
    try visits.database.execute(
      """
      CREATE TABLE visits (id INTEGER PRIMARY KEY, day \(raw: declared));
      INSERT INTO visits VALUES (1, '2020-01-01'), (2, '2020-01-01 00:00:00'),
        (3, '2020-01-01T00:00:00Z'), (4, '2020-01-01 02:00:00+02:00'),
        (5, '2020-01-01 00:00:00.000'), (6, '2020-01-02'), (7, '2019-12-31 23:59'), (8, NULL)
      """
    )
    return visits
  }

  @Test(arguments: ["DATETIME", "DATE", "TIMESTAMP"])
  func comparesDatesOfOthersByValue(declared: String) throws {
    let visits = try visits(declared)
    let day = try Date("2020-01-01T00:00:00Z", strategy: .iso8601)
    let byID = visits.order(by: \.id)
    #expect(try byID.filter { $0.day == day }.all().map(\.id) == [1, 2, 3, 4, 5])
    #expect(try byID.filter { $0.day > day }.all().map(\.id) == [6])
    #expect(try byID.filter { $0.day >= day }.count() == 6)
    #expect(try byID.filter { $0.day < day }.all().map(\.id) == [7])
    #expect(try byID.filter { $0.day.isIn([day]) }.count() == 5)
    #expect(try visits.group(by: \.day).select { ($0.day, $0.rowCount()) }.all().count == 4)
    #expect(try visits.max(\.day) == day + 86_400)
    #expect(try visits.order(by: \.day, .descending).first()?.id == 6)
    for query in [visits.order(by: \.day), visits.order(by: \.day, .descending, nils: .first)] {
      var ids: [Int] = []
      var page = try query.page(after: nil, size: 2)
      while let last = page.last, ids.count < 20 {
        ids += page.map(\.id)
        page = try query.page(after: last, size: 2)
      }
      #expect(ids.sorted() == Array(1...8))
    }
    // What the repository itself writes is compared no differently.
    try visits.insert(Visit(id: 9, day: day))
    #expect(try visits.filter { $0.day == day }.count() == 6)
  }

  /// Another type for each way to come upon the table first: what is learnt of a type stays.
  @Test(arguments: [0, 1, 2]) func looksAtATableBeforeItComparesItsDates(way: Int) throws {
    struct First: Record {
      static let tableName = "visits"
      static let primaryKey = PrimaryKey(\First.id)
      var id: Int
      var day: Date?
    }
    struct Second: Record {
      static let tableName = "visits"
      static let primaryKey = PrimaryKey(\Second.id)
      var id: Int
      var day: Date?
    }
    struct Third: Record {
      static let tableName = "visits"
      static let primaryKey = PrimaryKey(\Third.id)
      var id: Int
      var day: Date?
    }
    let database = try visits("DATETIME").database
    let visits = Repository<Visit>(database)
    let day = try Date("2020-01-01T00:00:00Z", strategy: .iso8601)
    switch way {
    case 0:
      let others = Repository<First>(database)
      #expect(try visits.join(others) { $0.id == $1.id }.filter { $1.day == day }.count() == 5)
    case 1:
      let others = Repository<Second>(database).filter { $0.day == day }.select(\.id)
      #expect(try visits.filter { $0.id.isIn(others) }.count() == 5)
    default:
      let others = Repository<Third>(database)
      let days = visits.select { one in
        others.filter { $0.id == one.id && $0.day == day }.isNotEmpty
      }
      #expect(try days.all().count { $0 } == 5)
    }
  }

  struct DeclaredVisit: Record {
    static let tableName = "visits"
    static let primaryKey = PrimaryKey(\DeclaredVisit.id)
    static let schema: Schema<DeclaredVisit> = [.stored(\.day, as: .foreignText)]
    var id: Int
    var day: Date?
  }

  @Test func comparesDatesByValueWhereTheSchemaSaysSo() throws {
    let database = try visits("TEXT").database
    let visits = Repository<DeclaredVisit>(database)
    let day = try Date("2020-01-01T00:00:00Z", strategy: .iso8601)
    #expect(try visits.filter { $0.day == day }.count() == 5)
    #expect(try visits.filter { $0.day > day }.count() == 1)
  }

  struct Person: Record, Equatable {
    static let tableName = "people"
    static let primaryKey = PrimaryKey(\Person.id)
    struct Home: Codable, Equatable {
      var city: String
      var zip: Int?
    }
    var id: Int
    var parentID: Int?
    var nick: String?
    var home: Home?
    var small: Int8
    var real: Double
    var float: Float
  }

  private func people() throws -> (Repository<Person>, [Person]) {
    let people = Repository<Person>(try Database.inMemory())
    try people.createTable()
    let all = (0..<12).map { (id: Int) -> Person in
      let zip: Int? = id % 5 == 0 ? nil : id
      let home: Person.Home? = id % 4 == 0 ? nil : Person.Home(city: "c\(id % 2)", zip: zip)
      let nick: String? = id % 3 == 0 ? nil : "Ann\(id)"
      return Person(
        id: id,
        parentID: id == 0 ? nil : id / 2,
        nick: nick,
        home: home,
        small: Int8(id * 10),
        real: Double(id) - 0.5,
        float: Float(id) + 0.1
      )
    }
    try people.insert(contentsOf: all)
    return (people, all)
  }

  @Test func asksTheSameTableFromASelection() throws {
    let (people, all) = try people()
    let query = people.order(by: \.id)
    let children = all.map { one in all.count { $0.parentID == one.id } }
    let counts = query.select { one in
      people.filter { $0.parentID == one.id }.select { $0.rowCount() }.scalar() ?? 0
    }
    #expect(try counts.all() == children)
    let haveSome = query.select { one in people.filter { $0.parentID == one.id }.isNotEmpty }
    #expect(try haveSome.all() == children.map { $0 > 0 })
    let groups = people.group(by: \.parentID)
      .having { one in
        (people.filter { $0.parentID == one.parentID }.select { $0.rowCount() }.scalar() ?? 0) > 1
      }
    let expected = Dictionary(grouping: all, by: \.parentID).count { $0.value.count > 1 }
    #expect(try groups.select { $0.parentID }.all().count == expected)
    #expect(
      try people.update { one in
        one.small = one.small
        one.parentID = people.filter { $0.id == one.parentID }.select { $0.id }.scalar()
      } == 12
    )
    #expect(try people.order(by: \.id).all() == all, "each found its own parent")
  }

  @Test func answersTrueOrFalseWhereTheTextIsNil() throws {
    let (people, all) = try people()
    let with1 = all.map { $0.nick?.contains("1") ?? false }
    let query = people.order(by: \.id)
    #expect(try query.select { $0.nick.contains("1") }.all() == with1)
    #expect(try query.filter { $0.nick.contains("1") == false }.count() == with1.count { !$0 })
    #expect(try query.select { $0.nick.like("%1%") }.all() == with1)
    #expect(try query.select { $0.nick.hasSuffix("1") }.all().count { $0 } == 2)
    #expect(
      try people.group { [$0.nick.contains("1").key] }.select { $0.rowCount() }.all().count == 2
    )
  }

  @Test func looksIntoAStructThatMayBeNil() throws {
    let (people, all) = try people()
    #expect(
      try people.filter { $0.home.city == "c1" }.count() == all.count { $0.home?.city == "c1" }
    )
    #expect(
      try people.filter { $0.home.zip > 5 }.count() == all.count { ($0.home?.zip ?? 0) > 5 }
    )
    #expect(
      try people.filter { $0.home.city == nil }.count() == all.count { $0.home?.city == nil }
    )
    #expect(
      try people.filter { !($0.home.zip == 6) }.count() == all.count { $0.home?.zip != 6 }
    )
  }

  @Test func takesValuesOnTheLeftRangesAndOptionals() throws {
    let (people, _) = try people()
    let (three, none): (Int?, Int?) = (3, nil)
    #expect(try people.filter { 3 <= $0.id }.count() == 9)
    #expect(try people.filter { "Ann1" == $0.nick }.count() == 1)
    #expect(try people.filter { 3 > $0.parentID }.count() == 5)
    #expect(try people.filter { $0.id.isIn(0..<3) }.count() == 3)
    #expect(try people.filter { $0.parentID.isIn(0..<3) }.count() == 5)
    #expect(try people.filter { $0.id.isIn(0...3) }.count() == 4)
    #expect(try people.filter { $0.id == three }.count() == 1)
    #expect(try people.filter { $0.id == none }.count() == 0)
    #expect(try people.filter { $0.id != none }.count() == 12)
  }

  @Test func neverWritesWhatItCouldNotRead() throws {
    let (people, all) = try people()
    #expect(throws: DecodingError.self) { try people.update { $0.small = $0.small + 50 } }
    #expect(throws: DecodingError.self) {
      try people.filter { $0.id == 3 }.update { $0.parentID = $0.parentID + Int.max }
    }
    // Whoever catches the error cannot commit what it was about.
    #expect(throws: DecodingError.self) {
      try people.database.write {
        _ = try? people.update { $0.small = $0.small + 50 }
        _ = try people.count()
      }
    }
    #expect(try people.order(by: \.id).all() == all)
  }

  @Test func narrowsDownTheRowsThatALimitLeaves() throws {
    let (people, all) = try people()
    let first = people.order(by: \.id, .descending).limit(5)
    #expect(try first.filter { $0.id < 9 }.all().map(\.id) == [8, 7])
    #expect(try first.group(by: \.nick).select { $0.rowCount() }.all().reduce(0, +) == 5)
    #expect(try first.filter { $0.id < 9 }.count() == 2)
    #expect(try first.filter { $0.id < 9 }.limit(1).delete() == 1)
    #expect(try people.count() == all.count - 1)
  }

  @Test func sumsFloatsAndRefusesASumThatIsNoNumber() throws {
    let (people, all) = try people()
    let sum = all.reduce(0) { $0 + Double($1.float) }
    #expect(abs(try people.sum(\.float) - sum) < 1e-9)
    #expect(try people.filter { $0.id > 99 }.sum(\.float) == 0)
    try people.filter { $0.id == 1 }.update(set: \.real, to: .infinity)
    #expect(try people.sum(\.real) == .infinity)
    try people.filter { $0.id == 2 }.update(set: \.real, to: -.infinity)
    #expect(throws: DecodingError.self) { try people.sum(\.real) }
  }

  @Test func findsManyValuesThatJSONCannotHold() throws {
    let (people, _) = try people()
    let many = (0..<20_000).map { Double($0) - 0.5 } + [.infinity]
    #expect(try people.filter { $0.real.isIn(many) }.count() == 12)
    #expect(try people.filter { $0.nick.isIn(["Ann1", "a\0b"]) }.count() == 1)
  }
}
