import Foundation
import Testing

@testable import Roster

struct OpenCloseTests {
  private struct Item: Record, Equatable {
    static let tableName = "item"
    static let primaryKey = PrimaryKey(\Item.id)

    var id: Int64?
    var name: String
  }

  struct Call: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var run: @Sendable (Database, PreparedStatement) throws -> Void

    init(
      _ name: String,
      _ run: @escaping @Sendable (Database, PreparedStatement) throws -> Void
    ) {
      testDescription = name
      self.run = run
    }
  }

  static let calls = [
    Call("execute") { database, _ in try database.execute("SELECT 1") },
    Call("execute with a value") { database, _ in try database.execute("SELECT \(1)") },
    Call("execute nothing") { database, _ in try database.execute("") },
    Call("query") { database, _ in _ = try database.query("SELECT 1", as: Int.self) },
    Call("query tuples") { database, _ in
      _ = try database.query("SELECT 1, 2", as: (Int, Int).self)
    },
    Call("prepare") { database, _ in _ = try database.prepare("SELECT 1") },
    Call("run") { _, prepared in try prepared.run() },
    Call("forEach") { _, prepared in try prepared.forEach { _ in } },
    Call("write") { database, _ in try database.write {} },
    Call("read") { database, _ in try database.read {} },
    Call("createTable") { database, _ in try Repository<Item>(database).createTable() },
    Call("dropTable") { database, _ in try Repository<Item>(database).dropTable() },
    Call("insert") { database, _ in try Repository<Item>(database).insert(Item(name: "b")) },
    Call("insert none") { database, _ in try Repository<Item>(database).insert(contentsOf: []) },
    Call("update") { database, _ in try Repository<Item>(database).update(Item(id: 1, name: "b")) },
    Call("delete") { database, _ in try Repository<Item>(database).delete(key: 1) },
    Call("find") { database, _ in _ = try Repository<Item>(database).find(1) },
    Call("find none") { database, _ in _ = try Repository<Item>(database).find(all: []) },
    Call("all") { database, _ in _ = try Repository<Item>(database).all() },
    Call("count") { database, _ in _ = try Repository<Item>(database).count() },
  ]

  @Test(arguments: calls)
  func refusesACallAfterTheClose(call: Call) throws {
    let database = try Database.inMemory()
    try Repository<Item>(database).createTable()
    try Repository<Item>(database).insert(Item(name: "a"))
    let prepared = try database.prepare("SELECT 1")
    try call.run(database, prepared)
    try database.close()
    let error = try #require(throws: DatabaseError.self) { try call.run(database, prepared) }
    #expect(error.code == .misuse)
    #expect("\(error)".contains("closed"))
  }

  @Test(
    arguments: [(Configuration.Durability.full, 2), (.normal, 1)]
      as [(Configuration.Durability, Int)]
  )
  func opensAFileInWALWithForeignKeys(durability: Configuration.Durability, level: Int) throws {
    try ScratchFolder.lend { folder in
      var configuration = Configuration()
      configuration.durability = durability
      let database = try Database(path: folder.path(), configuration)
      #expect(database.path == folder.path())
      #expect(try database.query("PRAGMA journal_mode", as: String.self) == ["wal"])
      #expect(try database.query("PRAGMA foreign_keys", as: Int.self) == [1])
      #expect(try database.query("PRAGMA synchronous", as: Int.self) == [level])
    }
  }

  @Test func opensInMemoryWithForeignKeys() throws {
    let database = try Database.inMemory()
    #expect(database.path == ":memory:")
    #expect(try database.query("PRAGMA journal_mode", as: String.self) == ["memory"])
    #expect(try database.query("PRAGMA foreign_keys", as: Int.self) == [1])
  }

  @Test func defaultsToTheSafeConfiguration() {
    let configuration = Configuration()
    #expect(configuration.durability == .full)
    #expect(configuration.busyTimeout == .seconds(5))
    #expect(!configuration.isReadOnly)
    #expect(!configuration.showsValuesInErrors)
  }

  @Test func turnsAnExistingFileToWALAndKeepsItsData() throws {
    try ScratchFolder.lend { folder in
      var options = Connection.Options(path: folder.path())
      options.statementCacheCapacity = 0
      let plain = try Connection(options)
      try plain.executeScript("CREATE TABLE t (n); INSERT INTO t VALUES (7)")
      #expect(try plain.firstRow("PRAGMA journal_mode") == ["delete"])
      try plain.close()
      let database = try Database(path: folder.path())
      #expect(try database.query("PRAGMA journal_mode", as: String.self) == ["wal"])
      #expect(try database.query("SELECT n FROM t", as: Int.self) == [7])
    }
  }

  @Test func findsItsDataWhenOpenedAgain() throws {
    try ScratchFolder.lend { folder in
      let first = try Database(path: folder.path())
      try Repository<Item>(first).createTable()
      try Repository<Item>(first).insert(Item(name: "a"))
      try first.close()
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
      #expect(files == ["test.sqlite"])
      let second = try Database(path: folder.path())
      #expect(try Repository<Item>(second).all() == [Item(id: 1, name: "a")])
      try second.close()
    }
  }

  @Test func opensAPathOfAnyCharacters() throws {
    try ScratchFolder.lend { folder in
      for name in ["with space", "學生.sqlite", "a'b\"c?d%20#e", "-x"] {
        let database = try Database(path: folder.path(name))
        try database.execute("CREATE TABLE t (n)")
        try database.close()
        #expect(FileManager.default.fileExists(atPath: folder.path(name)))
      }
    }
  }

  @Test func keepsInMemoryDatabasesApart() throws {
    let first = try Database.inMemory()
    let second = try Database.inMemory()
    try first.execute("CREATE TABLE t (n)")
    #expect(try second.query("SELECT count(*) FROM sqlite_schema", as: Int.self) == [0])
    try second.execute("CREATE TABLE t (n)")
  }

  @Test func closesTwiceWithoutHarm() throws {
    let database = try Database.inMemory()
    try database.close()
    try database.close()
  }

  @Test func closesOnlyItself() throws {
    try ScratchFolder.lend { folder in
      let first = try Database(path: folder.path())
      let second = try Database(path: folder.path())
      try first.close()
      try second.execute("CREATE TABLE t (n)")
    }
  }

  @Test func refusesToCloseInsideATransaction() throws {
    let database = try Database.inMemory()
    try database.execute("CREATE TABLE t (n)")
    func refuse() throws {
      let error = try #require(throws: DatabaseError.self) { try database.close() }
      #expect(error.code == .busy)
    }
    try database.write {
      try refuse()
      try database.execute("INSERT INTO t VALUES (1)")
      try database.write { try refuse() }
    }
    try database.read { try refuse() }
    #expect(try database.query("SELECT n FROM t", as: Int.self) == [1])
    try database.close()
  }

  @Test func refusesToCloseInsideARowHandler() throws {
    let database = try Database.inMemory()
    let select = try database.prepare("SELECT column1 FROM (VALUES (1), (2), (3))")
    var seen: [Int] = []
    try select.forEach { row in
      let error = try #require(throws: DatabaseError.self) { try database.close() }
      #expect(error.code == .busy)
      seen.append(try row.get(0, as: Int.self))
    }
    #expect(seen == [1, 2, 3])
    #expect(try database.query("SELECT 1", as: Int.self) == [1])
    try database.close()
  }

  @Test func keepsTheCountersOfTheCacheAfterTheClose() throws {
    let database = try Database.inMemory()
    for _ in 0..<3 { _ = try database.query("SELECT 1", as: Int.self) }
    let before = database.statementCacheStatistics
    #expect(before == StatementCacheStatistics(hits: 2, misses: 1, evictions: 0, count: 1))
    try database.close()
    let after = database.statementCacheStatistics
    #expect(after.hits == before.hits)
    #expect(after.misses == before.misses)
    #expect(after.count == 0)
  }

  @Test func closesWhileOtherThreadsWrite() throws {
    let database = try Database.inMemory()
    let failures = Failures()
    DispatchQueue.concurrentPerform(iterations: 8) { index in
      failures.collect {
        do {
          if index == 4 { try database.close() }
          try database.write { _ = try database.query("SELECT 1", as: Int.self) }
        } catch let error as DatabaseError where error.code == .misuse {
          return
        }
      }
    }
    #expect(failures.all.isEmpty)
    #expect(throws: DatabaseError.self) { try database.execute("SELECT 1") }
  }
}
