import Foundation
import Synchronization
import Testing

@testable import Roster

/// The threads of asynchronous calls: how many, for how long, and who waits for them.
@Suite(.timeLimit(.minutes(1))) struct WorkerPoolTests {
  private func open(_ folder: ScratchFolder, busyTimeout: Duration) throws -> Database {
    var configuration = Configuration()
    configuration.busyTimeout = busyTimeout
    let database = try Database(path: folder.path(), configuration)
    try database.execute("CREATE TABLE t (a INTEGER)")
    return database
  }

  /// Keeps the writer busy until the returned semaphore is signalled.
  private func occupy(
    _ database: Database
  ) async throws -> (end: DispatchSemaphore, task: Task<Void, any Error>) {
    let (flag, end) = (Flag(), DispatchSemaphore(value: 0))
    let task = Task {
      try await database.write {
        flag.set()
        end.wait()
      }
    }
    while !flag.isSet { try await Task.sleep(for: .milliseconds(1)) }
    return (end, task)
  }

  private final class Flag: Sendable {
    private let value = Atomic(false)
    var isSet: Bool { value.load(ordering: .acquiring) }
    func set() { value.store(true, ordering: .releasing) }
  }

  @Test func givesUpWhatWaitsLongerThanTheBusyTimeout() async throws {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    let database = try open(folder, busyTimeout: .milliseconds(200))
    let (end, task) = try await occupy(database)
    await withTaskGroup { group in
      for _ in 0..<100 {
        group.addTask {
          let error = await #expect(throws: DatabaseError.self) {
            try await database.execute("INSERT INTO t VALUES (1)")
          }
          #expect(error?.code == .busy)
        }
      }
    }
    #expect(database.statistics.waits == 100)
    #expect(database.statistics.longestWait >= .milliseconds(200))
    end.signal()
    try await task.value
    #expect(try await database.execute("INSERT INTO t VALUES (2)") == 1)
    #expect(try await database.query("SELECT a FROM t", as: Int.self) == [2])
  }

  @Test func givesUpAtTheDeadlineWhatWaits() async throws {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    let database = try open(folder, busyTimeout: .seconds(30))
    let (end, task) = try await occupy(database)
    // The later one first: it is not to hide the earlier one.
    async let late: Int = Database.withDeadline(.seconds(20)) {
      try await database.execute("INSERT INTO t VALUES (1)")
    }
    try await Task.sleep(for: .milliseconds(20))
    await #expect(throws: DeadlineExceeded.self) {
      try await Database.withDeadline(.milliseconds(100)) {
        try await database.execute("INSERT INTO t VALUES (2)")
      }
    }
    end.signal()
    try await task.value
    #expect(try await late == 1)
    #expect(try await database.query("SELECT a FROM t", as: Int.self) == [1])
  }

  @Test(arguments: [true, false])
  func letsItsThreadsGoWithItsDatabase(_ closes: Bool) async throws {
    weak var workers: WorkerPool?
    do {
      let database = try Database.inMemory()
      try await database.execute("CREATE TABLE t (a INTEGER)")
      workers = database.writeWorkers
      if closes { try await database.close() }
    }
    // A thread that waits for work keeps its workers, and would for ten seconds.
    let end = ContinuousClock.now + .seconds(5)
    while workers != nil, ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(5)) }
    #expect(workers == nil)
  }

  @Test func refusesCallsAfterItsThreadsHaveGone() async throws {
    let database = try Database.inMemory()
    try await database.execute("CREATE TABLE t (a INTEGER)")
    try await database.close()
    for _ in 0..<3 {
      let error = await #expect(throws: DatabaseError.self) {
        try await database.execute("INSERT INTO t VALUES (1)")
      }
      #expect(error?.code == .misuse)
      try await database.close()
    }
  }

  @Test func failsWhatWaitsForAThreadThatCannotBeStarted() async throws {
    let mayStart = Flag()
    let workers = WorkerPool(
      "test",
      width: 2,
      timeout: .seconds(30),
      startThread: { name, body in
        mayStart.isSet && WorkerThread.start(name, body)
      }
    )
    func run(_ workers: WorkerPool) async throws -> Int {
      try await Database.perform(on: workers) { 7 }
    }
    for _ in 0..<2 {
      let error = await #expect(throws: DatabaseError.self) { try await run(workers) }
      #expect(error?.code == .outOfMemory)
    }
    mayStart.set()
    #expect(try await run(workers) == 7)
    workers.end()
  }

  @Test func leavesToOtherThreadsWhatAMissingOneWouldHaveDone() async throws {
    let flag = Flag()
    let end = DispatchSemaphore(value: 0)
    // The first thread only.
    let workers = WorkerPool(
      "test",
      width: 2,
      timeout: .milliseconds(100),
      startThread: { name, body in
        guard !flag.isSet else { return false }
        flag.set()
        return WorkerThread.start(name, body)
      }
    )
    let begun = Flag()
    let first = Task {
      try await Database.perform(on: workers) {
        begun.set()
        end.wait()
      }
    }
    while !begun.isSet { try await Task.sleep(for: .milliseconds(1)) }
    let error = await #expect(throws: DatabaseError.self) {
      try await Database.perform(on: workers) { 1 }
    }
    #expect(error?.code == .busy)
    end.signal()
    try await first.value
    #expect(try await Database.perform(on: workers) { 2 } == 2)
    workers.end()
  }
}
