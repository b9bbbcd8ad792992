import Foundation
import Synchronization
import Testing

@testable import Roster

@Suite struct AsyncTests {
  struct Note: Record, Equatable {
    static let tableName = "notes"
    static let primaryKey = PrimaryKey(\Note.id)
    var id: Int64?
    var text: String
  }

  private func notes(_ folder: ScratchFolder) throws -> Repository<Note> {
    let notes = Repository<Note>(try Database(path: folder.path()))
    try notes.createTable()
    return notes
  }

  private func inFile(
    _ body: (Repository<Note>) async throws -> Void
  ) async throws {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    try await body(try notes(folder))
  }

  @Test func hasAnAsynchronousFormOfEachCall() async throws {
    try await inFile { notes in
      let first = try await notes.insert(Note(text: "a"))
      #expect(first == Note(id: 1, text: "a"))
      #expect(try await notes.insert(contentsOf: [Note(text: "b"), Note(text: "c")]) == 2)
      try await notes.update(Note(id: 2, text: "B"))
      #expect(try await notes.save(Note(id: 3, text: "C")).text == "C")
      #expect(try await notes.upsert(Note(id: 3, text: "D"), onConflict: \.id).text == "D")
      #expect(try await notes.find(2)?.text == "B")
      #expect(try await notes.get(3).text == "D")
      #expect(try await notes.find(all: [3, 1]).map(\.id) == [3, 1])
      #expect(try await notes.all().count == 3)
      #expect(try await notes.count() == 3)
      #expect(try await notes.filter { $0.text == "B" }.one().id == 2)
      #expect(try await notes.order(by: \.id).first()?.id == 1)
      #expect(try await notes.filter { $0.id > 1 }.exists())
      #expect(try await notes.max(\.text) == "a")
      #expect(try await notes.select(\.text).all().count == 3)
      #expect(try await notes.join(notes) { $0.id == $1.id }.count() == 3)
      #expect(try await notes.order(by: \.id).page(after: nil, size: 2).count == 2)
      #expect(try await notes.filter { $0.id == 1 }.update { $0.text = "z" } == 1)
      #expect(try await notes.database.query("SELECT count(*) FROM notes", as: Int.self) == [3])
      #expect(try await notes.database.execute("UPDATE notes SET text = 'q' WHERE id = 3") == 1)
      let insert = try await notes.database.prepare("INSERT INTO notes VALUES (?, ?)")
      #expect(try await insert.run(7, "p") == 1)
      let select = try await notes.database.prepare("SELECT text FROM notes WHERE id > ?")
      let selected = Mutex<[String]>([])
      try await select.forEach(6) { row in
        let text = try row.get(0, as: String.self)
        selected.withLock { $0.append(text) }
      }
      #expect(selected.withLock { $0 } == ["p"])
      #expect(try await notes.delete(key: 7))
      let texts = Mutex<[String]>([])
      try await notes.order(by: \.id).stream { note in texts.withLock { $0.append(note.text) } }
      #expect(texts.withLock { $0 } == ["z", "B", "q"])
      #expect(try await notes.delete(Note(id: 1, text: "")))
      #expect(try await notes.delete(key: 2))
      #expect(try await notes.filter { $0.id == 3 }.delete() == 1)
      try await notes.dropTable()
      try await notes.createTable()
      try await notes.database.close()
      await #expect(throws: DatabaseError.self) { try await notes.count() }
    }
  }

  @Test func joinsTheTransactionAndLeavesOtherTasksOut() async throws {
    struct Fault: Error {}
    try await inFile { notes in
      let other = Mutex<Task<Int, any Error>?>(nil)
      do {
        try await notes.database.write {
          try notes.insert(Note(text: "a"))
          // A task started here does not belong to the transaction.
          let task = Task { try await notes.count() }
          other.withLock { $0 = task }
          #expect(try notes.count() == 1)
          throw Fault()
        }
      } catch is Fault {}
      #expect(try await other.withLock { $0 }?.value == 0)
      #expect(try await notes.count() == 0)
      let counts = try await notes.database.read { (try notes.count(), try notes.all().count) }
      #expect(counts == (0, 0))
    }
  }

  @Test(arguments: [true, false]) func stopsItsOwnStatementWhenCancelled(isFile: Bool) async throws
  {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    let database = isFile ? try Database(path: folder.path()) : try Database.inMemory()
    let isRunning = AsyncStream<Void>.makeStream()
    let task = Task {
      try await database.read {
        try database.prepare(PoolTests.endless).forEach { _ in isRunning.continuation.yield() }
      }
    }
    for await _ in isRunning.stream { break }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await database.query("SELECT 1", as: Int.self) == [1], "the connection is sound")
  }

  @Test func rollsBackWhenCancelled() async throws {
    try await inFile { notes in
      let isRunning = AsyncStream<Void>.makeStream()
      let task = Task {
        try await notes.database.write {
          try notes.insert(Note(text: "lost"))
          isRunning.continuation.yield()
          try notes.database.prepare(PoolTests.endless).forEach { _ in }
        }
      }
      for await _ in isRunning.stream { break }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      let value1 = try await notes.count()
      #expect(value1 == 0)
      let value2 = try await notes.insert(Note(text: "kept")).id
      #expect(value2 == 1)
    }
  }

  @Test func endsTheWaitOfACancelledCall() async throws {
    try await inFile { notes in
      let (hasBegun, mayEnd) = (AsyncStream<Void>.makeStream(), DispatchSemaphore(value: 0))
      let writer = Task {
        try await notes.database.write {
          hasBegun.continuation.yield()
          mayEnd.wait()
        }
      }
      for await _ in hasBegun.stream { break }
      let waiting = Task { try await notes.insert(Note(text: "never")) }
      await Task.yield()
      waiting.cancel()
      await #expect(throws: CancellationError.self) { try await waiting.value }
      await #expect(throws: DeadlineExceeded.self) {
        try await Database.withDeadline(.milliseconds(20)) {
          try await notes.insert(Note(text: "late"))
        }
      }
      mayEnd.signal()
      try await writer.value
      let value3 = try await notes.count()
      #expect(value3 == 0)
      let late = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await notes.insert(Note(text: "cancelled before"))
      }
      await #expect(throws: CancellationError.self) { try await late.value }
      let value4 = try await notes.count()
      #expect(value4 == 0)
    }
  }

  @Test func stopsAtTheDeadline() async throws {
    try await inFile { notes in
      await #expect(throws: DeadlineExceeded.self) {
        try await Database.withDeadline(.milliseconds(30)) {
          try await notes.database.query("\(raw: PoolTests.endless)", as: Int.self)
        }
      }
      #expect(throws: DeadlineExceeded.self) {
        try Database.withDeadline(.milliseconds(30)) {
          try notes.database.write {
            try notes.insert(Note(text: "lost"))
            try notes.database.prepare(PoolTests.endless).forEach { _ in }
          }
        }
      }
      let value5 = try await notes.count()
      #expect(value5 == 0)
      let value6 = try await Database.withDeadline(.seconds(60)) { try await notes.count() }
      #expect(value6 == 0)
    }
  }

  @Test func survivesManyCancellations() async throws {
    try await inFile { notes in
      let kept = Counter()
      await withTaskGroup { group in
        for number in 0..<200 {
          group.addTask {
            let task = Task {
              if number % 3 == 0 {
                _ = try await notes.all()
              } else {
                try await notes.insert(Note(text: "\(number)"))
                kept.add()
              }
            }
            if number % 2 == 0 { task.cancel() } else { await Task.yield() }
            if number % 7 == 0 { task.cancel() }
            do { try await task.value } catch is CancellationError {} catch { Issue.record(error) }
          }
        }
      }
      let (count, least) = (try await notes.count(), kept.count)
      #expect(count >= least, "what was acknowledged is there")
      let value7 = try await notes.database.query("PRAGMA integrity_check", as: String.self)
      #expect(value7 == ["ok"])
    }
  }

  /// The cooperative pool stays free however many calls wait.
  @Test func neverBlocksTheCooperativePool() async throws {
    try await inFile { notes in
      let mayEnd = DispatchSemaphore(value: 0)
      let hasBegun = AsyncStream<Void>.makeStream()
      let writer = Task {
        try await notes.database.write {
          hasBegun.continuation.yield()
          mayEnd.wait()
        }
      }
      for await _ in hasBegun.stream { break }
      let waiting = (0..<100).map { number in
        Task { try await notes.insert(Note(text: "\(number)")) }
      }
      // With the pool's threads blocked, these could not run, and the writer would never end.
      await withTaskGroup { group in
        for _ in 0..<100 { group.addTask { await Task.yield() } }
      }
      mayEnd.signal()
      try await writer.value
      for task in waiting { _ = try await task.value }
      let value8 = try await notes.count()
      #expect(value8 == 100)
    }
  }
}

final class Counter: Sendable {
  private let value = Atomic(0)
  var count: Int { value.load(ordering: .relaxed) }
  func add() { value.wrappingAdd(1, ordering: .relaxed) }
}
