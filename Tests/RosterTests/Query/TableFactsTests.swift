import Foundation
import Testing

@testable import Roster

/// What is known of a table decides the SQL for its own database, and for no other.
struct TableFactsTests {
  private struct Entry: Record, Equatable {
    static let tableName = "entries"
    static let primaryKey = PrimaryKey(\Entry.id)
    static let schema: Schema<Entry> = [.index(\.day)]

    var id: Int64?
    var day: Date
    var other: Date?
  }

  private static let day = Date(timeIntervalSince1970: 1_577_836_800)

  /// The same day in three forms of others.
  private func foreign(_ declared: String) throws -> Repository<Entry> {
    let entries = Repository<Entry>(try .inMemory())
    try entries.database.execute(
      """
      CREATE TABLE entries (id INTEGER PRIMARY KEY, day \(raw: declared) NOT NULL, other DATETIME);
      INSERT INTO entries (day) VALUES ('2020-01-01'), ('2020-01-01T00:00:00Z'), ('2020-01-02')
      """
    )
    return entries
  }

  private func own() throws -> Repository<Entry> {
    let entries = Repository<Entry>(try .inMemory())
    try entries.createTable()
    try entries.insert(Entry(day: Self.day))
    return entries
  }

  @Test(arguments: ["DATETIME", "DATE", "TIMESTAMP", "datetime", ""])
  func aDatabaseOfOthersDoesNotDecideTheSQLOfOurs(declared: String) throws {
    let (own, foreign) = (try own(), try foreign(declared))
    func query(_ entries: Repository<Entry>) -> Query<Entry> {
      entries.filter { $0.day == Self.day }
    }
    let before = try query(own).sql.text
    #expect(!before.contains("COLLATE"))
    #expect(try query(foreign).count() == 2)
    #expect(try query(foreign).sql.text.contains("COLLATE"))
    #expect(try query(own).sql.text == before)
    #expect(try query(own).explain().usesIndex)
    #expect(try query(own).all().map(\.id) == [1])
    #expect(try query(foreign).all().map(\.id) == [1, 2])
    #expect(try query(foreign).delete() == 2)
    #expect(try query(own).update(set: \.other, to: Self.day) == 1)
  }

  @Test func aTableIsKnownAnewWhenItHasChanged() throws {
    let entries = try foreign("DATETIME")
    #expect(try entries.filter { $0.day == Self.day }.count() == 2)
    try entries.dropTable()
    try entries.createTable()
    try entries.insert(Entry(day: Self.day))
    let query = entries.filter { $0.day == Self.day }
    #expect(try !query.sql.text.contains("COLLATE"))
    #expect(try query.explain().usesIndex)
    try entries.dropTable()
    try entries.database.execute(
      """
      CREATE TABLE entries (id INTEGER PRIMARY KEY, day DATE NOT NULL, other TEXT);
      INSERT INTO entries (day) VALUES ('2020-01-01')
      """
    )
    #expect(try query.count() == 1)
  }

  @Test func everyKindOfCallKnowsTheTable() throws {
    let entries = try foreign("DATETIME")
    let same = entries.filter { $0.day == Self.day }
    #expect(try same.exists())
    #expect(try same.first()?.id == 1)
    #expect(try same.select(\.id).all() == [1, 2])
    #expect(try same.select(\.id).count() == 2)
    #expect(try entries.select(\.day).distinct().count() >= 2)
    #expect(try entries.max(\.day) == Self.day + 86_400)
    let pairs = entries.join(entries) { $0.day == $1.day }
    #expect(try pairs.count() == 5)
    #expect(try pairs.exists())
    #expect(try pairs.all().count == 5)
    let groups = entries.group(by: \.day).select { ($0.day, $0.rowCount()) }
    #expect(try groups.all().map(\.1).sorted() == [1, 2])
    let twice = entries.filter { outer in
      entries.filter { $0.day == outer.day && $0.id != outer.id }.isNotEmpty
    }
    #expect(try twice.count() == 2)
    let latest = entries.select { $0.day.max() }
    #expect(try entries.filter { $0.day == latest.scalar() }.all().map(\.id) == [3])
    #expect(try entries.filter { $0.day.isIn(same.select(\.day)) }.count() == 2)
    #expect(try entries.filter(#Predicate { $0.day == day }).count() == 2)
    #expect(try same.limit(1).delete() == 1)
    try entries.update { $0.other = $0.day }
    #expect(try entries.filter { $0.other == Self.day }.count() == 1)
  }

  private struct Own: Record {
    static let tableName = "own"
    static let primaryKey = PrimaryKey(\Own.id)

    var id: Int64?
    var day: Date
  }

  @Test func ourDatesAndThoseOfOthersMeetByValue() throws {
    let entries = try foreign("DATETIME")
    let own = Repository<Own>(entries.database)
    try own.createTable()
    try own.insert(Own(day: Self.day))
    #expect(try own.join(entries) { $0.day == $1.day }.count() == 2)
    #expect(try entries.join(own) { $0.day == $1.day }.count() == 2)
    #expect(try entries.filter { $0.day.isIn(own.select(\.day)) }.count() == 2)
    #expect(try own.filter { $0.day.isIn(entries.select(\.day)) }.count() == 1)
    #expect(try own.filter { $0.day == entries.select { $0.day.min() }.scalar() }.count() == 1)
  }

  @Test func theSQLOfAClosedDatabaseIsKnownWhereNothingOfItCounts() throws {
    struct Plain: Record {
      static let tableName = "plain"
      static let primaryKey = PrimaryKey(\Plain.id)
      var id: Int64
    }
    let plain = Repository<Plain>(try .inMemory())
    try plain.database.close()
    #expect(try plain.filter { $0.id == 7 }.sql.text.hasSuffix("WHERE (\"id\" = ?)"))
  }

  private let day = Self.day
}
