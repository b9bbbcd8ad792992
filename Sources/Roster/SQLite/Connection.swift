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
    /// Whether it is a database of its own, in a file that SQLite makes and removes.
    var isTemporary = false
  }

  let options: Options
  private(set) var pointer: OpaquePointer?
  private var cache: StatementCache
  private var statementsInUse = 0
  /// Whether statements that write are refused: inside `read { }`.
  var refusesWrites = false
  /// Whether BEGIN, COMMIT and their like are refused: inside a transaction that Roster keeps.
  var refusesTransactions = false
  /// What the open transaction has changed, if someone wants to know; see `observe`.
  var changeLog: ChangeLog?
  /// What may stop the statements; see `setToken`.
  var token: CancellationToken?
  /// Since when the busy handler has been waiting.
  var waitingSince = ContinuousClock.now
  /// What a function in Swift has thrown.
  let functionFailure = FunctionFailure()
  /// The file, which other connections to the database share.
  var file: DatabaseFile?
  /// What `PRAGMA data_version` said first.
  var dataVersionAtOpening: SQLValue?
  /// What reports the statements, if somebody asks for it.
  var tracer: Tracer?
  /// The columns of the tables that have been looked at, by the names in lower case.
  var knownColumns: [String: KnownColumns] = [:]
  /// What floors above keep for each record type they have met here.
  var attachments: [ObjectIdentifier: AnyObject] = [:]
  private let clock: SchemaClock
  private let stop: StopSignal
  /// Whether what runs undoes something, which nothing may stop.
  var isUndoing = false

  /// Goes up with every statement that may have changed the schema, of whatever connection.
  var schemaGeneration: Int { clock.generation }

  /// - Parameters:
  ///   - clock: shared by all connections to a database.
  ///   - stop: likewise.
  /// - Throws: `DatabaseError` when the file cannot be opened, or SQLite is older than 3.35.
  init(
    _ options: Options,
    clock: SchemaClock = SchemaClock(),
    stop: StopSignal = StopSignal(),
    version: SQLiteVersion = .current
  ) throws(DatabaseError) {
    try version.requireMinimum()
    let path = options.isTemporary ? "" : try Self.checked(path: options.path)
    self.options = options
    self.clock = clock
    self.stop = stop
    cache = StatementCache(capacity: options.statementCacheCapacity)
    let access =
      options.isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    let result = sqlite3_open_v2(path, &pointer, access | SQLITE_OPEN_NOMUTEX, nil)
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
    // They hash a text by its length, so that a join misses rows whose texts a collation has equal.
    if version.hasLossyBloomFilters { _ = roster_disable_bloom_filters(pointer) }
    installBusyHandler()
  }

  deinit {
    cache.removeAll()
    emptyLogOfMovedFile()
    // The variant that waits for the last statement: nothing is left to report an error to.
    sqlite3_close_v2(pointer)
  }

  /// Why nothing more is to run, if so.
  @inline(__always)
  var stopReason: (any Error)? { token?.reason ?? stop.reason }

  /// Whether a transaction is under way.
  var isInTransaction: Bool {
    pointer.map { sqlite3_get_autocommit($0) == 0 } ?? false
  }

  /// The rows that the last INSERT, UPDATE or DELETE touched.
  var changes: Int { pointer.map { Int(sqlite3_changes($0)) } ?? 0 }

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
    emptyLogOfMovedFile()
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
    if let tracer { return try withTracedStatement(key, tracer, body) }
    return try lendStatement(key, body)
  }

  @inline(__always)
  func lendStatement<Result>(
    _ key: StatementKey,
    _ body: (Statement) throws -> Result
  ) throws -> Result {
    let statement = try cache.take(key) ?? prepare(key)
    statementsInUse += 1
    defer {
      statementsInUse -= 1
      statement.reset()
      cache.put(statement)
      noteCommit()
    }
    return try perform(statement) { try body(statement) }
  }

  /// Prepares a statement for later, without running it, and looks at it.
  func inspect<Result>(
    _ key: StatementKey,
    _ body: (Statement) -> Result
  ) throws -> Result {
    let statement = try cache.take(key) ?? prepare(key)
    defer { cache.put(statement) }
    return body(statement)
  }

  /// Runs a statement, if it may run now.
  @inline(__always)
  func perform<Result>(
    _ statement: Statement,
    _ body: () throws -> Result
  ) throws -> Result {
    try check(statement)
    do {
      guard changeLog != nil else { return try body() }
      return try logging(statement, body)
    } catch { throw functionFailure.cause(of: error) }
  }

  /// Runs a statement with values to its end.
  ///
  /// - Returns: how many rows it touched; what dropping a table deletes is not counted.
  func run(_ key: StatementKey, _ values: [SQLValue]) throws -> Int {
    try withStatement(key) { statement in
      try statement.bind(values)
      try statement.run()
      return statement.changesRows ? changes : 0
    }
  }

  /// Refuses what may not run now, and notes what may change the schema.
  @inline(__always)
  private func check(_ statement: Statement) throws {
    if !isUndoing, let reason = stopReason { throw reason }
    if statement.kind != .data { try checkUnusual(statement) }
    if refusesWrites, !statement.isReadOnly {
      throw DatabaseError(.readOnly, "a write inside read { }", sql: statement.key.text)
    }
  }

  private func checkUnusual(_ statement: Statement) throws(DatabaseError) {
    guard statement.kind == .transaction else { return schemaMayHaveChanged() }
    guard !refusesTransactions else {
      throw DatabaseError(
        .misuse,
        "a transaction cannot be ended or begun by hand inside write { } or read { }",
        sql: statement.key.text
      )
    }
  }

  func forgetStatements() { cache.removeAll() }

  func schemaMayHaveChanged() { clock.schemaMayHaveChanged() }

  /// Notices what other connections did to the schema.
  ///
  /// See <https://www.sqlite.org/pragma.html#pragma_schema_version>.
  func noticeOtherSchema() throws {
    try withStatement(Self.readSchemaVersion) { statement in
      guard try statement.step() else { return }
      if case .integer(let version) = try statement.value(0) { clock.observe(version) }
    }
  }

  // The table of this name would prepare the PRAGMA anew at every use.
  private static let readSchemaVersion = StatementKey(StatementKind.readSchemaVersion)

  func prepare(_ key: StatementKey) throws(DatabaseError) -> Statement {
    let sql = try terminated(key.text)
    let (statement, rest) = try prepare(sql, from: 0, key)
    guard let statement else {
      throw DatabaseError(.misuse, "there is no statement in the SQL", sql: key.text)
    }
    // A second statement would be left out silently.
    guard try prepare(sql, from: rest, key).statement == nil else {
      throw DatabaseError(.misuse, "there is more than one statement in the SQL", sql: key.text)
    }
    return statement
  }

  /// The text's bytes and a NUL, which spares SQLite a copy of them for each statement.
  func terminated(_ text: String) throws(DatabaseError) -> [UInt8] {
    var bytes = Array(text.utf8)
    guard !bytes.contains(0) else {
      throw DatabaseError(.error, "the SQL contains a NUL: bind such a value", sql: text)
    }
    guard bytes.count < Int32.max else {
      throw DatabaseError(.tooBig, "the SQL is longer than 2 GB")
    }
    bytes.append(0)
    return bytes
  }

  /// Prepares the statement that begins at `start` and says where the next one does.
  func prepare(
    _ sql: [UInt8],
    from start: Int,
    _ key: StatementKey
  ) throws(DatabaseError) -> (statement: Statement?, end: Int) {
    guard let pointer else { throw DatabaseError(.misuse, "the database is closed", sql: key.text) }
    var prepared: OpaquePointer?
    var consumed = 0
    // Safe because bytes are bytes: CChar is their name in C.
    let result = sql.withUnsafeBytes { bytes in
      let text = bytes.baseAddress.map { ($0 + start).assumingMemoryBound(to: CChar.self) }
      var tail: UnsafePointer<CChar>?
      let length = Int32(truncatingIfNeeded: bytes.count - start)
      let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
      let result = sqlite3_prepare_v3(pointer, text, length, flags, &prepared, &tail)
      if let text, let tail { consumed = tail - text }
      return result
    }
    guard result == SQLITE_OK else {
      throw DatabaseError(connection: pointer, result: result, sql: key.text, from: start)
    }
    let statement = prepared.map {
      Statement(
        pointer: $0,
        key: key,
        kind: StatementKind(sql: sql[start...].dropLast()),
        showsValues: options.showsValuesInErrors
      )
    }
    return (statement, start + consumed)
  }
}
