import Synchronization

/// A SQLite database: one file, or one in memory.
///
/// ```swift
/// let database = try Database(path: "school.sqlite")
/// try database.write {
///   try students.insert(ann)
///   try students.insert(bob)
/// }
/// // BEGIN IMMEDIATE; INSERT ...; INSERT ...; COMMIT
/// ```
///
/// It can be used from any thread. One thread writes at a time, and others read beside it, each on
/// one state of the database. Files are kept in WAL mode with foreign keys on.
///
/// The path is resolved once. If the file is deleted, moved or replaced while it is open, every
/// write throws `DatabaseError` (`.readOnlyDatabaseMoved`), and so does a read at most 10 ms later.
/// See <https://www.sqlite.org/wal.html>.
public final class Database: Sendable {
  /// The path it was opened with, or `:memory:`.
  public let path: String

  /// The file; nil for a database in memory.
  let file: DatabaseFile?
  let pool: ConnectionPool
  /// The threads of asynchronous calls.
  let readWorkers: WorkerPool
  let writeWorkers: WorkerPool
  /// Apart from what it may have to stop.
  let closeWorkers = WorkerPool("closing", width: 1, timeout: nil)
  let externalChangeInterval: Duration
  /// What `PRAGMA data_version` said last on the writer.
  let externalVersion: Mutex<SQLValue>

  /// Opens a file, and makes it if it does not exist.
  ///
  /// - Throws: `DatabaseError`: `.cannotOpen` for a path that leads nowhere, `.notADatabase`,
  ///   `.busy` when another process holds it, `.error` if SQLite is older than 3.35.
  public convenience init(path: String, _ configuration: Configuration = Configuration()) throws {
    try self.init(path, configuration)
  }

  /// A database of its own in memory, gone with this object.
  ///
  /// - Throws: `DatabaseError` if SQLite is older than 3.35 or out of memory.
  public static func inMemory(_ configuration: Configuration = Configuration()) throws -> Database {
    try Database(":memory:", configuration)
  }

  private init(_ path: String, _ configuration: Configuration) throws {
    self.path = path
    externalChangeInterval = configuration.externalChangeInterval
    var options = Connection.Options(path: path)
    options.isReadOnly = configuration.isReadOnly
    options.busyTimeout = configuration.busyTimeout
    options.statementCacheCapacity = configuration.statementCacheCapacity
    options.showsValuesInErrors = configuration.showsValuesInErrors
    let (clock, stop) = (SchemaClock(), StopSignal())
    let writer = try Connection(options, clock: clock, stop: stop)
    if !configuration.isReadOnly { try Self.useWAL(writer) }
    try writer.executeScript(configuration.writerPragmas)
    // Only reading from the file shows whether it is a database.
    try writer.executeScript("SELECT count(*) FROM sqlite_schema")
    try Self.teach(writer, configuration)
    let version = try writer.dataVersion()
    externalVersion = Mutex(version)
    writer.dataVersionAtOpening = version
    let file = try DatabaseFile(openedBy: writer)
    self.file = file
    writer.file = file
    let maximumReaders = file == nil ? 0 : Swift.max(1, configuration.maximumReaders)
    var reading = options
    reading.isReadOnly = true
    if let file { reading.path = file.path }
    pool = ConnectionPool(
      writer: writer,
      file: file,
      maximumReaders: maximumReaders,
      timeout: configuration.busyTimeout,
      clock: clock,
      stop: stop,
      open: { [reading] in
        try file?.check()
        let reader = try Connection(reading, clock: clock, stop: stop)
        reader.file = file
        try file?.check(reader)
        try Self.teach(reader, configuration)
        return reader
      }
    )
    let timeout = configuration.busyTimeout
    // Weakly: an idle thread is not to keep the connections open.
    let noteWait: @Sendable (Duration) -> Void = { [weak queue = pool.queue] in
      queue?.noteWait($0)
    }
    let readers = Swift.max(1, maximumReaders)
    readWorkers = WorkerPool("reading", width: readers, timeout: timeout, noteWait: noteWait)
    writeWorkers = WorkerPool("writing", width: 1, timeout: timeout, noteWait: noteWait)
  }

  deinit { endWorkers() }

  private func endWorkers() {
    for workers in [readWorkers, writeWorkers, closeWorkers] { workers.end() }
  }

  /// What every connection knows beside SQLite's own.
  private static func teach(_ connection: Connection, _ configuration: Configuration) throws {
    try connection.executeScript(configuration.pragmas)
    for collation in ScalarType.collations {
      try connection.createCollation(collation.name, collation.compare)
    }
    try SwiftFunctions.create(on: connection)
    if let trace = configuration.trace { connection.startTracing(trace) }
  }

  /// Puts the file in WAL mode; one in memory has no file.
  private static func useWAL(_ connection: Connection) throws {
    let mode = try connection.firstValue("PRAGMA journal_mode = WAL")
    guard mode == "wal" || mode == "memory" else {
      throw DatabaseError(
        .cannotOpen,
        "the file cannot be put in WAL mode, perhaps for its file system: "
          + connection.options.path
      )
    }
  }

  /// What the database has done so far, for metrics.
  public var statistics: DatabaseStatistics { pool.queue.statistics }

  /// How the cache of prepared statements has served so far.
  public var statementCacheStatistics: StatementCacheStatistics {
    pool.statementCacheStatistics
  }

  /// Closes the database; it waits for calls on other threads, and a second call does nothing.
  ///
  /// Every call after it throws `DatabaseError` (`.misuse`). SQLite gets the chance to keep its
  /// statistics up to date: `PRAGMA optimize`.
  ///
  /// - Parameter interrupting: whether statements that run on other threads are stopped, which
  ///   then throw `DatabaseError` (`.interrupt`), instead of waited for.
  /// - Throws: `DatabaseError`: `.busy` inside a transaction or a row handler of this database;
  ///   `.readOnlyDatabaseMoved`, once all is closed, if the file is not at its path any more.
  public func close(interrupting: Bool = false) throws {
    let problem = file?.problem
    let isFirst = try pool.close(interrupting: interrupting)
    endWorkers()
    if isFirst, let problem { throw problem }
  }

  /// Runs `body` in a transaction: its return commits, a throw rolls everything back.
  ///
  /// Every call on this database made inside it, on the same thread, joins the transaction. A
  /// `write` inside another is a savepoint: it can fail alone.
  ///
  /// ```swift
  /// try database.write { ... }   // BEGIN IMMEDIATE; ...; COMMIT
  /// ```
  ///
  /// - Throws: what `body` throws; `DatabaseError`, `.busy` for one, if the transaction cannot
  ///   begin or commit, after which nothing of it remains.
  @discardableResult
  public func write<Result>(_ body: () throws -> Result) throws -> Result {
    try pool.transaction(body)
  }

  /// Runs `body` on one snapshot: what others commit meanwhile is not seen.
  ///
  /// ```swift
  /// let (all, count) = try database.read { (try students.all(), try students.count()) }
  /// // BEGIN; SELECT ...; SELECT ...; COMMIT
  /// ```
  ///
  /// - Throws: what `body` throws; `DatabaseError` (`.readOnly`) for a write inside it.
  public func read<Result>(_ body: () throws -> Result) throws -> Result {
    try pool.snapshot(body)
  }
}
