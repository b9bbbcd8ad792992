import Foundation
import Testing

@testable import Roster

/// Each commit is told, by itself and once; what was not committed is not told.
@Suite(.timeLimit(.minutes(1))) struct ObservedCommitTests {
  struct Note: Record, Equatable {
    static let tableName = "notes"
    static let primaryKey = PrimaryKey(\Note.id)
    static let schema: Schema<Note> = [.unique(\.text)]
    var id: Int64?
    var text: String
  }

  /// Runs `body` while the changes are noted, and compares what they are with `+` for inserted, `~`
  /// for updated and `-` for deleted keys, `?` where there may be more, a string for each commit.
  private func expect(
    _ expected: [String],
    _ database: Database? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: @escaping @Sendable (Repository<Note>) throws -> Void
  ) async throws {
    let database = try database ?? Database.inMemory()
    let notes = Repository<Note>(database)
    try await notes.createTable()
    let observing = Task {
      var found: [String] = []
      for try await change in notes.changes() {
        let inserted = change.inserted.map { "+\($0)" }
        let updated = change.updated.map { "~\($0)" }
        let deleted = change.deleted.sorted().map { "-\($0)" }
        found.append((inserted + updated + deleted + (change.isComplete ? [] : ["?"])).joined())
      }
      return found
    }
    while database.pool.hub.observerCount == 0 { try await Task.sleep(for: .milliseconds(1)) }
    try await database.perform(.write) { try body(notes) }
    // What is not yet taken is still told.
    try await database.close()
    #expect(try await observing.value == expected, sourceLocation: sourceLocation)
  }

  @Test func tellsOfEachCommitOfAScript() async throws {
    try await expect(["+1", "-1", "+2+3"]) {
      try $0.database.execute(
        """
        INSERT INTO notes VALUES (1, 'a'); DELETE FROM notes;
        BEGIN; INSERT INTO notes VALUES (2, 'b'); INSERT INTO notes VALUES (3, 'c'); COMMIT
        """
      )
    }
  }

  @Test func keepsWhatAScriptHasCommittedBeforeItFailed() async throws {
    try await expect(["+1"]) { notes in
      _ = try thrown(DatabaseError.self) {
        try notes.database.execute(
          "INSERT INTO notes VALUES (1, 'a'); INSERT INTO notes VALUES (2, 'a')"
        )
      }
      #expect(try notes.count() == 1)
    }
  }

  @Test func tellsOfWritesOfARowHandlerOneByOne() async throws {
    try await expect(["+1", "+2", "~1", "+9"]) { notes in
      try notes.insert(Note(id: 1, text: "a"))
      try notes.insert(Note(id: 2, text: "b"))
      try notes.order(by: \.id).stream { note in
        if note.id == 1 {
          try notes.update(Note(id: 1, text: "c"))
          try notes.insert(Note(id: 9, text: "d"))
        } else {
          _ = try thrown(DatabaseError.self) { try notes.insert(Note(id: 3, text: "c")) }
        }
      }
    }
  }

  @Test func leavesOutRowsOfAFailedStatementOfAScript() async throws {
    try await expect(["+7"]) { notes in
      try notes.database.write {
        _ = try thrown(DatabaseError.self) {
          try notes.database.execute("INSERT INTO notes VALUES (5, 'x'), (6, 'x')")
        }
        try notes.insert(Note(id: 7, text: "y"))
      }
    }
  }

  @Test func tellsNoKeysWhereSavepointsAreSetByHand() async throws {
    try await expect(["?", "+4"]) { notes in
      try notes.database.execute(
        """
        BEGIN; INSERT INTO notes VALUES (1, 'a'); SAVEPOINT s; INSERT INTO notes VALUES (2, 'b');
        ROLLBACK TO s; COMMIT
        """
      )
      try notes.insert(Note(id: 4, text: "d"))
    }
  }

  @Test func tellsNothingOfWhatWasRolledBack() async throws {
    struct Fault: Error {}
    try await expect(["+1"]) { notes in
      _ = try thrown(Fault.self) {
        try notes.database.write {
          try notes.insert(Note(id: 2, text: "b"))
          throw Fault()
        }
      }
      try notes.database.execute("BEGIN; INSERT INTO notes VALUES (3, 'c'); ROLLBACK")
      _ = try thrown(DatabaseError.self) {
        try notes.insert(contentsOf: [Note(id: 4, text: "d"), Note(id: 5, text: "d")])
      }
      try notes.database.write {
        try notes.insert(Note(id: 1, text: "a"))
        _ = try thrown(Fault.self) {
          try notes.database.write {
            try notes.insert(Note(id: 6, text: "f"))
            throw Fault()
          }
        }
      }
    }
  }

  @Test func seesADeletionPreparedBeforeAnybodyObserved() async throws {
    let database = try Database.inMemory()
    let notes = Repository<Note>(database)
    try await notes.createTable()
    let statement = try await database.perform(.write) { try database.prepare("DELETE FROM notes") }
    try await database.perform(.write) {
      try notes.query.delete()
      try statement.run()
    }
    try await expect(["+1+2", "-1-2", "+3", "-3"], database) { notes in
      try notes.insert(contentsOf: [Note(id: 1, text: "a"), Note(id: 2, text: "b")])
      try notes.query.delete()
      try notes.insert(Note(id: 3, text: "c"))
      try statement.run()
    }
  }

  @Test func findsTheKeyAgainInARebuiltTable() async throws {
    try await expect(["+1", "?", "+2", "~2"]) { notes in
      try notes.insert(Note(id: 1, text: "7"))
      try notes.database.write {
        try notes.database.execute(
          """
          CREATE TABLE new (text TEXT UNIQUE NOT NULL, more INT, id INTEGER PRIMARY KEY);
          INSERT INTO new SELECT text, 5, id FROM notes;
          DROP TABLE notes;
          ALTER TABLE new RENAME TO notes
          """
        )
      }
      try notes.insert(Note(id: 2, text: "8"))
      try notes.update(Note(id: 2, text: "9"))
    }
  }

  @Test func saysWhenATableIsReplacedAsAWhole() async throws {
    let other = Repository<Note>(try Database.inMemory())
    try await other.createTable()
    try await other.insert(Note(id: 5, text: "e"))
    try await expect(["+1", "?"]) { notes in
      try notes.insert(Note(id: 1, text: "a"))
      try other.database.backup(to: notes.database)
      #expect(try notes.all().map(\.id) == [5])
    }
    try await expect(["+1", "?"]) { notes in
      try notes.insert(Note(id: 1, text: "a"))
      try notes.dropTable()
    }
  }

  @Test func seesATemporaryTableOfTheSameNameAsAnother() async throws {
    try await expect(["+1", "?", "+2"]) { notes in
      try notes.insert(Note(id: 1, text: "a"))
      try notes.database.execute("CREATE TEMP TABLE new (id INTEGER PRIMARY KEY, text TEXT)")
      try notes.database.execute("ALTER TABLE temp.new RENAME TO notes")
      // The temporary one hides the other.
      try notes.insert(Note(id: 2, text: "b"))
    }
  }

  @Test func tellsAStatementWithAReadingFunctionAsOne() async throws {
    let database = try Database.inMemory()
    try await database.register(function: "checked") { (text: String) in
      if text == "bad" { throw MissingError(type: text) }
      return try database.query("SELECT \(text) || '!'", as: String.self)[0]
    }
    try await expect(["+1+2", "~1~2", "+3"], database) { notes in
      try notes.insert(contentsOf: [Note(id: 1, text: "a"), Note(id: 2, text: "b")])
      try notes.database.execute("UPDATE notes SET text = checked(text)")
      try notes.insert(Note(id: 3, text: "bad"))
      _ = try thrown(MissingError.self) {
        try notes.database.execute("UPDATE notes SET text = checked(text)")
      }
    }
  }

  @Test func tellsNothingOfAnAlterationThatDidNotHappen() async throws {
    try await expect(["+1"]) { notes in
      _ = try notes.database.prepare("DROP TABLE notes")
      try notes.database.write {
        _ = try thrown(DatabaseError.self) { try notes.database.execute("DROP TABLE missing") }
        try notes.insert(Note(id: 1, text: "a"))
      }
    }
  }
}
