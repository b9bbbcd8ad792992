import Foundation
import Testing

@testable import Roster

struct TransactionTests {
  private struct Stop: Error, Equatable {}

  private let database: Database

  init() throws {
    database = try Database.inMemory()
    try database.execute("CREATE TABLE t (n INTEGER UNIQUE)")
  }

  private func add(_ number: Int) throws {
    try database.execute("INSERT INTO t VALUES (\(number))")
  }

  private func numbers() throws -> [Int] {
    try database.query("SELECT n FROM t ORDER BY n", as: Int.self)
  }

  @Test func commitsWhenTheClosureReturns() throws {
    let result = try database.write {
      try add(1)
      try add(2)
      return "done"
    }
    #expect(result == "done")
    #expect(try numbers() == [1, 2])
  }

  @Test func rollsBackWhenTheClosureThrows() throws {
    try add(1)
    #expect(throws: Stop()) {
      try database.write {
        try add(2)
        try database.execute("CREATE TABLE u (n)")
        throw Stop()
      }
    }
    #expect(try numbers() == [1])
    let tables = try database.query("SELECT name FROM sqlite_schema", as: String.self)
    #expect(!tables.contains("u"))
  }

  @Test func goesOnAfterAnErrorThatTheClosureHandled() throws {
    try database.write {
      try add(1)
      #expect(throws: DatabaseError.self) { try add(1) }
      try add(2)
    }
    #expect(try numbers() == [1, 2])
  }

  @Test func letsANestedWriteFailAlone() throws {
    try database.write {
      try add(1)
      #expect(throws: Stop()) {
        try database.write {
          try add(2)
          throw Stop()
        }
      }
      try add(3)
    }
    #expect(try numbers() == [1, 3])
  }

  @Test func keepsANestedWriteThatSucceeds() throws {
    try database.write {
      try add(1)
      try database.write { try add(2) }
      #expect(try numbers() == [1, 2])
    }
    #expect(try numbers() == [1, 2])
  }

  @Test func undoesANestedWriteWithItsOuterOne() throws {
    #expect(throws: Stop()) {
      try database.write {
        try database.write { try add(1) }
        throw Stop()
      }
    }
    #expect(try numbers() == [])
  }

  @Test(arguments: [1, 2, 3])
  func undoesFromTheLevelThatFails(level: Int) throws {
    func nest(_ current: Int) throws {
      try database.write {
        try add(current)
        if current < 3 {
          do { try nest(current + 1) } catch is Stop {
            guard current + 1 == level else { throw Stop() }
          }
        }
        if current == level { throw Stop() }
      }
    }
    do { try nest(1) } catch is Stop { #expect(level == 1) }
    #expect(try numbers() == Array(1..<level))
  }

  @Test func joinsEveryCallInsideIt() throws {
    let insert = try database.prepare("INSERT INTO t VALUES (?)")
    #expect(throws: Stop()) {
      try database.write {
        try insert.run(1)
        try insert.forEach(2) { _ in }
        try database.execute("INSERT INTO t VALUES (3); INSERT INTO t VALUES (4)")
        _ = try database.query("INSERT INTO t VALUES (\(5)) RETURNING n", as: Int.self)
        #expect(try numbers() == [1, 2, 3, 4, 5])
        throw Stop()
      }
    }
    #expect(try numbers() == [])
  }

  @Test func seesItsOwnChangesInAReadInsideIt() throws {
    try database.write {
      try add(1)
      #expect(try database.read { try numbers() } == [1])
      try add(2)
    }
    #expect(try numbers() == [1, 2])
  }

  @Test func rollsBackWhenTheCommitFails() throws {
    try database.execute(
      """
      CREATE TABLE p (id INTEGER PRIMARY KEY);
      CREATE TABLE c (p REFERENCES p DEFERRABLE INITIALLY DEFERRED);
      """
    )
    let error = try #require(throws: DatabaseError.self) {
      try database.write {
        try add(1)
        try database.execute("INSERT INTO c VALUES (7)")
      }
    }
    #expect(error.code == .constraintForeignKey)
    #expect(try numbers() == [])
    #expect(try database.query("SELECT count(*) FROM c", as: Int.self) == [0])
    try database.write {
      try add(2)
      try database.execute("INSERT INTO c VALUES (7); INSERT INTO p VALUES (7)")
    }
    #expect(try numbers() == [2])
  }

  @Test func writesWithinARowHandler() throws {
    try add(1)
    try add(2)
    try database.prepare("SELECT n FROM t WHERE n < 10 ORDER BY n").forEach { row in
      let number = try row.get(0, as: Int.self)
      try database.write { try add(number + 10) }
    }
    #expect(try numbers() == [1, 2, 11, 12])
  }

  @Test func rollsBackWithinARowHandlerAndGoesOn() throws {
    try add(1)
    try add(2)
    var seen: [Int] = []
    try database.prepare("SELECT n FROM t ORDER BY n").forEach { row in
      seen.append(try row.get(0, as: Int.self))
      #expect(throws: Stop()) {
        try database.write {
          try add(10)
          throw Stop()
        }
      }
    }
    #expect(seen == [1, 2])
    #expect(try numbers() == [1, 2])
  }

  @Test func runsANextTransactionAfterEachKindOfFailure() throws {
    #expect(throws: Stop()) { try database.write { throw Stop() } }
    #expect(throws: DatabaseError.self) { try database.write { try database.execute("SELEC 1") } }
    #expect(throws: EncodingError.self) {
      try database.write { try database.execute("INSERT INTO t VALUES (\(Double.nan))") }
    }
    #expect(throws: DecodingError.self) {
      try database.write { try database.query("SELECT 'x'", as: Int.self) }
    }
    #expect(throws: Stop()) { try database.read { throw Stop() } }
    #expect(throws: DatabaseError.self) { try database.read { try add(1) } }
    try database.write { try add(1) }
    #expect(try database.read { try numbers() } == [1])
  }

  @Test func sumsUpTheIncrementsOfManyThreads() throws {
    try database.execute("CREATE TABLE counter (n INTEGER); INSERT INTO counter VALUES (0)")
    let failures = Failures()
    DispatchQueue.concurrentPerform(iterations: 8) { [database] _ in
      failures.collect {
        for _ in 0..<200 {
          try database.write {
            let number = try database.query("SELECT n FROM counter", as: Int.self)[0]
            try database.execute("UPDATE counter SET n = \(number + 1)")
          }
        }
      }
    }
    #expect(failures.all.isEmpty)
    #expect(try database.query("SELECT n FROM counter", as: Int.self) == [1600])
  }
}
