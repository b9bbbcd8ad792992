import Foundation
import Synchronization
import Testing

@testable import Roster

struct RegisteredFunctionTests {
  private struct Refused: Error, Equatable { var number: Int }
  private enum Mood: String, Codable { case good, bad }
  private struct Place: Codable, Equatable { var x: Int }

  @Test func readsArgumentsAndStoresTheResultAsAColumnDoes() throws {
    let database = try Database.inMemory()
    try database.register(function: "f0") { 7 }
    try database.register(function: "f1") { (text: String) in text.uppercased() }
    try database.register(function: "f2") { (text: String, number: Int?) -> Int? in
      number.map { $0 + text.count }
    }
    try database.register(function: "f3") { (a: Double, b: Data, c: [UInt8]) -> Data in
      Data(b + c + [UInt8(a)])
    }
    try database.register(function: "day") { (date: Date) in date.addingTimeInterval(86400) }
    try database.register(function: "turn") { (mood: Mood) -> Mood in mood == .good ? .bad : .good }
    try database.register(function: "moved") { (place: Place) in Place(x: place.x + 1) }
    try database.register(function: "place") { (place: Place?) in place?.x }
    try database.register(function: "yes") { true }
    let questions: [(String, SQLValue)] = [
      ("f0()", 7), ("F1('straße')", "STRASSE"), ("f1('')", ""), ("f2('ab', 1)", 3),
      ("f2('ab', NULL)", nil), ("f3(9, x'01', x'')", .blob(Data([1, 9]))),
      ("day('2026-01-31 00:00:00.000')", "2026-02-01 00:00:00.000"), ("turn('bad')", "good"),
      ("moved('{\"x\":1}')", "{\"x\":2}"), ("place(NULL)", nil), ("place('{\"x\":5}')", 5),
      ("yes()", 1), ("f1('a' || char(0) || 'b') = 'A' || char(0) || 'B'", 1),
    ]
    for (sql, wanted) in questions {
      let found = try database.pool.useReader { try $0.firstValue("SELECT \(sql)") }
      #expect(found == wanted, "\(sql)")
    }
  }

  @Test func takesAnyNumberOfValues() throws {
    let database = try Database.inMemory()
    try database.register(function: "kinds") { values in
      .text(values.map(\.storageClass.rawValue).joined(separator: " "))
    }
    #expect(
      try database.query("SELECT kinds(1, 'a', NULL, 1.5, x'00')", as: String.self)
        == ["INTEGER TEXT NULL REAL BLOB"]
    )
    #expect(try database.query("SELECT kinds()", as: String.self) == [""])
    #expect(throws: DecodingError.self) {
      try database.query("SELECT kinds(CAST(x'ff' AS TEXT))", as: String.self)
    }
  }

  @Test func throwsTheErrorOfTheClosureFromEveryCall() throws {
    let database = try Database.inMemory()
    try database.execute("CREATE TABLE t (n INTEGER)")
    try database.execute("INSERT INTO t VALUES (1), (2), (3)")
    try database.register(function: "check3") { (number: Int) throws -> Int in
      if number == 3 { throw Refused(number: number) }
      return number
    }
    let prepared = try database.prepare("SELECT check3(n) FROM t")
    let calls: [() throws -> Void] = [
      { _ = try database.query("SELECT check3(n) FROM t", as: Int.self) },
      { _ = try database.query("SELECT check3(n), n FROM t", as: (Int, Int).self) },
      { try database.execute("UPDATE t SET n = check3(n) + 10") },
      { try database.execute("UPDATE t SET n = check3(n) + \(10)") },
      { try database.execute("INSERT INTO t SELECT check3(n) FROM t") },
      { try prepared.run() },
      { try prepared.forEach { _ in } },
      { _ = try database.write { try database.execute("DELETE FROM t WHERE check3(n) > 0") } },
      { _ = try database.read { try database.query("SELECT check3(3)", as: Int.self) } },
    ]
    for (index, call) in calls.enumerated() {
      let error = try #require(throws: Refused.self, "\(index)") { try call() }
      #expect(error == Refused(number: 3))
      #expect(try database.query("SELECT n FROM t", as: Int.self) == [1, 2, 3])
    }
    // And it is gone with that: the next error is its own.
    #expect(throws: DatabaseError.self) { try database.execute("SELECT nonsense") }
    #expect(throws: DatabaseError.self) { try database.query("SELECT abs()", as: Int.self) }
  }

  @Test func throwsTheErrorThroughAnAsynchronousCall() async throws {
    let database = try Database.inMemory()
    try await database.register(function: "no") { (number: Int) throws -> Int in
      throw Refused(number: number)
    }
    try await database.register(function: "many") { .integer(Int64($0.count)) }
    try await database.register(collation: "backward") { $1.compare($0) }
    #expect(
      try await database.query("SELECT many(1, 2) WHERE 'b' < 'a' COLLATE backward", as: Int.self)
        == [2]
    )
    await #expect(throws: Refused(number: 4)) {
      try await database.query("SELECT no(4)", as: Int.self)
    }
  }

  @Test(arguments: ["f(NULL)", "f('1')", "f(1.5)", "f(300)", "f(x'00')"])
  func refusesAnArgumentThatDoesNotFit(call: String) throws {
    let database = try Database.inMemory()
    try database.register(function: "f") { (number: UInt8) in Int(number) }
    let error = try #require(throws: DecodingError.self) {
      try database.query("SELECT \(raw: call)", as: Int.self)
    }
    #expect("\(error)".contains("argument 1 of f"))
  }

  @Test func refusesAResultThatCannotBeStored() throws {
    let database = try Database.inMemory()
    try database.register(function: "f") { Double.nan }
    #expect(throws: EncodingError.self) { try database.query("SELECT f()", as: Double.self) }
  }

  @Test func isKnownOnEveryConnectionAlreadyOpenOrNot() throws {
    try ScratchFolder.lend { folder in
      var configuration = Configuration()
      configuration.maximumReaders = 6
      let database = try Database(path: folder.path(), configuration)
      try database.execute("CREATE TABLE t (n); INSERT INTO t VALUES (1)")
      func useSeveral(_ count: Int, _ body: @escaping @Sendable () throws -> Void) throws {
        let failures = Failures()
        let inside = DispatchSemaphore(value: 0)
        let go = DispatchSemaphore(value: 0)
        let group = DispatchGroup()
        for _ in 0..<count {
          let thread = Thread {
            failures.collect {
              try database.read {
                inside.signal()
                go.wait()
                try body()
              }
            }
            group.leave()
          }
          group.enter()
          thread.start()
        }
        for _ in 0..<count { inside.wait() }
        for _ in 0..<count { go.signal() }
        group.wait()
        for error in failures.all { throw error }
      }
      try useSeveral(3) {}
      #expect(database.statistics.readers == 3)
      try database.register(function: "f") { (number: Int) in number + 1 }
      try database.register(function: "f") { (a: Int, b: Int) in a + b }
      try database.register(collation: "backward") { $1.compare($0) }
      try useSeveral(6) {
        #expect(try database.query("SELECT f(n) + f(1, 2) FROM t", as: Int.self) == [5])
        let sorted = try database.query(
          "SELECT column1 FROM (VALUES ('a'), ('b')) ORDER BY 1 COLLATE backward",
          as: String.self
        )
        #expect(sorted == ["b", "a"])
      }
      try database.execute("UPDATE t SET n = f(n)")
      #expect(try database.query("SELECT n FROM t", as: Int.self) == [2])
    }
  }

  @Test func servesInAnIndexOnlyWhenItIsDeterministic() throws {
    let database = try Database.inMemory()
    try database.register(function: "fixed", deterministic: true) { (n: Int) in -n }
    try database.register(function: "loose") { (n: Int) in -n }
    try database.execute("CREATE TABLE t (n INTEGER); CREATE INDEX i ON t (fixed(n))")
    let error = try #require(throws: DatabaseError.self) {
      try database.execute("CREATE INDEX j ON t (loose(n))")
    }
    #expect("\(error)".contains("deterministic"))
    try database.execute("INSERT INTO t VALUES (1), (2)")
    #expect(try database.query("SELECT n FROM t WHERE fixed(n) = -2", as: Int.self) == [2])
    #expect(try database.integrityCheck() == [])
  }

  @Test func mayUseTheDatabaseItself() throws {
    let database = try Database.inMemory()
    try database.execute("CREATE TABLE t (n INTEGER); INSERT INTO t VALUES (1), (2)")
    try database.register(function: "whole") { [weak database] () throws -> Int in
      try database?.query("SELECT sum(n) FROM t", as: Int.self).first ?? 0
    }
    #expect(try database.query("SELECT n + whole() FROM t", as: Int.self) == [4, 5])
  }

  @Test func ordersTextsByACollation() throws {
    let database = try Database.inMemory()
    try database.register(collation: "length") { left, right in
      left.count < right.count
        ? .orderedAscending : left.count > right.count ? .orderedDescending : .orderedSame
    }
    try database.execute(
      "CREATE TABLE t (name TEXT COLLATE length); INSERT INTO t VALUES ('ccc'), ('é'), ('bb')"
    )
    #expect(
      try database.query("SELECT name FROM t ORDER BY name", as: String.self)
        == ["é", "bb", "ccc"]
    )
    #expect(try database.query("SELECT name FROM t WHERE name = 'x'", as: String.self) == ["é"])
  }

  @Test func refusesANameThatIsTakenOrIsNone() throws {
    let database = try Database.inMemory()
    try database.register(function: "mine") { (a: Int) in a }
    try database.register(collation: "mine") { $0.compare($1) }
    let calls: [() throws -> Void] = [
      { try database.register(function: "MINE") { (a: Int) in a } },
      { try database.register(function: "mine") { _ in .null } },
      { try database.register(function: "lower") { (a: String, b: String) in a + b } },
      { try database.register(function: "roster_divide") { (a: Int, b: Int) in a / b } },
      { try database.register(function: "") { 1 } },
      { try database.register(function: "a\0b") { 1 } },
      { try database.register(function: String(repeating: "x", count: 300)) { 1 } },
      { try database.register(collation: "Mine") { $0.compare($1) } },
      { try database.register(collation: "nocase") { $0.compare($1) } },
      { try database.register(collation: "") { $0.compare($1) } },
    ]
    for (index, call) in calls.enumerated() {
      let error = try #require(throws: DatabaseError.self, "\(index)") { try call() }
      #expect(error.code == .misuse, "\(index): \(error)")
    }
    #expect(try database.query("SELECT mine(1) + lower('7')", as: Int.self) == [8])
  }

  @Test func refusesToRegisterInsideATransactionOrARowHandler() throws {
    let database = try Database.inMemory()
    let calls: [() throws -> Void] = [
      { try database.write { try database.register(function: "f") { 1 } } },
      { try database.read { try database.register(collation: "c") { $0.compare($1) } } },
      {
        try database.prepare("SELECT 1").forEach { _ in
          try database.register(function: "f") { 1 }
        }
      },
    ]
    for call in calls {
      let error = try #require(throws: DatabaseError.self) { try call() }
      #expect(error.code == .busy)
    }
  }

  @Test func letsGoOfTheClosureWithTheDatabase() throws {
    final class Token: Sendable {}
    weak var token: Token?
    do {
      let held = Token()
      token = held
      let database = try Database.inMemory()
      try database.register(function: "f") { [held] in ObjectIdentifier(held) == .init(held) }
      #expect(try database.query("SELECT f()", as: Bool.self) == [true])
      try database.close()
    }
    #expect(token == nil)
  }
}
