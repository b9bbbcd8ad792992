import Foundation
import Testing

@testable import Roster

/// The keys that `changes()` tells are those of the rows, wherever they lie.
@Suite(.timeLimit(.minutes(1))) struct ObservedKeyTests {
  struct Word: Record {
    static let tableName = "words"
    static let primaryKey = PrimaryKey(\Word.text)
    var text: String
    var count: Int
  }

  struct Numbered: Record {
    static let tableName = "words"
    static let primaryKey = PrimaryKey(\Numbered.id)
    var text: String
    var count: Int
    var id: Int64
  }

  struct Both: Record {
    static let tableName = "words"
    static let primaryKey = PrimaryKey(\Both.id, \Both.text)
    var text: String
    var count: Int
    var id: Int64
  }

  /// The first changes, in words, of what `body` does.
  private func changes<T: Record>(
    _ count: Int,
    _ type: T.Type,
    _ database: Database,
    _ body: () async throws -> Void
  ) async throws -> [String] where T.Key: Sendable {
    while database.pool.hub.observerCount > 0 { try await Task.sleep(for: .milliseconds(1)) }
    let observing = try await Observing(count, of: Repository<T>(database).changes(), database)
    try await body()
    return try await observing.value.map {
      "\($0.inserted) \($0.updated) \($0.deleted) \($0.isComplete)"
    }
  }

  @Test(
    arguments: [
      // Stored before, virtual behind.
      """
      count INT NOT NULL, twice INT AS (count * 2) STORED, text TEXT PRIMARY KEY NOT NULL,
      long INT AS (length(text)) VIRTUAL) WITHOUT ROWID
      """,
      """
      count INT NOT NULL, twice INT AS (count * 2) STORED, text TEXT PRIMARY KEY NOT NULL,
      long INT AS (length(text)) VIRTUAL)
      """,
      // Virtual before: with another column behind it, with none, and both kinds of them.
      "long INT AS (length(text)) VIRTUAL, text TEXT PRIMARY KEY, count INT)",
      "count INT, long INT AS (length(text)) VIRTUAL, text TEXT PRIMARY KEY)",
      """
      a AS (1) VIRTUAL, b AS (2) STORED, c AS (3) VIRTUAL, count INT, d AS (4) VIRTUAL,
      text TEXT PRIMARY KEY, e AS (5) VIRTUAL)
      """,
    ]
  )
  func areRightBesideGeneratedColumns(_ columns: String) async throws {
    let database = try Database.inMemory()
    try await database.execute("CREATE TABLE words (\(raw: columns)")
    let words = Repository<Word>(database)
    let found = try await changes(4, Word.self, database) {
      try await words.insert(Word(text: "a", count: 1))
      try await words.update(Word(text: "a", count: 2))
      try await database.execute("UPDATE words SET text = 'b'")
      try await words.delete(key: "b")
    }
    #expect(
      found == [
        #"["a"] [] [] true"#, #"[] ["a"] [] true"#, #"["b"] [] ["a"] true"#, #"[] [] ["b"] true"#,
      ]
    )
  }

  @Test(
    arguments: [
      "v AS (1) VIRTUAL, id INTEGER PRIMARY KEY, text TEXT, count INT)",
      "text TEXT, count INT, v AS (1) VIRTUAL, id INTEGER PRIMARY KEY)",
      "v AS (1) VIRTUAL, w AS (1) VIRTUAL, count INT, text TEXT, id INTEGER PRIMARY KEY)",
    ]
  )
  func areRightForTheRowIDBehindVirtualColumns(_ columns: String) async throws {
    let database = try Database.inMemory()
    try await database.execute("CREATE TABLE words (\(raw: columns)")
    let found = try await changes(4, Numbered.self, database) {
      let words = Repository<Numbered>(database)
      try await words.insert(Numbered(text: "a", count: 1, id: 7))
      try await words.update(Numbered(text: "b", count: 2, id: 7))
      try await database.execute("UPDATE words SET id = 9")
      try await words.delete(key: 9)
    }
    #expect(
      found == ["[7] [] [] true", "[] [7] [] true", "[9] [] [7] true", "[] [] [9] true"]
    )
  }

  @Test func areRightForARowIDWithAnotherColumn() async throws {
    let database = try Database.inMemory()
    try await database.execute(
      "CREATE TABLE words (text TEXT, v AS (1) VIRTUAL, count INT, id INTEGER PRIMARY KEY)"
    )
    let both = try await changes(1, Both.self, database) {
      try await database.execute("INSERT INTO words (id, text, count) VALUES (5, 'x', 1)")
    }
    #expect(both == [#"[(5, "x")] [] [] true"#])
  }

  /// SQLite's hook would read past the row's end, give the next column, or the rowid.
  @Test(
    arguments: [
      "text TEXT PRIMARY KEY, count INT, id INT NOT NULL) WITHOUT ROWID",
      "id INTEGER PRIMARY KEY, text TEXT UNIQUE, count INT)",
    ]
  )
  func areRefusedWhereSQLiteDoesNotTellThem(_ columns: String) async throws {
    let database = try Database.inMemory()
    try await database.execute(
      "CREATE TABLE words (long INT AS (length(text)) VIRTUAL, \(raw: columns)"
    )
    let words = Repository<Word>(database)
    var changes = words.changes().makeAsyncIterator()
    await #expect(throws: DatabaseError.self) { _ = try await changes.next() }
    var values = words.select(\.text).values().makeAsyncIterator()
    #expect(try await values.next() == [])
    try await database.execute("INSERT INTO words (id, text, count) VALUES (1, 'a', 1)")
    #expect(try await values.next() == ["a"])
  }

  @Test func areNotThoseOfAnAttachedTableOfTheSameName() async throws {
    let database = try Database.inMemory()
    try await database.execute(
      """
      CREATE TABLE words (text TEXT, count INT, id INTEGER PRIMARY KEY);
      ATTACH ':memory:' AS other; CREATE TABLE other.words (id INTEGER PRIMARY KEY, text TEXT)
      """
    )
    let found = try await changes(2, Numbered.self, database) {
      try await database.execute("INSERT INTO other.words VALUES (77, 'other')")
      try await database.execute("INSERT INTO words VALUES ('own', 1, 8)")
    }
    #expect(found == ["[] [] [] false", "[8] [] [] true"])
  }

  @Test func areOneForAWholeNumberStoredAsReal() async throws {
    struct Mark: Record {
      static let tableName = "marks"
      static let primaryKey = PrimaryKey(\Mark.place)
      var place: Double
      var text: String
    }
    let database = try Database.inMemory()
    let marks = Repository<Mark>(database)
    try await marks.createTable()
    let found = try await changes(3, Mark.self, database) {
      try database.write {
        try marks.insert(Mark(place: 5, text: "a"))
        try marks.update(Mark(place: 5, text: "b"))
        try marks.insert(Mark(place: 7, text: "c"))
        try marks.delete(key: 7)
        try marks.insert(Mark(place: 0.5, text: "d"))
      }
      try database.execute("REPLACE INTO marks VALUES (5.0, 'e')")
      try marks.delete(key: 5)
    }
    #expect(
      found == ["[5.0, 0.5] [] [] true", "[] [5.0] [] true", "[] [] [5.0] true"]
    )
  }

  @Test(arguments: [true, false])
  func areFoundAgainInATableThatAnotherRebuilt(_ isUndone: Bool) async throws {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    let database = try Database(path: folder.path())
    try await database.execute("CREATE TABLE words (text TEXT PRIMARY KEY, count INT)")
    let rebuild = "DROP TABLE words; CREATE TABLE words (count INT, text TEXT PRIMARY KEY);"
    let found = try await changes(isUndone ? 1 : 2, Word.self, database) {
      if isUndone {
        _ = try thrown(DatabaseError.self) {
          try database.execute(
            """
            BEGIN; \(raw: rebuild) INSERT INTO words VALUES (1, 'x'); INSERT INTO missing VALUES (1)
            """
          )
        }
      } else {
        try Database(path: folder.path()).execute("\(raw: rebuild)")
      }
      try database.execute("INSERT INTO words (text, count) VALUES ('a', 7)")
    }
    // What another process did may be told before or after.
    #expect(found.contains(#"["a"] [] [] true"#))
  }
}
