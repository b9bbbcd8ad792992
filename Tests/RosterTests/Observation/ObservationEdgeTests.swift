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

  /// Takes some elements; it has begun to observe when this returns.
  private func first<Elements: AsyncSequence & Sendable>(
    _ count: Int,
    of elements: Elements,
    _ database: Database
  ) async throws -> Task<[Elements.Element], any Error> where Elements.Element: Sendable {
    let before = database.pool.hub.observerCount
    let task = Task {
      var taken: [Elements.Element] = []
      for try await element in elements {
        taken.append(element)
        if taken.count == count { break }
      }
      return taken
    }
    while database.pool.hub.observerCount == before {
      try await Task.sleep(for: .milliseconds(1))
    }
    return task
  }

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
    let changes = try await first(2, of: items.changes(), database)
    let codedChanges = try await first(2, of: coded.changes(), database)
    try await items.insert(Item(id: 1, code: "a", size: 1))
    try await database.execute("UPDATE items SET code = 'b'")
    let byID = try await changes.value
    #expect(byID.map(\.inserted) == [[1], []])
    #expect(byID.map(\.updated) == [[], [1]])
    let byCode = try await codedChanges.value
    #expect(byCode.map(\.inserted) == [["a"], ["b"]])
    #expect(byCode.map(\.deleted) == [[], ["a"]])
  }

  struct Word: Record {
    static let tableName = "words"
    static let primaryKey = PrimaryKey(\Word.text)
    var text: String
    var count: Int
  }

  @Test(arguments: ["WITHOUT ROWID", ""])
  func tellsTheKeyBehindAStoredColumnAndBeforeAVirtualOne(_ option: String) async throws {
    let database = try Database.inMemory()
    try await database.execute(
      """
      CREATE TABLE words (
        count INT NOT NULL, twice INT GENERATED ALWAYS AS (count * 2) STORED,
        text TEXT PRIMARY KEY NOT NULL, long INT GENERATED ALWAYS AS (length(text)) VIRTUAL
      ) \(raw: option)
      """
    )
    let words = Repository<Word>(database)
    let changes = try await first(3, of: words.changes(), database)
    try await words.insert(Word(text: "a", count: 1))
    try await words.update(Word(text: "a", count: 2))
    try await words.delete(key: "a")
    let found = try await changes.value
    #expect(found.map(\.inserted) == [["a"], [], []])
    #expect(found.map(\.updated) == [[], ["a"], []])
    #expect(found.map(\.deleted) == [[], [], ["a"]])
  }

  /// SQLite's hook would read past the row's end, or give the next column.
  @Test func refusesAKeyBehindAVirtualColumn() async throws {
    let database = try Database.inMemory()
    try await database.execute(
      """
      CREATE TABLE words (
        long INT GENERATED ALWAYS AS (length(text)) VIRTUAL, text TEXT PRIMARY KEY, count INT)
      """
    )
    let words = Repository<Word>(database)
    var changes = words.changes().makeAsyncIterator()
    await #expect(throws: DatabaseError.self) { _ = try await changes.next() }
    var values = words.select(\.text).values().makeAsyncIterator()
    #expect(try await values.next() == [])
    try await words.insert(Word(text: "a", count: 1))
    #expect(try await values.next() == ["a"])
  }

  @Test func tellsWhatAFailedStatementHasKept() async throws {
    let database = try Database.inMemory()
    try await database.execute(Self.table)
    let items = Repository<Item>(database)
    let changes = try await first(2, of: items.changes(), database)
    let insert: SQL = "INSERT OR FAIL INTO items VALUES (1, 'a', 1), (2, 'b', 2), (3, 'a', 3)"
    try await database.write {
      #expect(throws: DatabaseError.self) { try database.execute(insert) }
    }
    // Undone as a whole, as any other statement that fails outside a transaction.
    await #expect(throws: DatabaseError.self) {
      try await database.execute("INSERT OR FAIL INTO items VALUES (5, 'e', 5), (6, 'a', 6)")
    }
    try await database.execute("DELETE FROM items WHERE id > 1")
    let found = try await changes.value
    #expect(found.map(\.inserted) == [[1, 2], []])
    #expect(found.map { $0.deleted.sorted() } == [[], [2]])
    #expect(try await items.select(\.id).all() == [1])
  }

  @Test func tellsAllOfWhatOthersCommitWhileAnotherObserverBegins() async throws {
    try await inFile(interval: .milliseconds(500)) { database, others in
      let items = Repository<Item>(database)
      let changes = try await first(1, of: items.changes(), database)
      try await Repository<Item>(others).insert(Item(id: 1, code: "a", size: 1))
      let values = try await first(1, of: items.values(), database)
      #expect(try await values.value == [[Item(id: 1, code: "a", size: 1)]])
      #expect(try await changes.value.map(\.isComplete) == [false])
    }
  }

  @Test func seesOthersBeyondTheDeadlineWithinWhichItBegan() async throws {
    try await inFile(interval: .milliseconds(20)) { database, others in
      let items = Repository<Item>(database)
      let changes = try await Database.withDeadline(.milliseconds(200)) {
        let changes = try await first(1, of: items.changes(), database)
        try await Task.sleep(for: .milliseconds(300))
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
}
