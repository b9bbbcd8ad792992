import Synchronization
import Testing

@testable import Roster

/// What an asynchronous form gives is what the synchronous one does.
@Suite struct AsyncFormTests {
  struct Reading: Record {
    static let tableName = "readings"
    static let primaryKey = PrimaryKey(\Reading.id)
    static let schema: Schema<Reading> = [.fullText(\.place)]
    var id: Int64?
    var place: String
    var heat: Float
    var wind: Float?
  }

  private func readings() throws -> Repository<Reading> {
    let readings = Repository<Reading>(try Database.inMemory())
    try readings.createTable()
    try readings.insert(contentsOf: [
      Reading(place: "north pole", heat: 0.1, wind: 0.2),
      Reading(place: "south pole", heat: 0.7, wind: nil),
      Reading(place: "north sea", heat: 1e-9, wind: 3e7),
    ])
    return readings
  }

  @Test func opensAFileAsynchronouslyOnceAnotherHasLetGo() async throws {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    var configuration = Configuration()
    configuration.busyTimeout = .milliseconds(200)
    // A file that is not yet in WAL mode, and that someone else is writing to.
    let holder = try Connection(Connection.Options(path: folder.path()))
    try holder.executeScript("CREATE TABLE t (a); BEGIN IMMEDIATE; INSERT INTO t VALUES (1)")
    let error = await #expect(throws: DatabaseError.self) {
      try await Database.open(path: folder.path(), configuration)
    }
    #expect(error?.primaryCode == .busy)
    try holder.executeScript("COMMIT")
    let database = try await Database.open(path: folder.path(), configuration)
    #expect(try await database.query("SELECT a FROM t", as: Int.self) == [1])
    try await database.close()
  }

  @Test func sumsFloatsAsDoubles() async throws {
    let readings = try readings()
    let heat: Double = try await readings.sum(\.heat)
    let wind = try await readings.sum(\.wind)
    #expect(heat == Double(Float(0.1)) + Double(Float(0.7)) + Double(Float(1e-9)))
    #expect(wind == Double(Float(0.2)) + Double(Float(3e7)))
  }

  @Test func searches() async throws {
    let readings = try readings()
    let hits = try await readings.search("north").hits(.highlight(\.place))
    #expect(Set(hits.map { $0.excerpts[0] }) == ["[north] pole", "[north] sea"])
    try await readings.database.execute("DROP TABLE readings_fulltext")
    try await readings.rebuildFullText()
    #expect(try await readings.search("north").count() == 2)
  }

  private func places(_ sql: String, _ database: Database) throws -> [String] {
    var places: [String] = []
    try database.prepare(sql).forEach(0.01) { places.append(try $0.get(0, as: String.self)) }
    return places
  }

  @Test func handsOverTheRowsOfAPreparedStatement() async throws {
    let readings = try readings()
    let sql = "SELECT place FROM readings WHERE heat > ? ORDER BY id"
    let later = Mutex<[String]>([])
    try await readings.database.prepare(sql).forEach(0.01) { row in
      let place = try row.get(0, as: String.self)
      later.withLock { $0.append(place) }
    }
    #expect(later.withLock { $0 } == ["north pole", "south pole"])
    #expect(later.withLock { $0 } == (try places(sql, readings.database)))
  }
}
