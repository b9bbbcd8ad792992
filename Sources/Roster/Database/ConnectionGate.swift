import Foundation

/// Lets one thread at a time to a connection, and keeps its transactions.
///
/// The lock is recursive, and that is what joins: a call made inside a transaction's closure comes
/// from the thread that holds the lock, so it goes straight to the connection; any other waits.
///
/// Safe because everything mutable is touched only while the lock is held.
final class ConnectionGate: @unchecked Sendable {
  private let lock = NSRecursiveLock()
  private let connection: Connection
  /// How many transactions and savepoints are open, one inside the other.
  private var depth = 0
  /// Why the transaction at a depth must not commit, whatever its closure returns.
  private var veto: (depth: Int, error: any Error)?
  /// The version of the schema that SQLite counts, as it was when the last transaction began.
  private var schemaVersion = SQLValue.null

  init(_ connection: Connection) {
    self.connection = connection
  }

  var statementCacheStatistics: StatementCacheStatistics {
    lock.withLock { connection.statementCacheStatistics }
  }

  /// Lends the connection to `body`.
  ///
  /// - Throws: what `body` throws; `DatabaseError` (`.abort`) if SQLite has rolled back the
  ///   transaction this call would belong to.
  @inline(__always)
  func use<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    lock.lock()
    defer { lock.unlock() }
    if depth > 0 { try checkTransaction() }
    return try body(connection)
  }

  func close() throws {
    lock.lock()
    defer { lock.unlock() }
    guard depth == 0 else {
      throw DatabaseError(.busy, "cannot close the database inside a transaction")
    }
    try connection.close()
  }

  func write<Result>(_ body: () throws -> Result) throws -> Result {
    lock.lock()
    defer { lock.unlock() }
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
    lock.lock()
    defer { lock.unlock() }
    // Inside a transaction there is a snapshot already.
    guard depth == 0 else { return try refusingWrites(body) }
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
    try run(begin)
    depth += 1
    defer { depth -= 1 }
    do {
      if depth == 1 { try checkSchema() }
      let result = try body()
      if let veto, veto.depth == depth { throw veto.error }
      try checkTransaction()
      try run(end)
      return result
    } catch {
      if let veto, veto.depth >= depth { self.veto = nil }
      connection.schemaMayHaveChanged()
      connection.refusesTransactions = connection.isInTransaction
      // After some errors, a full disk for one, SQLite has rolled back already.
      if connection.isInTransaction {
        do { for key in undo { try run(key) } } catch let failure as DatabaseError {
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
    lock.lock()
    defer { lock.unlock() }
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

  /// Runs one of the statements below, which nobody else may run inside a transaction.
  private func run(_ key: StatementKey) throws {
    connection.refusesTransactions = false
    defer { connection.refusesTransactions = connection.isInTransaction }
    try connection.withStatement(key) { try $0.run() }
  }

  /// Notices what other connections did to the schema; they can do no more while this one writes.
  ///
  /// The first read of a transaction, it also fixes the snapshot of one that only reads.
  /// See <https://www.sqlite.org/pragma.html#pragma_schema_version>.
  private func checkSchema() throws {
    try connection.withStatement(Self.readSchemaVersion) { statement in
      guard try statement.step() else { return }
      let version = try statement.value(0)
      if version != schemaVersion { connection.schemaMayHaveChanged() }
      schemaVersion = version
    }
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
      let result: Result
      do { result = try body(connection) } catch {
        if depth == 0, connection.isInTransaction { try run(Self.rollback) }
        throw error
      }
      if depth == 0, connection.isInTransaction {
        try run(Self.rollback)
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
  private static let readSchemaVersion = StatementKey(
    "SELECT schema_version FROM pragma_schema_version"
  )
  private static let release = StatementKey("RELEASE roster")
}
