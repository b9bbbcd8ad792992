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
  /// Why the innermost transaction must not commit, whatever its closure returns.
  private var veto: (any Error)?
  /// Goes up with every change that may have been one of the schema; to be read inside `use`.
  private(set) var schemaGeneration = 0

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

  func schemaMayHaveChanged() {
    lock.withLock { schemaGeneration += 1 }
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
    guard depth == 0 else { return try body() }
    return try transaction(begin: Self.begin, end: Self.commit, undo: [Self.rollback]) {
      connection.refusesWrites = true
      defer { connection.refusesWrites = false }
      return try body()
    }
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
      let result = try body()
      if let veto { throw veto }
      try checkTransaction()
      try run(end)
      return result
    } catch {
      veto = nil
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

  /// Runs one statement that writes and then reads back what it wrote.
  ///
  /// If `body` throws after the write, the write goes too: alone, it runs in a transaction of its
  /// own; inside one, that one can no longer commit, even if its closure handles the error.
  func writeAndRead<Result>(_ body: () throws -> Result) throws -> Result {
    guard depth > 0 else { return try write(body) }
    do { return try body() } catch let error as DatabaseError { throw error } catch {
      veto = error
      throw error
    }
  }

  private func run(_ key: StatementKey) throws {
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

  private static let beginImmediate = StatementKey("BEGIN IMMEDIATE")
  private static let begin = StatementKey("BEGIN")
  private static let commit = StatementKey("COMMIT")
  private static let rollback = StatementKey("ROLLBACK")
  private static let savepoint = StatementKey("SAVEPOINT roster")
  private static let rollbackTo = StatementKey("ROLLBACK TO roster")
  private static let release = StatementKey("RELEASE roster")
}
