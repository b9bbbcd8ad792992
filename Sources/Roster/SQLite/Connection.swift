import CSQLite

/// One open connection and its cache of prepared statements.
///
/// Not thread-safe: it is opened without SQLite's mutex and belongs to one user at a time.
final class Connection {
  /// Where a connection goes and how it behaves.
  struct Options {
    var path: String
    var isReadOnly = false
    var busyTimeout: Duration = .seconds(5)
    var statementCacheCapacity = 100
    var showsValuesInErrors = false
  }

  let options: Options
  private var pointer: OpaquePointer?
  private var cache: StatementCache
  private var statementsInUse = 0
  /// Whether statements that write are refused: inside `read { }`.
  var refusesWrites = false

  /// - Throws: `DatabaseError` when the file cannot be opened, or SQLite is older than 3.35.
  init(_ options: Options, version: SQLiteVersion = .current) throws(DatabaseError) {
    try version.requireMinimum()
    guard !options.path.utf8.contains(0) else {
      throw DatabaseError(.cannotOpen, "a path must not contain NUL")
    }
    self.options = options
    cache = StatementCache(capacity: options.statementCacheCapacity)
    let access =
      options.isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    let result = sqlite3_open_v2(options.path, &pointer, access | SQLITE_OPEN_NOMUTEX, nil)
    guard result == SQLITE_OK, let pointer else {
      let error = DatabaseError(connection: pointer, result: result)
      sqlite3_close(pointer)
      self.pointer = nil
      throw DatabaseError(error.code, "\(error.message): \(options.path)")
    }
    sqlite3_extended_result_codes(pointer, 1)
    // With this off, a misspelt column in double quotes is an error and not a string.
    // See https://www.sqlite.org/quirks.html#double_quoted_string_literals_are_accepted
    _ = roster_db_config_flag(pointer, SQLITE_DBCONFIG_DQS_DML, 0)
    _ = roster_db_config_flag(pointer, SQLITE_DBCONFIG_DQS_DDL, 0)
    let milliseconds = options.busyTimeout / .milliseconds(1)
    sqlite3_busy_timeout(pointer, Int32(clamping: Int64(min(max(milliseconds, 0), 1e9))))
  }

  deinit {
    cache.removeAll()
    // The variant that waits for the last statement: nothing is left to report an error to.
    sqlite3_close_v2(pointer)
  }

  var isOpen: Bool { pointer != nil }

  /// Whether a transaction is under way.
  var isInTransaction: Bool {
    pointer.map { sqlite3_get_autocommit($0) == 0 } ?? false
  }

  /// The rows that the last INSERT, UPDATE or DELETE touched.
  var changes: Int { pointer.map { Int(sqlite3_changes($0)) } ?? 0 }

  /// The rows that the last INSERT, UPDATE or DELETE in `body` touched, or 0 if it ran none.
  func countChanges(_ body: () throws -> Void) rethrows -> Int {
    let before = pointer.map { sqlite3_total_changes($0) }
    try body()
    return pointer.map { sqlite3_total_changes($0) } == before ? 0 : changes
  }

  var statementCacheStatistics: StatementCacheStatistics { cache.snapshot }

  /// The greatest number of parameters in a statement.
  var maximumParameters: Int {
    pointer.map { Int(sqlite3_limit($0, SQLITE_LIMIT_VARIABLE_NUMBER, -1)) } ?? 0
  }

  /// Closes the connection; a second call does nothing.
  ///
  /// - Throws: `DatabaseError` (`.busy`) while a statement is in use; the connection stays open.
  func close() throws(DatabaseError) {
    guard let open = pointer else { return }
    guard statementsInUse == 0 else {
      throw DatabaseError(.busy, "cannot close the database while a statement is in use")
    }
    cache.removeAll()
    let result = sqlite3_close(open)
    guard result == SQLITE_OK else { throw DatabaseError(connection: open, result: result) }
    pointer = nil
  }

  /// Lends a prepared statement, taken out of the cache while `body` runs and reset after it.
  ///
  /// - Throws: `DatabaseError` when the SQL cannot be prepared or the connection is closed, and
  ///   whatever `body` throws.
  @inline(__always)
  func withStatement<Result>(
    _ key: StatementKey,
    _ body: (Statement) throws -> Result
  ) throws -> Result {
    let statement = try cache.take(key) ?? prepare(key)
    if refusesWrites { try refuseWrites(statement) }
    statementsInUse += 1
    defer {
      statementsInUse -= 1
      statement.reset()
      cache.put(statement)
    }
    return try body(statement)
  }

  private func refuseWrites(_ statement: Statement) throws(DatabaseError) {
    guard statement.isReadOnly else {
      throw DatabaseError(.readOnly, "a write inside read { }", sql: statement.key.text)
    }
  }

  private func prepare(_ key: StatementKey) throws(DatabaseError) -> Statement {
    let bytes = Array(key.text.utf8)
    let (statement, rest) = try prepare(bytes, from: 0, key)
    guard let statement else {
      throw DatabaseError(.misuse, "there is no statement in the SQL", sql: key.text)
    }
    // A second statement would be left out silently.
    let second = rest < bytes.count ? try prepare(bytes, from: rest, key).statement : nil
    guard second == nil else {
      throw DatabaseError(.misuse, "there is more than one statement in the SQL", sql: key.text)
    }
    return statement
  }

  /// Prepares the statement that begins at `start` and says where the next one does.
  private func prepare(
    _ bytes: [UInt8],
    from start: Int,
    _ key: StatementKey
  ) throws(DatabaseError) -> (statement: Statement?, end: Int) {
    guard let pointer else { throw DatabaseError(.misuse, "the database is closed", sql: key.text) }
    guard let length = Int32(exactly: bytes.count - start) else {
      throw DatabaseError(.tooBig, "the SQL is longer than 2 GB")
    }
    guard !bytes.contains(0) else {
      throw DatabaseError(.error, "the SQL contains a NUL: bind such a value")
    }
    var prepared: OpaquePointer?
    var consumed = Int(length)
    // Safe because bytes are bytes: CChar is their name in C.
    let result = bytes.withUnsafeBytes { bytes in
      let sql = bytes.baseAddress.map { ($0 + start).assumingMemoryBound(to: CChar.self) }
      var tail: UnsafePointer<CChar>?
      let result = sqlite3_prepare_v3(
        pointer,
        sql,
        length,
        UInt32(SQLITE_PREPARE_PERSISTENT),
        &prepared,
        &tail
      )
      if let sql, let tail { consumed = tail - sql }
      return result
    }
    guard result == SQLITE_OK else {
      throw DatabaseError(connection: pointer, result: result, sql: key.text, from: start)
    }
    let statement = prepared.map {
      Statement(pointer: $0, key: key, showsValues: options.showsValuesInErrors)
    }
    return (statement, start + consumed)
  }

  /// Runs every statement in `script`, without bindings and outside the cache.
  ///
  /// - Throws: `DatabaseError` for the first that fails; those before it have run.
  func executeScript(_ script: String) throws(DatabaseError) {
    let key = StatementKey(script)
    let bytes = Array(script.utf8)
    var start = 0
    while start < bytes.count {
      let (statement, end) = try prepare(bytes, from: start, key)
      if let statement {
        if refusesWrites { try refuseWrites(statement) }
        try statement.run()
      }
      start = end
    }
  }
}

extension SQLiteVersion {
  /// - Throws: `DatabaseError` when this version is older than `minimum`.
  fileprivate func requireMinimum() throws(DatabaseError) {
    guard self >= .minimum else {
      throw DatabaseError(
        .error,
        "Roster needs SQLite \(Self.minimum) or newer; this process is linked with \(self)"
      )
    }
  }
}
