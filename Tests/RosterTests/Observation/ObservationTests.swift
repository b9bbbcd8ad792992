import Foundation
import Testing

@testable import Roster

@Suite struct ObservationTests {
  struct Note: Record, Equatable {
    static let tableName = "Notes"
    static let primaryKey = PrimaryKey(\Note.id)
    static let schema: Schema<Note> = [.unique(\.text)]
    var id: Int64?
    var text: String
  }

  struct Line: Record, Equatable {
    static let tableName = "lines"
    static let primaryKey = PrimaryKey(\Line.noteID, \Line.number)
    static let schema: Schema<Line> = [
      .withoutRowID, .references(\.noteID, Note.self, onDelete: .cascade),
    ]
    var noteID: Int64
    var number: Int
    var text: String
  }

  private struct Fault: Error {}

  private func open(_ folder: ScratchFolder) throws -> (Repository<Note>, Repository<Line>) {
    var configuration = Configuration()
    configuration.externalChangeInterval = .milliseconds(50)
    let database = try Database(path: folder.path(), configuration)
    let (notes, lines) = (Repository<Note>(database), Repository<Line>(database))
    try notes.createTable()
    try lines.createTable()
    return (notes, lines)
  }

  private func inFile(
    _ body: (Repository<Note>, Repository<Line>) async throws -> Void
  ) async throws {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    let (notes, lines) = try open(folder)
    try await body(notes, lines)
  }

  @Test func givesTheResultNowAndAfterEachCommitThatTouchesIt() async throws {
    try await inFile { notes, lines in
      try await notes.insert(Note(id: 1, text: "a"))
      var results = notes.order(by: \.id).select(\.text).values().makeAsyncIterator()
      #expect(try await results.next() == ["a"])
      // Neither of these is news: another table, work rolled back, a change that changes nothing.
      try await lines.insert(Line(noteID: 1, number: 1, text: "x"))
      try? await notes.database.write {
        try notes.insert(Note(text: "never"))
        throw Fault()
      }
      try await notes.update(Note(id: 1, text: "a"))
      try await notes.insert(Note(id: 2, text: "b"))
      #expect(try await results.next() == ["a", "b"])
      // Several commits are taken together when nobody has asked meanwhile.
      try await notes.insert(Note(id: 3, text: "c"))
      try await notes.delete(key: 1)
      #expect(try await results.next() == ["b", "c"])
      try await notes.filter { $0.id > 0 }.delete()
      #expect(try await results.next() == [])
    }
  }

  @Test func observesEveryTableOfAQuery() async throws {
    try await inFile { notes, lines in
      try await notes.insert(Note(id: 1, text: "a"))
      var joined = notes.join(lines) { $0.id == $1.noteID }.values().makeAsyncIterator()
      let first = try await joined.next()
      #expect(first?.count == 0)
      try await lines.insert(Line(noteID: 1, number: 1, text: "x"))
      let second = try await joined.next()
      #expect(second?.count == 1)
      var some = notes.filter { note in lines.filter { $0.noteID == note.id }.isNotEmpty }
        .values().makeAsyncIterator()
      #expect(try await some.next()?.count == 1)
      try await lines.delete(key: (1, 1))
      #expect(try await some.next()?.count == 0)
    }
  }

  @Test func tellsTheKeysOfEachTransaction() async throws {
    try await inFile { notes, lines in
      var changes = notes.changes().makeAsyncIterator()
      var lineChanges = lines.changes().makeAsyncIterator()
      let begin = Task {
        try await Task.sleep(for: .milliseconds(100))
        try await notes.insert(contentsOf: ["1", "2", "3"].map { Note(id: Int64($0), text: $0) })
      }
      let inserted = try await changes.next()
      _ = try await begin.value
      #expect(inserted?.inserted == [1, 2, 3])
      #expect(inserted?.updated == [])
      #expect(inserted?.isComplete == true)
      let other = Task {
        try await Task.sleep(for: .milliseconds(100))
        try await lines.insert(contentsOf: [
          Line(noteID: 1, number: 1, text: "x"), Line(noteID: 2, number: 7, text: "y"),
        ])
      }
      let keys = try await lineChanges.next()?.inserted ?? []
      _ = try await other.value
      #expect(keys.map(\.0) == [1, 2])
      #expect(keys.map(\.1) == [1, 7])

      try await notes.database.write {
        try notes.insert(Note(id: 4, text: "4"))
        try notes.delete(key: 4)
        try notes.update(Note(id: 1, text: "one"))
        // REPLACE takes away the row that has the text, without a word.
        try notes.database.execute("REPLACE INTO Notes (id, text) VALUES (3, 'one')")
        try? notes.database.write {
          try notes.insert(Note(id: 5, text: "5"))
          throw Fault()
        }
        #expect(throws: DatabaseError.self) { try notes.insert(Note(id: 6, text: "2")) }
      }
      let replaced = try await changes.next()
      #expect(replaced?.inserted == [])
      #expect(replaced?.updated == [3])
      #expect(replaced?.deleted == [1])
      let cascaded = try await lineChanges.next()
      #expect(cascaded?.deleted.map(\.1) == [1])

      // All rows at once, which SQLite would not do one by one.
      try await notes.database.execute("DELETE FROM Notes")
      #expect(try await changes.next()?.deleted.sorted() == [2, 3])
      #expect(try await lineChanges.next()?.deleted.count == 1)
    }
  }

  @Test func tellsOfAKeyThatChanges() async throws {
    try await inFile { notes, _ in
      try await notes.insert(Note(id: 1, text: "a"))
      var changes = notes.changes().makeAsyncIterator()
      let later = Task {
        try await Task.sleep(for: .milliseconds(100))
        try await notes.database.execute("UPDATE Notes SET id = 9")
      }
      let change = try await changes.next()
      _ = try await later.value
      #expect(change?.deleted == [1])
      #expect(change?.inserted == [9])
    }
  }

  @Test func seesWhatOthersCommit() async throws {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    let (notes, _) = try open(folder)
    // To SQLite, another Database is another process.
    let others = Repository<Note>(try Database(path: folder.path()))
    var results = notes.values().makeAsyncIterator()
    #expect(try await results.next() == [])
    var changes = notes.changes().makeAsyncIterator()
    let later = Task {
      try await Task.sleep(for: .milliseconds(100))
      try await others.insert(Note(id: 1, text: "from afar"))
    }
    #expect(try await changes.next()?.isComplete == false)
    _ = try await later.value
    #expect(try await results.next()?.count == 1)
  }

  @Test func endsWithItsTaskAndWithTheDatabase() async throws {
    try await inFile { notes, _ in
      let watching = Task {
        var count = 0
        for try await _ in notes.values() { count += 1 }
        return count
      }
      while notes.database.pool.hub.observerCount == 0 { await Task.yield() }
      watching.cancel()
      #expect(try await watching.value <= 1)
      let other = Task {
        for try await _ in notes.changes() {}
        return true
      }
      while notes.database.pool.hub.observerCount == 0 { await Task.yield() }
      try await notes.database.close()
      #expect(try await other.value)
      #expect(notes.database.pool.hub.observerCount == 0, "nobody is left behind")
    }
  }

  @Test func worksInMemoryAndLosesNothingUnderLoad() async throws {
    let notes = Repository<Note>(try Database.inMemory())
    try await notes.createTable()
    let watching = Task {
      var last = 0
      for try await result in notes.select(\.id).values() {
        #expect(result.count >= last, "never an older state after a newer one")
        last = result.count
        if last == 200 { return last }
      }
      return last
    }
    await withTaskGroup { group in
      for number in 0..<200 {
        group.addTask { _ = try? await notes.insert(Note(text: "\(number)")) }
      }
    }
    #expect(try await watching.value == 200)
  }
}
