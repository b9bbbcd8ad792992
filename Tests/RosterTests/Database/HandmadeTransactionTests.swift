import Foundation
import Testing

@testable import Roster

/// BEGIN, COMMIT and ROLLBACK written by hand.
struct HandmadeTransactionTests {
  private let database: Database

  init() throws {
    database = try Database.inMemory()
    try database.execute("CREATE TABLE t (n INTEGER)")
  }

  private func count() throws -> Int {
    try #require(try database.query("SELECT count(*) FROM t", as: Int.self).first)
  }

  private func expectHealth() throws {
    try database.execute("DELETE FROM t")
    try database.write { try database.execute("INSERT INTO t VALUES (1)") }
    #expect(throws: CancellationError.self) {
      try database.write {
        try database.execute("INSERT INTO t VALUES (2)")
        throw CancellationError()
      }
    }
    #expect(try count() == 1)
    try database.close()
  }

  @Test(arguments: [
    "BEGIN", "BEGIN IMMEDIATE", "BEGIN EXCLUSIVE", "SAVEPOINT a",
    "BEGIN; INSERT INTO t VALUES (1)", "BEGIN; COMMIT; BEGIN",
  ])
  func refusesABeginWithoutItsEnd(text: String) throws {
    let error = try #require(throws: DatabaseError.self) {
      try database.execute(SQL(text: text))
    }
    #expect(error.code == .misuse)
    #expect(try count() == 0)
    try expectHealth()
  }

  @Test(arguments: ["BEGIN", "BEGIN IMMEDIATE", "SAVEPOINT a"])
  func refusesAPreparedBegin(text: String) throws {
    let begin = try database.prepare(text)
    let calls: [() throws -> Void] = [
      { try begin.run() }, { try begin.forEach { _ in } },
      { _ = try database.query(SQL(text: text), as: Int.self) },
    ]
    for call in calls {
      let error = try #require(throws: DatabaseError.self) { try call() }
      #expect(error.code == .misuse)
    }
    try expectHealth()
  }

  @Test func rollsBackABeginWhoseScriptFails() throws {
    let error = try #require(throws: DatabaseError.self) {
      try database.execute("BEGIN; INSERT INTO t VALUES (1); SELEC 1")
    }
    #expect(error.message == "near \"SELEC\": syntax error")
    #expect(try count() == 0)
    try expectHealth()
  }

  @Test func refusesABeginInsideARowHandlerAndGoesOnWithIt() throws {
    try database.execute("INSERT INTO t VALUES (1), (2), (3)")
    var seen: [Int] = []
    try database.prepare("SELECT n FROM t ORDER BY n").forEach { row in
      let error = try #require(throws: DatabaseError.self) { try database.execute("BEGIN") }
      #expect(error.code == .misuse)
      seen.append(try row.get(0, as: Int.self))
    }
    #expect(seen == [1, 2, 3])
    try expectHealth()
  }

  @Test func runsAScriptWithItsOwnTransaction() throws {
    try database.execute("BEGIN; INSERT INTO t VALUES (1); INSERT INTO t VALUES (2); COMMIT")
    #expect(try count() == 2)
    try expectHealth()
  }

  @Test(arguments: ["BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT mine", "RELEASE roster"])
  func refusesToControlAWriteByHandAndKeepsIt(text: String) throws {
    try database.write {
      try database.execute("INSERT INTO t VALUES (1)")
      for call in [
        { try database.execute(SQL(text: text)) }, { try database.execute(SQL(text: "; \(text)")) },
        { try database.execute(SQL(text: "/* now */ \(text.lowercased()) -- so")) },
        { try database.prepare(text).run() }, { try database.query(SQL(text: text), as: Int.self) },
        { try database.write { try database.execute(SQL(text: text)) } },
      ] as [() throws -> Any] {
        let error = try caught(DatabaseError.self) { _ = try call() }
        #expect(error.code == .misuse)
      }
      try database.execute("INSERT INTO t VALUES (2)")
    }
    #expect(try count() == 2)
    try expectHealth()
  }

  /// The transaction that is open in the end is not the one that `write` began.
  @Test(arguments: ["ROLLBACK; BEGIN", "COMMIT; BEGIN", "ROLLBACK; BEGIN IMMEDIATE"])
  func refusesToExchangeTheTransaction(text: String) throws {
    #expect(throws: DatabaseError.self) {
      try database.write {
        try database.execute("INSERT INTO t VALUES (1)")
        try database.execute(SQL(text: text))
        try database.execute("INSERT INTO t VALUES (2)")
      }
    }
    #expect(try database.query("SELECT n FROM t WHERE n = 2", as: Int.self) == [])
    try expectHealth()
  }

  @Test(arguments: ["COMMIT", "ROLLBACK"])
  func refusesTheEndOfARead(text: String) throws {
    #expect(throws: DatabaseError.self) {
      try database.read {
        try database.execute(SQL(text: text))
        _ = try count()
      }
    }
    try expectHealth()
  }

  @Test(arguments: ["COMMIT", "ROLLBACK", "RELEASE roster"])
  func reportsAnEndWithoutABegin(text: String) throws {
    let error = try #require(throws: DatabaseError.self) {
      try database.execute(SQL(text: text))
    }
    #expect(error.code == .error)
    try expectHealth()
  }
}
