extension Database {
  /// Opens a file on a thread of its own, and makes it if it does not exist.
  ///
  /// ```swift
  /// let database = try await Database.open(path: "school.sqlite")
  /// ```
  ///
  /// `Database(path:)` keeps its thread waiting while another process holds the file.
  ///
  /// - Throws: like `Database(path:)`; `CancellationError` or `DeadlineExceeded` if it has not
  ///   begun.
  public static func open(
    path: String,
    _ configuration: Configuration = Configuration()
  ) async throws -> Database {
    let workers = WorkerPool("opening", width: 1, timeout: nil)
    defer { workers.end() }
    return try await perform(on: workers) { try Database(path: path, configuration) }
  }

  /// Runs `body` in a transaction on a thread of its own: its return commits, a throw rolls back.
  ///
  /// ```swift
  /// try await database.write {
  ///   try students.insert(ann)
  ///   try students.insert(bob)
  /// }
  /// // BEGIN IMMEDIATE; INSERT ...; INSERT ...; COMMIT
  /// ```
  ///
  /// The closure is synchronous, and the calls in it join the transaction. If the task is
  /// cancelled, the statement that runs is stopped, everything is rolled back, and
  /// `CancellationError` thrown.
  ///
  /// - Throws: like the synchronous form; `CancellationError`; `DeadlineExceeded`.
  @discardableResult
  public func write<Result>(
    _ body: sending @escaping () throws -> Result
  ) async throws -> sending Result {
    try await perform(.write) { try self.write(body) }
  }

  /// Runs `body` on one snapshot, on a thread of its own: later commits are not seen.
  ///
  /// ```swift
  /// let count = try await database.read { try students.count() + teachers.count() }
  /// ```
  ///
  /// - Throws: like the synchronous form; `CancellationError`; `DeadlineExceeded`.
  public func read<Result>(
    _ body: sending @escaping () throws -> Result
  ) async throws -> sending Result {
    try await perform(.read) { try self.read(body) }
  }

  /// Gives the calls in `body` a time by which they must be done.
  ///
  /// ```swift
  /// let found = try await Database.withDeadline(.seconds(2)) {
  ///   try await students.filter { $0.lastName.contains("e") }.all()
  /// }
  /// ```
  ///
  /// A statement that runs when the time is up is stopped, and what its transaction has written is
  /// rolled back. Code other than Roster's asynchronous calls is not stopped, nor the wait of an
  /// observation for the next commit. A deadline around this one counts too, if it is earlier; a
  /// `Task` started in `body` has the same.
  ///
  /// - Parameter time: counted from now.
  /// - Throws: `DeadlineExceeded` from the calls; what `body` throws.
  public static func withDeadline<Result>(
    _ time: Duration,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    let end = Swift.min(deadline ?? .now + time, .now + time)
    return try await $deadline.withValue(end, operation: body)
  }

  /// Gives the synchronous calls in `body` a time by which they must be done.
  ///
  /// - Throws: `DeadlineExceeded` from the calls; what `body` throws.
  public static func withDeadline<Result>(
    _ time: Duration,
    _ body: () throws -> Result
  ) throws -> Result {
    try CancellationToken(deadline: .now + time, within: CancellationToken.current.object).watch(
      body
    )
  }

  /// The earliest of the deadlines around the current task.
  @TaskLocal static var deadline: ContinuousClock.Instant?

  enum Purpose { case read, write, close }

  /// Runs `work` on a thread that may wait, and hands over what it gives.
  func perform<Result>(
    _ purpose: Purpose,
    _ work: sending @escaping () throws -> Result
  ) async throws -> sending Result {
    let workers =
      switch purpose {
      case .read: readWorkers
      case .write: writeWorkers
      case .close: closeWorkers
      }
    return try await Self.perform(on: workers, work)
  }

  /// Runs `work` on a thread of a workers.
  static func perform<Result>(
    on workers: WorkerPool,
    _ work: sending @escaping () throws -> Result
  ) async throws -> sending Result {
    let job = Job(CancellationToken(deadline: deadline))
    let work = Handover(work)
    let result = try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation {
        (continuation: CheckedContinuation<Handover<Result>, _>) in
        let isToRun = job.prepare { error in
          if let error { return continuation.resume(throwing: error) }
          do {
            continuation.resume(returning: Handover(unsafe: try job.token.watch(work.value)))
          } catch {
            continuation.resume(throwing: error)
          }
        }
        if isToRun { workers.submit(job) }
      }
    } onCancel: {
      job.token.cancel()
      job.giveUp(CancellationError())
    }
    return result.value
  }
}

/// Something passed from one thread to another, which keeps nothing of it.
///
/// Safe because what goes to the other thread came as `sending`, and what comes back is the result
/// of work that has ended there.
private final class Handover<Value>: @unchecked Sendable {
  nonisolated(unsafe) let value: Value
  init(_ value: sending Value) { self.value = value }
  init(unsafe value: Value) { self.value = value }
}
