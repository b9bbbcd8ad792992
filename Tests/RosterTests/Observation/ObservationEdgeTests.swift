import Foundation
import Testing

@testable import Roster

/// What only some observers, tables and moments meet.
@Suite(.timeLimit(.minutes(1))) struct ObservationEdgeTests {
  struct Item: Record, Equatable {
    static let tableName = "items"
    static let primaryKey = PrimaryKey(\Item.id)
    var id: Int64
    var code: String
    var size: Int
  }

  /// The same table by another key.
  struct CodedItem: Record {
    static let tableName = "items"
    static let primaryKey = PrimaryKey(\CodedItem.code)
    var code: String
    var size: Int
  }

  private static let table: SQL = """
    CREATE TABLE items (id INTEGER PRIMARY KEY, code TEXT UNIQUE NOT NULL, size INTEGER NOT NULL)
    """

  private func inFile(
    interval: Duration,
    _ body: (Database, _ others: Database) async throws -> Void
  ) async throws {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    var configuration = Configuration()
    configuration.externalChangeInterval = interval
    let database = try Database(path: folder.path(), configuration)
    try await database.execute(Self.table)
    // To SQLite, another Database is another process.
    try await body(database, try Database(path: folder.path()))
  }

  @Test func tellsEachTypeOfOneTableItsOwnKeys() async throws {
    let database = try Database.inMemory()
    try await database.execute(Self.table)
    let (items, coded) = (Repository<Item>(database), Repository<CodedItem>(database))
    let changes = try await Observing(2, of: items.changes(), database)
    let codedChanges = try await Observing(2, of: coded.changes(), database)
    try await items.insert(Item(id: 1, code: "a", size: 1))
    try await database.execute("UPDATE items SET code = 'b'")
    let byID = try await changes.value
    #expect(byID.map(\.inserted) == [[1], []])
    #expect(byID.map(\.updated) == [[], [1]])
    let byCode = try await codedChanges.value
    #expect(byCode.map(\.inserted) == [["a"], ["b"]])
    #expect(byCode.map(\.deleted) == [[], ["a"]])
  }

  @Test func tellsWhatAFailedStatementHasKept() async throws {
    let database = try Database.inMemory()
    try await database.execute(Self.table)
    let items = Repository<Item>(database)
    let changes = try await Observing(3, of: items.changes(), database)
    let insert: SQL = "INSERT OR FAIL INTO items VALUES (1, 'a', 1), (2, 'b', 2), (3, 'a', 3)"
    try await database.write {
      #expect(throws: DatabaseError.self) { try database.execute(insert) }
    }
    // SQLite keeps the first row here too.
    await #expect(throws: DatabaseError.self) {
      try await database.execute("INSERT OR FAIL INTO items VALUES (5, 'e', 5), (6, 'a', 6)")
    }
    try await database.execute("DELETE FROM items WHERE id > 1")
    let found = try await changes.value
    #expect(found.map(\.inserted) == [[1, 2], [5], []])
    #expect(found.map { $0.deleted.sorted() } == [[], [], [2, 5]])
    #expect(try await items.select(\.id).all() == [1])
  }

  @Test func tellsAllOfWhatOthersCommitWhileAnotherObserverBegins() async throws {
    try await inFile(interval: .milliseconds(500)) { database, others in
      let items = Repository<Item>(database)
      let changes = try await Observing(1, of: items.changes(), database)
      try await Repository<Item>(others).insert(Item(id: 1, code: "a", size: 1))
      let values = try await Observing(1, of: items.values(), database)
      #expect(try await values.value == [[Item(id: 1, code: "a", size: 1)]])
      #expect(try await changes.value.map(\.isComplete) == [false])
    }
  }

  @Test func seesOthersBeyondTheDeadlineWithinWhichItBegan() async throws {
    try await inFile(interval: .milliseconds(20)) { database, others in
      let items = Repository<Item>(database)
      let changes = try await Database.withDeadline(.seconds(3)) {
        let changes = try await Observing(1, of: items.changes(), database)
        try await Task.sleep(for: .milliseconds(3100))
        return changes
      }
      try await Repository<Item>(others).insert(Item(id: 1, code: "a", size: 1))
      #expect(try await changes.value.map(\.isComplete) == [false])
    }
  }

  @Test func notesATableOnceHoweverOftenItIsTouched() {
    let log = ChangeLog(keyColumns: [:])
    func touch(_ table: String) { log.append(ChangeLog.Entry(table: table)) }
    touch("a")
    let savepoint = log.entries.count
    for _ in 0..<1000 { for table in ["a", "b"] { touch(table) } }
    #expect(log.entries.map(\.table) == ["a", "b"])
    log.forget(after: savepoint)
    #expect(log.entries.map(\.table) == ["a"])
    touch("b")
    log.commit()
    #expect(log.take().map { $0.map(\.table) } == [["a", "b"]])
    touch("a")
    #expect(log.entries.map(\.table) == ["a"])
  }

  @Test func givesTheFirstResultBesideAWriterAndTheNextWhenItIsDone() async throws {
    try await inFile(interval: .seconds(100)) { database, _ in
      let items = Repository<Item>(database)
      let (begun, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let writing = Task {
        try await database.write {
          try items.insert(Item(id: 1, code: "a", size: 1))
          begun.signal()
          end.wait()
        }
      }
      while begun.wait(timeout: .now()) == .timedOut { try await Task.sleep(for: .milliseconds(1)) }
      var values = items.select(\.id).values().makeAsyncIterator()
      let first = try await values.next()
      #expect(first == [])
      end.signal()
      let second = try await values.next()
      #expect(second == [1])
      try await writing.value
    }
  }

  @Test func takesAnyInterval() async throws {
    for interval in [Duration.seconds(Int64.max), .zero, .seconds(-1)] {
      try await inFile(interval: interval) { database, _ in
        let items = Repository<Item>(database)
        var values = items.values().makeAsyncIterator()
        let first = try await values.next()
        #expect(first == [])
      }
    }
  }

  @Test func endsWhereTheDatabaseIsClosedUnderLoad() async throws {
    for round in 0..<20 {
      try await inFile(interval: .seconds(100)) { database, _ in
        let items = Repository<Item>(database)
        let values = try await Observing(1000, of: items.values(), database)
        let changes = try await Observing(1000, of: items.changes(), database)
        let writing = Task {
          for id in Int64(0)..<1000 { try await items.insert(Item(id: id, code: "\(id)", size: 1)) }
        }
        try await Task.sleep(for: .milliseconds(10))
        try await database.close(interrupting: round % 2 == 0)
        _ = try await values.value
        _ = try await changes.value
        _ = await writing.result
      }
    }
  }
}
