import Dispatch
import Foundation
import Synchronization

/// Hands out sessions in the order in which threads ask for them.
final class SessionQueue: Sendable {
  /// A thread that waits, and what it is given.
  ///
  /// Safe because both are touched under the queue's lock only, until the semaphore is signalled.
  private final class Waiter: @unchecked Sendable {
    let semaphore = DispatchSemaphore(value: 0)
    var session: Session?
    var mayOpen = false
  }

  private struct State {
    var isWriterFree = true
    var idleReaders: [Session] = []
    var readers: [Session] = []
    var openReaders = 0
    /// How many sessions threads have at the moment.
    var lent = 0
    var waitingForWriter: [Waiter] = []
    var waitingForReader: [Waiter] = []
    var waitingForEnd: [DispatchSemaphore] = []
    var isClosed = false
    var statistics = DatabaseStatistics()
  }

  private let writer: Session
  private let maximumReaders: Int
  private let timeout: Duration
  private let stop: StopSignal
  private let open: @Sendable () throws -> Session
  private let state = Mutex(State())

  init(
    writer: Session,
    maximumReaders: Int,
    timeout: Duration,
    stop: StopSignal,
    open: @escaping @Sendable () throws -> Session
  ) {
    self.writer = writer
    self.maximumReaders = maximumReaders
    self.timeout = timeout
    self.stop = stop
    self.open = open
  }

  func isWriter(_ session: Session) -> Bool { session === writer }

  func takeWriter() throws -> Session {
    let waiter: Waiter? = try state.withLock { state in
      guard !state.isClosed else { throw Self.closed }
      if state.isWriterFree {
        state.isWriterFree = false
        state.lent += 1
        return nil
      }
      let waiter = Waiter()
      state.waitingForWriter.append(waiter)
      return waiter
    }
    guard let waiter else { return writer }
    try wait(waiter, "writing")
    return writer
  }

  func giveBack(writer session: Session) {
    state.withLock { state in
      Self.note(session, &state)
      if state.waitingForWriter.isEmpty {
        state.isWriterFree = true
        Self.end(&state)
      } else {
        let next = state.waitingForWriter.removeFirst()
        next.session = session
        next.semaphore.signal()
      }
    }
  }

  func takeReader() throws -> Session {
    enum Turn {
      case take(Session)
      case open
      case wait(Waiter)
    }
    let turn: Turn = try state.withLock { state in
      guard !state.isClosed else { throw Self.closed }
      if let session = Self.popReader(&state) {
        state.lent += 1
        return .take(session)
      }
      if state.openReaders < maximumReaders {
        state.openReaders += 1
        state.lent += 1
        return .open
      }
      let waiter = Waiter()
      state.waitingForReader.append(waiter)
      return .wait(waiter)
    }
    switch turn {
    case .take(let session): return session
    case .open: return try openReader()
    case .wait(let waiter):
      try wait(waiter, "reading")
      if waiter.mayOpen { return try openReader() }
      guard let session = waiter.session else { throw Self.closed }
      return session
    }
  }

  /// An idle reader, the thread's last one if possible: its pages lie in the caches of this core.
  private static func popReader(_ state: inout State) -> Session? {
    let thread = pthread_self()
    let own = state.idleReaders.lastIndex { $0.lastThread == thread }
    return own.map { state.idleReaders.remove(at: $0) } ?? state.idleReaders.popLast()
  }

  private func openReader() throws -> Session {
    do {
      let session = try open()
      state.withLock { $0.readers.append(session) }
      return session
    } catch {
      state.withLock { state in
        // The place goes to whoever waits; it may be luckier.
        if state.waitingForReader.isEmpty {
          state.openReaders -= 1
          Self.end(&state)
        } else {
          let next = state.waitingForReader.removeFirst()
          next.mayOpen = true
          next.semaphore.signal()
        }
      }
      throw error
    }
  }

  func giveBack(reader session: Session) {
    session.lastThread = pthread_self()
    state.withLock { state in
      Self.note(session, &state)
      if state.waitingForReader.isEmpty {
        state.idleReaders.append(session)
        Self.end(&state)
      } else {
        let next = state.waitingForReader.removeFirst()
        next.session = session
        next.semaphore.signal()
      }
    }
  }

  /// Counts a session that came back, and tells those who wait for the last one.
  private static func end(_ state: inout State) {
    state.lent -= 1
    guard state.lent == 0 else { return }
    for semaphore in state.waitingForEnd { semaphore.signal() }
    state.waitingForEnd = []
  }

  /// Waits for a turn: until it comes, the timeout is over, or the call is to be stopped.
  private func wait(_ waiter: Waiter, _ what: String) throws {
    let start = ContinuousClock.now
    let token = CancellationToken.current.object
    // With a token, in small steps, since nobody signals its end.
    let step = token == nil ? Duration.seconds(3600) : .milliseconds(5)
    while true {
      let left = timeout - start.duration(to: .now)
      let limit = DispatchTime.now() + Swift.min(step, left).dispatchInterval
      let isGiven = waiter.semaphore.wait(timeout: limit) == .success
      let reason = isGiven ? nil : token?.reason
      guard isGiven || reason != nil || start.duration(to: .now) >= timeout else { continue }
      noteWait(start.duration(to: .now))
      try state.withLock { state in
        if waiter.session != nil || waiter.mayOpen { return }
        state.waitingForWriter.removeAll { $0 === waiter }
        state.waitingForReader.removeAll { $0 === waiter }
        if state.isClosed { throw Self.closed }
        throw reason
          ?? DatabaseError(
            .busy,
            "other threads of this process kept all connections for \(what) longer than "
              + "\(timeout)"
          )
      }
      return
    }
  }

  /// Counts a wait for a connection.
  func noteWait(_ time: Duration) {
    state.withLock { state in
      state.statistics.waits += 1
      state.statistics.longestWait = Swift.max(state.statistics.longestWait, time)
    }
  }

  private static var closed: DatabaseError {
    DatabaseError(.misuse, "the database is closed")
  }

  /// Whether it refuses new calls, if not yet all have ended.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Refuses new calls, waits for the last session to come back, and closes the connections.
  ///
  /// - Returns: whether this call is the first.
  func close(interrupting: Bool) throws -> Bool {
    let end = DispatchSemaphore(value: 0)
    let (isFirst, isLent) = state.withLock { state in
      let isFirst = !state.isClosed
      state.isClosed = true
      for waiter in state.waitingForWriter + state.waitingForReader { waiter.semaphore.signal() }
      if state.lent > 0 { state.waitingForEnd.append(end) }
      return (isFirst, state.lent > 0)
    }
    if isLent {
      if interrupting { interrupt(until: end) } else { end.wait() }
    }
    guard isFirst else { return false }
    writer.connection.optimize()
    // The writer last: the last connection to close tidies the write-ahead log away.
    for session in state.withLock({ $0.readers }) + [writer] {
      try session.connection.close()
      noteStatistics(of: session)
    }
    return true
  }

  /// Stops what runs, and again what was just about to run.
  private func interrupt(until end: DispatchSemaphore) {
    stop.give()
    repeat {
      state.withLock { state in
        // Nobody closes a connection before the last session is back.
        guard state.lent > 0 else { return }
        for session in [writer] + state.readers { session.connection.interrupt() }
      }
    } while end.wait(timeout: .now() + .milliseconds(5)) == .timedOut
  }

  /// Takes over what a session counts, while it is nobody else's.
  func noteStatistics(of session: Session) { state.withLock { Self.note(session, &$0) } }

  private static func note(_ session: Session, _ state: inout State) {
    let now = session.connection.statementCacheStatistics
    state.statistics.statementCache.add(now, since: session.countedStatistics)
    session.countedStatistics = now
  }

  var statistics: DatabaseStatistics {
    state.withLock { state in
      // Those of a database that is closed are, too.
      state.statistics.readers = state.isClosed ? 0 : state.readers.count
      return state.statistics
    }
  }
}
