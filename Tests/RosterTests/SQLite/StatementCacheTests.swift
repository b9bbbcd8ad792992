import Testing

@testable import Roster

struct StatementCacheTests {
  @Test(arguments: [
    (uses: [1, 2, 3, 4], survivors: [2, 3, 4], evicted: [1]),
    (uses: [1, 2, 3, 1, 4], survivors: [3, 1, 4], evicted: [2]),
    (uses: [1, 2, 3, 2, 1, 4], survivors: [2, 1, 4], evicted: [3]),
    (uses: [1, 2, 3, 4, 5, 6], survivors: [4, 5, 6], evicted: [1, 2, 3]),
    (uses: [1, 1, 1, 2], survivors: [1, 2], evicted: []),
  ])
  func evictsTheLeastRecentlyUsed(uses: [Int], survivors: [Int], evicted: [Int]) throws {
    let connection = try Connection.inMemory(capacity: 3)
    for number in uses { try connection.run("SELECT \(number)") }
    let used = connection.statementCacheStatistics
    #expect(used.evictions == evicted.count)
    #expect(used.count == survivors.count)

    for number in survivors { try connection.run("SELECT \(number)") }
    #expect(connection.statementCacheStatistics.hits == used.hits + survivors.count)
    for number in evicted { try connection.run("SELECT \(number)") }
    #expect(connection.statementCacheStatistics.misses == used.misses + evicted.count)
  }

  @Test func countsHitsMissesAndEvictions() throws {
    let connection = try Connection.inMemory(capacity: 2)
    #expect(connection.statementCacheStatistics == StatementCacheStatistics())
    try connection.run("SELECT 1", "SELECT 2", "SELECT 1", "SELECT 3", "SELECT 2")
    #expect(
      connection.statementCacheStatistics
        == StatementCacheStatistics(hits: 1, misses: 4, evictions: 2, count: 2)
    )
  }

  @Test(arguments: [0, -1])
  func keepsNothingWithoutCapacity(capacity: Int) throws {
    let connection = try Connection.inMemory(capacity: capacity)
    try connection.run("SELECT 1", "SELECT 1", "SELECT 1")
    let statistics = connection.statementCacheStatistics
    #expect(statistics.hits == 0)
    #expect(statistics.misses == 3)
    #expect(statistics.count == 0)
  }

  @Test func keepsTheLatestWithACapacityOfOne() throws {
    let connection = try Connection.inMemory(capacity: 1)
    try connection.run("SELECT 1", "SELECT 1", "SELECT 2", "SELECT 1")
    #expect(
      connection.statementCacheStatistics
        == StatementCacheStatistics(hits: 1, misses: 3, evictions: 2, count: 1)
    )
  }

  @Test func holdsNoStatementThatIsInUse() throws {
    let connection = try Connection.inMemory()
    try connection.run("SELECT 1")
    #expect(connection.statementCacheStatistics.count == 1)
    try connection.withStatement(StatementKey("SELECT 1")) { _ in
      #expect(connection.statementCacheStatistics.count == 0)
    }
    #expect(connection.statementCacheStatistics.count == 1)
  }

  @Test(arguments: [(capacity: 100, kept: 3), (capacity: 2, kept: 2), (capacity: 0, kept: 0)])
  func givesEachLevelOfTheSameSQLItsOwnStatement(capacity: Int, kept: Int) throws {
    let connection = try Connection.inMemory(capacity: capacity)
    let key = StatementKey("SELECT 1")
    try connection.withStatement(key) { first in
      try connection.withStatement(key) { second in
        try connection.withStatement(key) { third in
          #expect(first !== second)
          #expect(second !== third)
          #expect(first !== third)
        }
      }
    }
    #expect(connection.statementCacheStatistics.misses == 3)
    #expect(connection.statementCacheStatistics.count == kept)
  }

  @Test func givesBackAStatementWithoutItsValues() throws {
    let connection = try Connection.inMemory()
    #expect(try connection.firstRow("SELECT \(7)") == [.integer(7)])
    let again = try connection.withStatement(StatementKey("SELECT ?")) { statement in
      #expect(try statement.step())
      return try statement.value(0)
    }
    #expect(again == .null)
    #expect(connection.statementCacheStatistics.hits == 1)
  }

  @Test func givesBackAStatementAtItsStart() throws {
    let connection = try Connection.inMemory()
    let sql: SQL = "SELECT column1 FROM (VALUES (1), (2), (3))"
    #expect(try connection.firstRow(sql) == [1])
    #expect(try connection.firstRow(sql) == [1])
    #expect(connection.statementCacheStatistics.hits == 1)
  }

  @Test func keepsAStatementWhoseUseThrew() throws {
    struct Stop: Error {}
    let connection = try Connection.inMemory()
    let key = StatementKey("SELECT 1")
    #expect(throws: Stop.self) {
      try connection.withStatement(key) { statement in
        _ = try statement.step()
        throw Stop()
      }
    }
    #expect(connection.statementCacheStatistics.count == 1)
    #expect(try connection.firstRow("SELECT 1") == [1])
    #expect(connection.statementCacheStatistics.hits == 1)
  }

  @Test func doesNotKeepSQLThatCannotBePrepared() throws {
    let connection = try Connection.inMemory()
    #expect(throws: DatabaseError.self) { try connection.run("SELEC 1") }
    #expect(connection.statementCacheStatistics.count == 0)
  }

  /// Canonically equivalent texts are equal as `String` but not in SQLite.
  @Test func tellsTextsApartByTheirBytes() throws {
    let composed = "\u{e9}"
    let decomposed = "e\u{301}"
    let connection = try Connection.inMemory()
    for text in [composed, decomposed, composed] {
      let row = try connection.firstRow(SQL(text: "SELECT '\(text)'"))
      #expect(try #require(row.first).utf8 == Array(text.utf8))
    }
    #expect(connection.statementCacheStatistics.misses == 2)
  }
}
