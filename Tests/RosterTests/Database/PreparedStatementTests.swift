import Foundation
import Testing

@testable import Roster

struct PreparedStatementTests {
  private struct Stop: Error, Equatable {}

  private let database: Database

  init() throws {
    database = try Database.inMemory()
    try database.execute("CREATE TABLE test (num INTEGER)")
    let insert = try database.prepare("INSERT INTO test VALUES (?)")
    for number in 10...19 { #expect(try insert.run(number) == 1) }
  }

  private func numbers(_ select: PreparedStatement) throws -> [Int] {
    var numbers: [Int] = []
    try select.forEach { numbers.append(try $0.get(0, as: Int.self)) }
    return numbers
  }

  @Test func handsOverTheRowsInOrder() throws {
    let select = try database.prepare("SELECT num FROM test ORDER BY num")
    #expect(try numbers(select) == Array(10...19))
    #expect(try numbers(select) == Array(10...19))
  }

  @Test func bindsTheValuesOfEachRun() throws {
    let select = try database.prepare("SELECT num FROM test WHERE num > ? AND num < ?")
    var seen: [[Int]] = []
    for (low, high) in [(12, 15), (17, 20), (0, 5)] {
      var numbers: [Int] = []
      try select.forEach(low, high) { numbers.append(try $0.get("num", as: Int.self)) }
      seen.append(numbers.sorted())
    }
    #expect(seen == [[13, 14], [18, 19], []])
  }

  @Test func keepsItsText() throws {
    #expect(try database.prepare("SELECT num FROM test").sql == "SELECT num FROM test")
  }

  @Test func bindsEveryKindOfValue() throws {
    let select = try database.prepare("SELECT ?, ?, ?, ?, ?, ?")
    let day = Date(timeIntervalSinceReferenceDate: 0)
    try select.forEach(true, 1.5, "a", Data([1]), day, nil) { row in
      let values = try (0..<6).map { try row.value($0) }
      #expect(
        values == [1, 1.5, "a", .blob(Data([1])), "2001-01-01 00:00:00.000", nil]
      )
    }
  }

  @Test func endsARunWhenTheHandlerThrows() throws {
    let select = try database.prepare("SELECT num FROM test ORDER BY num")
    var seen: [Int] = []
    #expect(throws: Stop()) {
      try select.forEach { row in
        seen.append(try row.get(0, as: Int.self))
        if seen.count == 3 { throw Stop() }
      }
    }
    #expect(seen == [10, 11, 12])
    let hits = database.statementCacheStatistics.hits
    #expect(try numbers(select) == Array(10...19))
    #expect(database.statementCacheStatistics.hits == hits + 1)
    try database.execute("DROP TABLE test")
  }

  @Test func givesAllRowsThoughTheHandlerDecodesBadly() throws {
    let select = try database.prepare("SELECT num FROM test")
    var rows = 0
    try select.forEach { row in
      rows += 1
      _ = try? row.get(0, as: String.self)
    }
    #expect(rows == 10)
  }

  @Test(
    arguments: [
      ("UPDATE test SET num = num + 100", 10), ("UPDATE test SET num = 0 WHERE num > 17", 2),
      ("UPDATE test SET num = 0 WHERE num > 100", 0), ("DELETE FROM test", 10),
      ("DELETE FROM test WHERE num = 10", 1), ("DELETE FROM test WHERE num = 0", 0),
      ("INSERT INTO test SELECT num FROM test", 10), ("INSERT INTO test VALUES (1), (2), (3)", 3),
      ("SELECT num FROM test", 0), ("PRAGMA user_version", 0), ("VALUES (1), (2)", 0),
      ("DELETE FROM test WHERE num < 15 RETURNING num", 5),
    ] as [(String, Int)]
  )
  func returnsTheNumberOfChangedRows(sql: String, changes: Int) throws {
    #expect(try database.prepare(sql).run() == changes)
  }

  @Test(arguments: [
    "CREATE TABLE u (n)", "CREATE INDEX i ON test (num)", "CREATE TABLE u AS SELECT * FROM test",
    "ALTER TABLE test RENAME TO u", "ALTER TABLE test ADD COLUMN n DEFAULT 7",
    "ALTER TABLE test RENAME COLUMN num TO n", "DROP TABLE test", "DROP TABLE parent",
  ])
  func countsNoRowsForDDL(sql: String) throws {
    try database.execute(
      """
      CREATE TABLE parent (id INTEGER PRIMARY KEY);
      CREATE TABLE child (parent REFERENCES parent);
      INSERT INTO parent VALUES (1), (2);
      """
    )
    #expect(try database.prepare(sql).run() == 0)
  }

  @Test func countsTheRowsOfExecute() throws {
    #expect(try database.execute("DELETE FROM test WHERE num < \(12)") == 2)
    #expect(try database.execute("DELETE FROM test WHERE num < \(12)") == 0)
    #expect(
      try database.execute("DELETE FROM test WHERE num = 12; DELETE FROM test WHERE num < 16") == 3
    )
    #expect(
      try database.execute("DELETE FROM test WHERE num = 16; DELETE FROM test WHERE num < 0") == 0
    )
    #expect(try database.execute("SELECT * FROM test") == 0)
    #expect(try database.execute("") == 0)
  }

  @Test func seesAColumnAddedBetweenRuns() throws {
    let select = try database.prepare("SELECT * FROM test LIMIT 1")
    var names: [[String]] = []
    try select.forEach { names.append($0.columnNames) }
    try database.execute("ALTER TABLE test ADD COLUMN name TEXT DEFAULT 'ten'")
    try select.forEach { row throws in
      names.append(row.columnNames)
      #expect(try row.get(1, as: String.self) == "ten")
      #expect(try row.get("name", as: String.self) == "ten")
    }
    #expect(names == [["num"], ["num", "name"]])
  }

  @Test func seesATableMadeAnewBetweenRuns() throws {
    let select = try database.prepare("SELECT * FROM test")
    #expect(try numbers(select).count == 10)
    try database.execute("DROP TABLE test")
    let error = try #require(throws: DatabaseError.self) { try select.forEach { _ in } }
    #expect(error.code == .error)
    #expect(error.message == "no such table: test")
    #expect(error.sql == "SELECT * FROM test")
    try database.execute("CREATE TABLE test (text TEXT, num INTEGER)")
    try database.execute("INSERT INTO test VALUES ('a', 1)")
    var rows: [String] = []
    try select.forEach { row in
      rows.append(try row.get("text", as: String.self) + "\(try row.get("num", as: Int.self))")
      #expect(throws: DecodingError.self) { try row.get(0, as: Int.self) }
    }
    #expect(rows == ["a1"])
  }

  @Test func cannotDropTheTableItIsReading() throws {
    let select = try database.prepare("SELECT num FROM test")
    let error = try #require(throws: DatabaseError.self) {
      try select.forEach { _ in try database.execute("DROP TABLE test") }
    }
    #expect(error.primaryCode == .locked)
    #expect(try numbers(select).count == 10)
  }

  @Test func runsFromManyThreads() throws {
    let insert = try database.prepare("INSERT INTO test VALUES (?)")
    let failures = Failures()
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      failures.collect { for number in 0..<50 { try insert.run(1000 + thread * 50 + number) } }
    }
    #expect(failures.all.isEmpty)
    #expect(
      try database.query("SELECT count(DISTINCT num) FROM test WHERE num >= 1000", as: Int.self)
        == [400]
    )
  }
}
