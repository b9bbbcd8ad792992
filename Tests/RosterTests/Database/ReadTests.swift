import Foundation
import Testing

@testable import Roster

struct ReadTests {
  private struct Item: Record, Equatable {
    static let tableName = "item"
    static let primaryKey = PrimaryKey(\Item.id)

    var id: Int64?
    var name: String
  }

  struct Write: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var run: @Sendable (Database) throws -> Void

    init(_ name: String, _ run: @escaping @Sendable (Database) throws -> Void) {
      testDescription = name
      self.run = run
    }
  }

  static let writes = [
    Write("execute") { try $0.execute("INSERT INTO item (name) VALUES ('b')") },
    Write("execute with a value") { try $0.execute("INSERT INTO item (name) VALUES (\("b"))") },
    Write("execute, second of a script") { try $0.execute("SELECT 1; DELETE FROM item") },
    Write("execute DDL") { try $0.execute("DROP TABLE item") },
    Write("execute a temporary table") { try $0.execute("CREATE TEMP TABLE u (n)") },
    Write("execute a pragma") { try $0.execute("PRAGMA user_version = 7") },
    Write("query") {
      _ = try $0.query("INSERT INTO item (name) VALUES ('b') RETURNING id", as: Int.self)
    },
    Write("query tuples") {
      _ = try $0.query("DELETE FROM item RETURNING id, name", as: (Int, String).self)
    },
    Write("prepare and run") { try $0.prepare("DELETE FROM item").run() },
    Write("prepare and forEach") {
      try $0.prepare("DELETE FROM item RETURNING id").forEach { _ in }
    },
    Write("write") { database in
      _ = try database.write { try database.execute("DELETE FROM item") }
    },
    Write("insert") { try Repository<Item>($0).insert(Item(name: "b")) },
    Write("insert many") { try Repository<Item>($0).insert(contentsOf: [Item(name: "b")]) },
    Write("save") { try Repository<Item>($0).save(Item(id: 1, name: "b")) },
    Write("update") { try Repository<Item>($0).update(Item(id: 1, name: "b")) },
    Write("delete") { try Repository<Item>($0).delete(Item(id: 1, name: "a")) },
    Write("delete by key") { try Repository<Item>($0).delete(key: 1) },
    Write("createTable") { try Repository<Item>($0).createTable() },
    Write("dropTable") { try Repository<Item>($0).dropTable() },
  ]

  private func database() throws -> Database {
    let database = try Database.inMemory()
    try Repository<Item>(database).createTable()
    try Repository<Item>(database).insert(Item(name: "a"))
    return database
  }

  @Test(arguments: writes)
  func refusesAWrite(write: Write) throws {
    let database = try database()
    let error = try #require(throws: DatabaseError.self) {
      try database.read { try write.run(database) }
    }
    #expect(error.code == .readOnly)
    #expect(try Repository<Item>(database).all() == [Item(id: 1, name: "a")])
    #expect(try database.query("PRAGMA user_version", as: Int.self) == [0])
  }

  @Test(arguments: writes)
  func refusesAWriteInARowHandlerInsideIt(write: Write) throws {
    let database = try database()
    let select = try database.prepare("SELECT 1")
    let error = try #require(throws: DatabaseError.self) {
      try database.read { try select.forEach { _ in try write.run(database) } }
    }
    #expect(error.code == .readOnly)
  }

  @Test(arguments: writes)
  func refusesAWriteWhoseStatementIsCached(write: Write) throws {
    let database = try database()
    #expect(throws: CancellationError.self) {
      try database.write {
        try write.run(database)
        throw CancellationError()
      }
    }
    let error = try #require(throws: DatabaseError.self) {
      try database.read { try write.run(database) }
    }
    #expect(error.code == .readOnly)
  }

  @Test func goesOnReadingAfterARefusedWrite() throws {
    let database = try database()
    try database.read { () throws in
      #expect(throws: DatabaseError.self) { try database.execute("DELETE FROM item") }
      #expect(try Repository<Item>(database).count() == 1)
    }
  }

  @Test func allowsWritesAgainAfterwards() throws {
    let database = try database()
    try database.read {}
    #expect(throws: CancellationError.self) { try database.read { throw CancellationError() } }
    try Repository<Item>(database).insert(Item(name: "b"))
    #expect(try Repository<Item>(database).count() == 2)
  }

  @Test func returnsWhatTheClosureReturns() throws {
    let database = try database()
    #expect(try database.read { try Repository<Item>(database).find(1)?.name } == "a")
  }

  @Test func nestsInAnotherRead() throws {
    let database = try database()
    #expect(try database.read { try database.read { try Repository<Item>(database).count() } } == 1)
    let error = try #require(throws: DatabaseError.self) {
      try database.read {
        try database.read {}
        try database.execute("DELETE FROM item")
      }
    }
    #expect(error.code == .readOnly)
  }

  @Test func staysOnOneSnapshot() throws {
    try ScratchFolder.lend { folder in
      let reader = try Database(path: folder.path())
      let writer = try Database(path: folder.path())
      let items = Repository<Item>(reader)
      try items.createTable()
      let counts = try reader.read {
        let first = try items.count()
        try Repository<Item>(writer).insert(Item(name: "b"))
        try writer.execute("CREATE TABLE later (n)")
        let tables = try reader.query(
          "SELECT count(*) FROM sqlite_schema WHERE name = 'later'",
          as: Int.self
        )
        return [first, try items.count()] + tables
      }
      #expect(counts == [0, 0, 0])
      #expect(try items.count() == 1)
    }
  }
}
