import Foundation
import Testing

@testable import Roster

/// How the public calls share the cache.
struct StatementReuseTests {
  private func numbers() throws -> Database {
    let database = try Database.inMemory()
    try database.execute("CREATE TABLE numbers (n INTEGER UNIQUE)")
    return database
  }

  @Test func findsOneStatementForDifferentValues() throws {
    let database = try numbers()
    let before = database.statementCacheStatistics
    for number in 0..<10 { try database.execute("INSERT INTO numbers VALUES (\(number))") }
    let after = database.statementCacheStatistics
    #expect(after.misses - before.misses == 1)
    #expect(after.hits - before.hits == 9)
    #expect(try database.query("SELECT sum(n) FROM numbers", as: Int.self) == [45])
  }

  @Test func sharesAStatementBetweenPrepareAndQuery() throws {
    let database = try Database.inMemory()
    let select = try database.prepare("SELECT 1")
    try select.forEach { _ in }
    #expect(try database.query("SELECT 1", as: Int.self) == [1])
    #expect(database.statementCacheStatistics.misses == 1)
    #expect(database.statementCacheStatistics.hits == 2)
  }

  @Test(arguments: [100, 1, 0])
  func runsTheSameSQLInsideARowHandlerThreeDeep(capacity: Int) throws {
    var configuration = Configuration()
    configuration.statementCacheCapacity = capacity
    let database = try Database.inMemory(configuration)
    let select = try database.prepare("SELECT n FROM (SELECT 1 AS n UNION ALL SELECT 2)")
    var seen: [[Int]] = []
    try select.forEach { outer in
      let first = try outer.get("n", as: Int.self)
      try select.forEach { middle in
        let second = try middle.get("n", as: Int.self)
        try select.forEach { inner in
          seen.append([
            try outer.get(0, as: Int.self), second, try inner.get("n", as: Int.self),
          ])
        }
        #expect(try middle.get(0, as: Int.self) == second)
      }
      #expect(try outer.get(0, as: Int.self) == first)
    }
    #expect(
      seen == [
        [1, 1, 1], [1, 1, 2], [1, 2, 1], [1, 2, 2], [2, 1, 1], [2, 1, 2], [2, 2, 1], [2, 2, 2],
      ]
    )
  }

  @Test func nestsDifferentValuesOfTheSameSQL() throws {
    let database = try Database.inMemory()
    let select = try database.prepare("SELECT ?")
    var seen: [String] = []
    try select.forEach("outer") { outer in
      try select.forEach("inner") { seen.append(try $0.get(0, as: String.self)) }
      seen.append(try outer.get(0, as: String.self))
    }
    #expect(seen == ["inner", "outer"])
  }

  @Test func usesAStatementAgainAfterItsError() throws {
    let database = try numbers()
    let insert = try database.prepare("INSERT INTO numbers VALUES (?)")
    try insert.run(1)
    for _ in 0..<3 {
      let error = try #require(throws: DatabaseError.self) { try insert.run(1) }
      #expect(error.code == .constraintUnique)
    }
    let misses = database.statementCacheStatistics.misses
    #expect(try insert.run(2) == 1)
    #expect(database.statementCacheStatistics.misses == misses)
    #expect(try database.query("SELECT n FROM numbers ORDER BY n", as: Int.self) == [1, 2])
  }

  @Test func usesAStatementAgainAfterAWrongNumberOfValues() throws {
    let database = try Database.inMemory()
    let select = try database.prepare("SELECT ?, ?")
    #expect(throws: DatabaseError.self) { try select.run(1) }
    var seen: [Int?] = []
    try select.forEach(nil, 2) { row in
      seen = [try row.get(0, as: Int?.self), try row.get(1, as: Int?.self)]
    }
    #expect(seen == [nil, 2])
  }

  @Test func answersEquivalentTextsEachWithItsOwnBytes() throws {
    let database = try Database.inMemory()
    let composed = try database.query("SELECT hex('\u{e9}')", as: String.self)
    let decomposed = try database.query("SELECT hex('e\u{301}')", as: String.self)
    #expect(composed == ["C3A9"])
    #expect(decomposed == ["65CC81"])
  }
}
