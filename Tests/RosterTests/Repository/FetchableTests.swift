import Foundation
import Synchronization
import Testing

@testable import Roster

/// What gives rows has the same endings, whatever its rows are.
@Suite(.timeLimit(.minutes(1)))
struct FetchableTests {
  private struct Person: Record, Equatable {
    static let tableName = "people"
    static let primaryKey = PrimaryKey(\Person.id)
    static let schema: Schema<Person> = [.fullText(\.name)]

    var id: Int64
    var name: String
    var age: Int?
  }

  private func people(_ count: Int = 5) throws -> Repository<Person> {
    let people = Repository<Person>(try .inMemory())
    try people.createTable()
    try people.insert(
      contentsOf: (1...count).map { Person(id: Int64($0), name: "name \($0)", age: $0 % 3) }
    )
    return people
  }

  /// One of everything that gives rows, of which there are so many, seen as the rows' numbers.
  private struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let count: Int
    /// Calls every ending but the asynchronous ones.
    let check: @Sendable (Repository<Person>) throws -> Void
    let checkAsync: @Sendable (Repository<Person>) async throws -> Void

    init<Rows: Fetchable>(
      _ name: String,
      _ count: Int,
      _ rows: @escaping @Sendable (Repository<Person>) -> Rows,
      _ number: @escaping @Sendable (Rows.Row) -> Int
    ) {
      testDescription = name
      self.count = count
      check = { people in
        let rows = rows(people)
        let all = try rows.all().map(number)
        #expect(all.count == count)
        #expect(try rows.prefix(2).map(number) == Array(all.prefix(2)))
        #expect(try rows.prefix(0).isEmpty)
        #expect(try rows.first().map(number) == all.first)
        #expect(try rows.count() == count)
        #expect(try rows.exists() == (count > 0))
        var streamed: [Int] = []
        try rows.stream { streamed.append(number($0)) }
        #expect(streamed == all)
        let one = Result { try rows.one() }
        switch (one, count) {
        case (.success(let row), 1): #expect(number(row) == all[0])
        case (.failure(RecordError.notFound), 0), (.failure(RecordError.notUnique), 2...): break
        default: Issue.record("one() of \(count) rows gave \(one)")
        }
        #expect(try !rows.explain().steps.isEmpty)
        #expect(try rows.sql.text.hasPrefix("SELECT"))
        #expect(throws: RecordError.self) { try rows.prefix(-1) }
      }
      checkAsync = { people in
        let rows = rows(people)
        let all = try await rows.prefix(.max).map(number)
        #expect(try await rows.all().map(number) == all)
        #expect(try await rows.prefix(2).map(number) == Array(all.prefix(2)))
        #expect(try await rows.first().map(number) == all.first)
        #expect(try await rows.count() == count)
        #expect(try await rows.exists() == (count > 0))
        let streamed = Mutex<[Int]>([])
        try await rows.stream { row in streamed.withLock { $0.append(number(row)) } }
        #expect(streamed.withLock { $0 } == all)
        #expect(try await !rows.explain().steps.isEmpty)
        if count == 1 { #expect(number(try await rows.one()) == all[0]) }
        if count > 1 { await #expect(throws: RecordError.self) { _ = try await rows.one() } }
        var taken: [Int] = []
        for try await row in rows.rows() { taken.append(number(row)) }
        #expect(taken == all)
        for try await observed in rows.values() {
          #expect(observed.map(number) == all)
          break
        }
      }
    }
  }

  private static let cases = [
    Case("a table", 5, { $0 }, { Int($0.id) }),
    Case("a query", 2, { $0.filter { $0.age == 1 }.order(by: \.id) }, { Int($0.id) }),
    Case("a query for one", 1, { $0.filter { $0.id == 4 } }, { Int($0.id) }),
    Case("a query for none", 0, { $0.filter { $0.id == 9 } }, { Int($0.id) }),
    Case("a limited query", 3, { $0.order(by: \.id).limit(3).offset(1) }, { Int($0.id) }),
    Case("a selection", 5, { $0.order(by: \.id).select(\.id) }, { Int($0) }),
    Case("a selection of tuples", 5, { $0.select(\.id, \.age) }, { Int($0.0) }),
    Case("a distinct selection", 3, { $0.select(\.age).distinct() }, { $0 ?? -1 }),
    Case("an aggregate", 1, { $0.select { $0.age.max() } }, { $0 ?? -1 }),
    Case(
      "an aggregate of nothing",
      1,
      { $0.filter { $0.id == 9 }.select { $0.rowCount() } },
      { $0 }
    ),
    Case("groups", 3, { $0.group(by: \.age).select { ($0.age, $0.rowCount()) } }, { $0.1 }),
    Case("a join", 9, { $0.join($0) { $0.age == $1.age } }, { Int($0.0.id * 10 + $0.1.id) }),
    Case("a left join", 5, { $0.leftJoin($0) { $0.id == $1.id + 1 } }, { Int($0.0.id) }),
    Case("a search", 5, { $0.search("name") }, { Int($0.id) }),
    Case("hits", 1, { $0.search("4").hits(.highlight(\.name)) }, { Int($0.record.id) }),
  ]

  @Test(arguments: cases.indices) func hasEveryEnding(index: Int) throws {
    try Self.cases[index].check(people())
  }

  @Test(arguments: cases.indices) func hasEveryEndingAsynchronously(index: Int) async throws {
    try await Self.cases[index].checkAsync(people())
  }

  // MARK: - Rows as they are asked for

  private func onDisk(_ folder: ScratchFolder, _ count: Int) throws -> Repository<Person> {
    var configuration = Configuration()
    configuration.maximumReaders = 1
    configuration.busyTimeout = .seconds(2)
    let people = Repository<Person>(try Database(path: folder.path(), configuration))
    try people.createTable()
    try people.insert(
      contentsOf: (1...count).map { Person(id: Int64($0), name: "\($0)", age: nil) }
    )
    return people
  }

  @Test func rowsAreOfOneStateAndTheBodyMayWrite() async throws {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    let people = try onDisk(folder, 500)
    var seen: [Int64] = []
    for try await person in people.order(by: \.id).rows() {
      seen.append(person.id)
      try await people.delete(key: 501 - person.id)
    }
    #expect(seen == Array(1...500))
    #expect(try await people.count() == 0)
  }

  @Test func theReaderIsFreeAgainAfterABreak() async throws {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    let people = try onDisk(folder, 2000)
    for round in 0..<20 {
      for try await person in people.rows() where person.id == Int64(round * 90 + 1) { break }
      #expect(try await people.count() == 2000)
    }
    try await people.database.close()
  }

  @Test func rowsEndWithTheirTask() async throws {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    let people = try onDisk(folder, 2000)
    let taken = Mutex(0)
    let task = Task {
      for try await _ in people.rows() {
        if taken.withLock({
          $0 += 1; return $0
        }) == 100 {
          withUnsafeCurrentTask { $0?.cancel() }
        }
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(taken.withLock { $0 } == 100)
    #expect(try await people.count() == 2000)
  }

  @Test func rowsEndWithTheirDeadline() async throws {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    let people = try onDisk(folder, 2000)
    await #expect(throws: DeadlineExceeded.self) {
      try await Database.withDeadline(.milliseconds(100)) {
        for try await _ in people.rows() { try await Task.sleep(for: .milliseconds(5)) }
      }
    }
    #expect(try await people.count() == 2000)
  }

  @Test func rowsThrowWhatAllThrows() async throws {
    let people = try people()
    try await people.database.execute("UPDATE people SET age = 'x' WHERE id = 4")
    var seen = 0
    await #expect(throws: DecodingError.self) {
      for try await _ in people.order(by: \.id).rows() { seen += 1 }
    }
    #expect(seen == 3)
    try await people.database.close()
    await #expect(throws: DatabaseError.self) { for try await _ in people.rows() {} }
  }

  @Test func aLargeResultIsNotReadAhead() async throws {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    let people = try onDisk(folder, 10)
    let made = Mutex(0)
    try await people.database.register(function: "made", deterministic: false) { (number: Int) in
      made.withLock { $0 += 1 }
      return number
    }
    let numbers = people.join(people) { $0.id != $1.id }.join(people) { $0.id != $2.id }
      .select { _, b, _ in SQLExpression<Int>("made(\(b.id))") }
    #expect(try await numbers.count() == 810)
    made.withLock { $0 = 0 }
    var iterator = numbers.rows().makeAsyncIterator()
    #expect(try await iterator.next() != nil)
    try await Task.sleep(for: .milliseconds(50))
    #expect(made.withLock { $0 } < 100)
    var count = 1
    while try await iterator.next() != nil { count += 1 }
    #expect(count == 810)
  }
}
