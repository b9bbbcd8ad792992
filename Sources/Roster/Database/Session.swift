import Foundation

/// One connection, lent to one thread at a time, and the transactions open on it.
///
/// A call made inside a transaction's closure comes from the thread that has the session, and so
/// joins the transaction; see `ConnectionPool`.
///
/// Safe because the pool lends it to one thread at a time.
final class Session: @unchecked Sendable {
  let connection: Connection
  /// The pool that lends it.
  let pool: PoolIdentity
  /// The session that the thread has used before it borrowed this one, of whatever pool.
  var outer: Session?
  /// The thread that had it last.
  var lastThread: pthread_t?
  /// How the connection's statement cache had served when it was last counted.
  var countedStatistics = StatementCacheStatistics()

  /// How much of the pool's vocabulary the connection knows.
  var knownWords = 0

  /// How many transactions and savepoints are open, one inside the other.
  private var depth = 0
  /// Why the transaction at a depth must not commit, whatever its closure returns.
  private var veto: (depth: Int, error: any Error)?

  init(_ connection: Connection, pool: PoolIdentity) {
    self.connection = connection
    self.pool = pool
  }

  var isInTransaction: Bool { depth > 0 }

  /// What the hub last wanted to know.
  private var hubGeneration = 0
  /// How much had changed when it was last asked.
  private var changesAtListening: Connection.ChangeCount?

  /// Notes what changes, if somebody observes.
  func listen(to hub: ChangeHub) {
    changesAtListening = connection.changeCount
    let generation = hub.generation
    guard generation != hubGeneration else { return }
    hubGeneration = generation
    connection.observe(keyColumns: hub.keyColumns)
  }

  /// Passes on what has been committed.
  func publish(to hub: ChangeHub) {
    guard let log = connection.changeLog else {
      // Somebody has begun to observe since, and does not know of what was not noted.
      if hub.generation != hubGeneration, connection.changeCount != changesAtListening {
        hub.publish(.anything)
      }
      return
    }
    for entries in log.take() {
      hub.publish(CommittedChanges(entries, keyColumns: log.keyColumns))
    }
  }

  /// Whether a transaction is under way that is not one of `read { }`.
  var isWriting: Bool { depth > 0 && !isReading }

  /// Whether the transaction under way was begun by `read { }`.
  private var isReading = false

  /// Whether a backup is replacing the database under the connection, which nothing survives that
  /// uses it meanwhile.
  private(set) var isBeingReplaced = false

  /// Runs `body`, which replaces the database, and keeps other calls of its thread away.
  func replacing<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try use { connection in
      isBeingReplaced = true
      defer { isBeingReplaced = false }
      return try body(connection)
    }
  }

  /// Runs `body` with the connection.
  ///
  /// - Throws: what `body` throws; `DatabaseError` (`.abort`) if SQLite has rolled back the
  ///   transaction this call would belong to; why the call was stopped, if it was.
  @inline(__always)
  func use<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    if depth > 0 { try checkTransaction() }
    guard connection.token != nil else { return try body(connection) }
    return try explaining { try body(connection) }
  }

  /// Runs `body`; where it failed because the call was stopped, the error says why.
  private func explaining<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as DatabaseError {
      guard error.code == .interrupt || error.primaryCode == .busy,
        let reason = connection.stopReason
      else { throw error }
      throw reason
    }
  }

  func write<Result>(_ body: () throws -> Result) throws -> Result {
    if depth > 0 { try checkTransaction() }
    guard !connection.refusesWrites else {
      throw DatabaseError(.readOnly, "write { } inside read { }")
    }
    return try depth == 0
      ? transaction(begin: Self.beginImmediate, end: Self.commit, undo: [Self.rollback], body)
      : transaction(
        begin: Self.savepoint,
        end: Self.release,
        undo: [Self.rollbackTo, Self.release],
        body
      )
  }

  func read<Result>(_ body: () throws -> Result) throws -> Result {
    // Inside a transaction there is a snapshot already.
    guard depth == 0 else { return try refusingWrites(body) }
    isReading = true
    defer { isReading = false }
    return try transaction(begin: Self.begin, end: Self.commit, undo: [Self.rollback]) {
      try refusingWrites(body)
    }
  }

  private func refusingWrites<Result>(_ body: () throws -> Result) rethrows -> Result {
    let refused = connection.refusesWrites
    connection.refusesWrites = true
    defer { connection.refusesWrites = refused }
    return try body()
  }

  private func transaction<Result>(
    begin: StatementKey,
    end: StatementKey,
    undo: [StatementKey],
    _ body: () throws -> Result
  ) throws -> Result {
    try explaining { try run(begin) }
    let noted = connection.changeLog?.entries.count ?? 0
    depth += 1
    defer { depth -= 1 }
    do {
      // Others can do no more to the schema while this one writes; and it is the first read of a
      // transaction that only reads, and fixes its snapshot.
      if depth == 1 { try connection.noticeOtherSchema() }
      let result = try body()
      if let veto, veto.depth == depth { throw veto.error }
      try checkTransaction()
      // There is nothing to be undone in what only reads, and nothing to be gained by stopping it.
      if isReading {
        try self.undo([end])
      } else {
        if let reason = connection.token?.reason { throw reason }
        if depth == 1 { try connection.file?.check() }
        try withoutToken { try run(end) }
      }
      return result
    } catch {
      if let veto, veto.depth >= depth { self.veto = nil }
      connection.changeLog?.forget(after: noted)
      connection.schemaMayHaveChanged()
      connection.refusesTransactions = connection.isInTransaction
      // After some errors, a full disk for one, SQLite has rolled back already.
      if connection.isInTransaction {
        do { try self.undo(undo) } catch let failure as DatabaseError {
          throw DatabaseError(
            failure.code,
            "the rollback failed (\(failure.message)), after: \(error)"
          )
        }
      }
      throw error
    }
  }

  /// Runs one call that writes: in the transaction under way, or else in one of its own.
  func inTransaction<Result>(_ body: () throws -> Result) throws -> Result {
    guard depth > 0 else { return try write(body) }
    try checkTransaction()
    return try body()
  }

  /// Reads, in a transaction, what a statement of it has just written.
  ///
  /// If `body` throws, what was written must not stay: the transaction can no longer commit, even
  /// if its closure handles the error.
  func readBack<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch {
      // One nearer to the outside stays: with it goes everything inside.
      if veto.map({ $0.depth > depth }) ?? true { veto = (depth, error) }
      throw error
    }
  }

  /// Runs `body` to its end, even in a call that is to be stopped.
  private func withoutToken<Result>(_ body: () throws -> Result) rethrows -> Result {
    let token = connection.token
    connection.setToken(nil)
    defer { connection.setToken(token) }
    return try body()
  }

  /// Runs what ends a transaction or a savepoint without a change, even if all else is to be
  /// stopped.
  private func undo(_ keys: [StatementKey]) throws {
    connection.isUndoing = true
    defer { connection.isUndoing = false }
    try withoutToken { for key in keys { try run(key) } }
  }

  /// Runs one of the statements below, which nobody else may run inside a transaction.
  private func run(_ key: StatementKey) throws {
    connection.refusesTransactions = false
    defer { connection.refusesTransactions = connection.isInTransaction }
    try connection.withStatement(key) { try $0.run() }
  }

  /// Throws if the open transaction is gone, so that nothing meant to be part of it runs alone.
  private func checkTransaction() throws {
    guard connection.isInTransaction else {
      throw DatabaseError(.abort, "the transaction was rolled back after an earlier error")
    }
  }

  /// Runs statements of unknown kind, then makes sure that they have left no transaction open.
  ///
  /// - Throws: what `body` throws; `DatabaseError` (`.misuse`) for a BEGIN by hand, rolled back.
  func useUnchecked<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try use { connection in
      if depth == 0, !connection.options.isReadOnly { try connection.file?.check() }
      let result: Result
      do { result = try body(connection) } catch {
        if depth == 0, connection.isInTransaction { try undo([Self.rollback]) }
        throw error
      }
      if depth == 0, connection.isInTransaction {
        try undo([Self.rollback])
        throw DatabaseError(
          .misuse,
          "the SQL left a transaction open, which was rolled back: use write { }"
        )
      }
      return result
    }
  }

  /// Runs a statement that gives rows; one that also writes has a transaction to be undone in.
  ///
  /// - Parameter rows: is called with the statement on its first row, if there is one.
  func useRows(
    of key: StatementKey,
    _ values: [SQLValue],
    _ rows: (Statement) throws -> Void
  ) throws {
    try useUnchecked { connection in
      try connection.withStatement(key) { statement in
        try statement.bind(values)
        guard statement.changesRows else {
          if try statement.step() { try rows(statement) }
          return
        }
        try inTransaction {
          if try statement.step() { try readBack { try rows(statement) } }
        }
      }
    }
  }

  private static let beginImmediate = StatementKey("BEGIN IMMEDIATE")
  private static let begin = StatementKey("BEGIN")
  private static let commit = StatementKey("COMMIT")
  private static let rollback = StatementKey("ROLLBACK")
  private static let savepoint = StatementKey("SAVEPOINT roster")
  private static let rollbackTo = StatementKey("ROLLBACK TO roster")
  private static let release = StatementKey("RELEASE roster")
}
