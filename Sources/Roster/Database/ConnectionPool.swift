import Dispatch
import Foundation
import Synchronization

/// Lends a database's connections to threads: one that writes, and several that read beside it.
///
/// A thread that has a session goes on using it: that is how calls inside a closure join its
/// transaction. Whoever waits is served in turn, and not for longer than the busy timeout.
final class ConnectionPool: Sendable {
  /// What the current thread has borrowed last, of whatever pool.
  private static let borrowed = ThreadLocal<Session>()

  let queue: SessionQueue
  let hub = ChangeHub()
  /// The functions and collations of users, which all connections are to know.
  let vocabulary = Vocabulary()
  /// Stands for the pool in its sessions.
  private let identity: PoolIdentity
  private let clock: SchemaClock
  private let file: DatabaseFile?
  private let hasReaders: Bool
  /// Whether reads must go to the writer, because only it has temporary or attached tables.
  private let writerHasOwnTables = Atomic(false)

  /// - Parameters:
  ///   - maximumReaders: 0 if there is only the one connection, as in memory.
  ///   - open: opens another connection, for reading.
  init(
    writer: Connection,
    file: DatabaseFile?,
    maximumReaders: Int,
    timeout: Duration,
    clock: SchemaClock,
    stop: StopSignal,
    open: @escaping @Sendable () throws -> Connection
  ) {
    let identity = PoolIdentity()
    self.identity = identity
    self.clock = clock
    self.file = file
    hasReaders = maximumReaders > 0
    queue = SessionQueue(
      writer: Session(writer, pool: identity),
      maximumReaders: maximumReaders,
      timeout: timeout,
      stop: stop,
      open: { Session(try open(), pool: identity) }
    )
  }

  /// The session that the current thread has borrowed last from this pool.
  private var current: Session? { borrowedSession { _ in true } }

  /// Whether the current thread uses a connection: in a transaction or in a row handler.
  var isInUseHere: Bool { current != nil }

  private func borrowedSession(where isWanted: (Session) -> Bool) -> Session? {
    var session = Self.borrowed.object
    while let candidate = session {
      if candidate.pool === identity, isWanted(candidate) { return candidate }
      session = candidate.outer
    }
    return nil
  }

  /// Lends a session that can read: the thread's own, or else any reader.
  @inline(__always)
  func read<Result>(_ body: (Session) throws -> Result) throws -> Result {
    if let current { return try join(current, body) }
    guard hasReaders, !writerHasOwnTables.load(ordering: .relaxed) else { return try write(body) }
    let session = try queue.takeReader()
    defer { queue.giveBack(reader: session) }
    try file?.checkNowAndThen()
    return try lend(session, body)
  }

  /// Lends the session that can write.
  ///
  /// - Throws: `DatabaseError`: `.busy` when other threads have it for longer than the timeout,
  ///   `.readOnly` inside `read { }`.
  @inline(__always)
  func write<Result>(_ body: (Session) throws -> Result) throws -> Result {
    if let writer = borrowedSession(where: { queue.isWriter($0) }) {
      return try join(writer, body)
    }
    if let current, current.isInTransaction {
      throw DatabaseError(.readOnly, "a write inside read { }")
    }
    let session = try queue.takeWriter()
    let generation = clock.generation
    session.listen(to: hub)
    defer {
      session.publish(to: hub)
      if hasReaders, clock.generation != generation { noteOwnTables(of: session.connection) }
      queue.giveBack(writer: session)
    }
    try file?.check()
    return try lend(session, body)
  }

  private func lend<Result>(
    _ session: Session,
    _ body: (Session) throws -> Result
  ) throws -> Result {
    if session.knownWords != vocabulary.count { try vocabulary.teach(session) }
    session.outer = Self.borrowed.object
    Self.borrowed.set(session)
    session.connection.setToken(CancellationToken.current.object)
    defer {
      session.connection.setToken(nil)
      Self.borrowed.set(session.outer)
      session.outer = nil
    }
    do { return try body(session) } catch let error as DatabaseError {
      // Without its file, SQLite fails in many ways.
      throw file?.problem ?? error
    }
  }

  private func join<Result>(
    _ session: Session,
    _ body: (Session) throws -> Result
  ) throws -> Result {
    guard !session.isBeingReplaced else {
      throw DatabaseError(.busy, "the database is being replaced by a backup")
    }
    let token = session.connection.token
    let own = CancellationToken.current.object
    guard own !== token else { return try body(session) }
    session.connection.setToken(own)
    defer { session.connection.setToken(token) }
    return try body(session)
  }

  /// Readers do not see what is attached to the writer, nor its temporary tables.
  private func noteOwnTables(of connection: Connection) {
    let count = try? connection.firstValue(
      "SELECT (SELECT count(*) FROM temp.sqlite_schema)"
        + " + (SELECT count(*) FROM pragma_database_list WHERE name NOT IN ('main', 'temp'))"
    )
    writerHasOwnTables.store(count != .integer(0), ordering: .relaxed)
  }

  /// Closes all connections when the last one is given back.
  ///
  /// - Parameter interrupting: whether what runs is stopped rather than waited for.
  /// - Returns: whether they were open.
  /// - Throws: `DatabaseError` (`.busy`) where the current thread has borrowed one.
  func close(interrupting: Bool) throws -> Bool {
    guard current == nil else {
      throw DatabaseError(.busy, "cannot close the database inside a transaction or a row handler")
    }
    let isFirst = try queue.close(interrupting: interrupting)
    hub.close()
    return isFirst
  }

  /// How the statement caches of all connections have served, up to their last use.
  var statementCacheStatistics: StatementCacheStatistics {
    current.map { queue.noteStatistics(of: $0) }
    return queue.statistics.statementCache
  }
}

/// The identity of a pool, which its sessions carry.
final class PoolIdentity: Sendable {}
