import Dispatch
import Synchronization

/// The rows of a query one at a time, each read when it is asked for.
///
/// ```swift
/// for try await student in students.filter { $0.active }.rows() {
///   await send(student)
/// }
/// ```
///
/// A few rows are read ahead, and no more before they are taken, so that memory does not grow with
/// their number. All of them are of one state of the database. Until the last row or the end of the
/// loop, one of the database's readers is in use; in memory, where all calls have one connection,
/// others wait for it, those in the loop's body included: there, take `all()` instead.
public struct FetchedRows<Row>: AsyncSequence, Sendable {
  let database: Database
  let stream: @Sendable ((Row) throws -> Void) throws -> Void

  /// Begins to read at the first call of `next`.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(rows: self) }

  /// One run of the query; it ends with this object's last copy.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let rows: FetchedRows
    private var reading: Reading<Row>?

    init(rows: FetchedRows) { self.rows = rows }

    /// The next row; nil after the last one.
    ///
    /// - Throws: like `all`; `CancellationError`; `DeadlineExceeded`.
    public mutating func next() async throws -> Row? {
      let reading = reading ?? Reading(rows)
      self.reading = reading
      return try await reading.next()
    }
  }
}

/// The rows that lie between the thread that reads them and the task that takes them.
///
/// The channel outlives this object while the thread is at work, and learns from its end that
/// nobody wants more.
private final class Reading<Row>: Sendable {
  private let channel = RowChannel<Row>()

  init(_ rows: FetchedRows<Row>) {
    let channel = channel
    // It inherits the deadline; that the task around it is cancelled it learns from `next`.
    Task {
      do {
        try await rows.database.perform(.read) { try rows.stream { try channel.put($0) } }
        channel.end(nil)
      } catch {
        channel.end(error)
      }
    }
  }

  deinit { channel.stop() }

  func next() async throws -> Row? {
    try await withTaskCancellationHandler {
      try await channel.take()
    } onCancel: {
      channel.cancel()
    }
  }
}

/// A queue of a few rows from one thread to one task.
///
private final class RowChannel<Row>: Sendable {
  /// A row on its way.
  ///
  /// Safe because the thread that has made it keeps nothing of it.
  private struct Passed: @unchecked Sendable { let row: Row }

  private struct State {
    var rows: [Passed] = []
    var isOver = false
    var error: (any Error)?
    var isUnwanted = false
    var taker: CheckedContinuation<Void, Never>?
  }

  /// Nobody wants more rows.
  private struct Stopped: Error {}

  private static var capacity: Int { 64 }

  private let lock = Mutex(State())
  private let room = DispatchSemaphore(value: 0)

  /// Waits until there is room for a row, and puts it in.
  func put(_ row: Row) throws {
    let passed = Passed(row: row)
    while true {
      let isIn = try lock.withLock { state in
        if state.isUnwanted { throw state.error ?? Stopped() }
        guard state.rows.count < Self.capacity else { return false }
        state.rows.append(passed)
        Self.wake(&state)
        return true
      }
      if isIn { return }
      // In steps, since nobody signals that the time is up.
      if room.wait(timeout: .now() + .milliseconds(50)) == .timedOut,
        let reason = CancellationToken.current.object?.reason
      {
        throw reason
      }
    }
  }

  func end(_ error: (any Error)?) {
    lock.withLock { state in
      state.isOver = true
      if !(error is Stopped) { state.error = state.error ?? error }
      Self.wake(&state)
    }
  }

  /// Takes the next row, when there is one; nil after the last.
  func take() async throws -> Row? {
    while true {
      let passed = try lock.withLock { state -> Passed?? in
        if state.isUnwanted, let error = state.error { throw error }
        if !state.rows.isEmpty { return state.rows.removeFirst() }
        guard state.isOver else { return Passed??.none }
        if let error = state.error { throw error }
        return Passed??.some(nil)
      }
      if let passed {
        room.signal()
        return passed?.row
      }
      await withCheckedContinuation { continuation in
        lock.withLock { state in
          state.taker = continuation
          if !state.rows.isEmpty || state.isOver || state.isUnwanted { Self.wake(&state) }
        }
      }
    }
  }

  func cancel() { stop(CancellationError()) }

  func stop() { stop(nil) }

  private func stop(_ error: (any Error)?) {
    lock.withLock { state in
      state.isUnwanted = true
      state.error = state.error ?? error
      Self.wake(&state)
    }
    room.signal()
  }

  private static func wake(_ state: inout State) {
    state.taker?.resume()
    state.taker = nil
  }
}

extension Fetchable {
  /// The rows one at a time, each read when it is asked for; see `FetchedRows`.
  ///
  /// ```swift
  /// for try await student in students.rows() { print(student.name) }
  /// // SELECT "id", "name", "age" FROM "students"
  /// ```
  public func rows() -> FetchedRows<Row> {
    FetchedRows(database: request.database, stream: { try stream($0) })
  }
}
