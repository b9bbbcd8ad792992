import Foundation
import Synchronization
import Testing

@testable import Roster

/// Promises about time and turns, each by itself.
@Suite(.timeLimit(.minutes(1)))
struct PromiseTests {
  @Test func whoeverWaitsToWriteIsServedInTurn() throws {
    let database = try Database.inMemory()
    let order = Mutex<[Int]>([])
    let group = DispatchGroup()
    try database.write {
      for number in 0..<6 {
        Thread.detachNewThread {
          group.enter()
          try? database.write { order.withLock { $0.append(number) } }
          group.leave()
        }
        // A wait is counted when it is over: there is nothing to look at but the time.
        usleep(30_000)
      }
    }
    group.wait()
    while order.withLock({ $0.count }) < 6 { usleep(1000) }
    #expect(order.withLock { $0 } == Array(0..<6))
  }

  @Test func anInnerDeadlineDoesNotOutlastTheOuterOne() async throws {
    let database = try Database.inMemory()
    let endless: SQL = """
      WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT max(n) FROM c
      """
    let clock = ContinuousClock()
    let start = clock.now
    await #expect(throws: DeadlineExceeded.self) {
      try await Database.withDeadline(.milliseconds(50)) {
        try await Database.withDeadline(.seconds(20)) {
          _ = try await database.query(endless, as: Int.self)
        }
      }
    }
    #expect(throws: DeadlineExceeded.self) {
      try Database.withDeadline(.milliseconds(50)) {
        try Database.withDeadline(.seconds(20)) {
          _ = try database.query(endless, as: Int.self)
        }
      }
    }
    #expect(start.duration(to: clock.now) < .seconds(10))
  }

  private struct Left: Record, Equatable {
    static let tableName = "lefts"
    static let primaryKey = PrimaryKey(\Left.id)
    var id: Int64?
    var name: String
  }

  private struct Right: Record, Equatable {
    static let tableName = "rights"
    static let primaryKey = PrimaryKey(\Right.id)
    var id: Int64?
    var name: String
  }

  @Test func anObserverIsNotWokenByOtherTables() async throws {
    let database = try Database.inMemory()
    let (lefts, rights) = (Repository<Left>(database), Repository<Right>(database))
    try await lefts.createTable()
    try await rights.createTable()
    let runs = Mutex(0)
    let counted = ObservedValues(
      database: database,
      tables: lefts.query.request.tables,
      fetch: {
        runs.withLock { $0 += 1 }
        return try await lefts.count()
      },
      isSame: { _, _ in false }
    )
    let observing = try await Observing(2, of: counted, database)
    while runs.withLock({ $0 }) < 1 { try await Task.sleep(for: .milliseconds(1)) }
    for number in 0..<5 { try await rights.insert(Right(name: "\(number)")) }
    try await Task.sleep(for: .milliseconds(100))
    #expect(runs.withLock { $0 } == 1)
    try await lefts.insert(Left(name: "a"))
    #expect(try await observing.value == [0, 1])
    #expect(runs.withLock { $0 } == 2)
  }
}
