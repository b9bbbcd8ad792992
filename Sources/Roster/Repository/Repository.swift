/// The table of a record type in a database: makes it, and creates, reads, updates and deletes its
/// rows.
///
/// ```swift
/// let students = Repository<Student>(database)
/// try students.createTable()            // CREATE TABLE IF NOT EXISTS "students" (...)
/// let ann = try students.insert(Student(id: nil, firstName: "Ann", age: 20))
/// let same = try students.find(1)       // SELECT ... WHERE "id" = ?1
/// ```
///
/// It is a value that costs nothing to make or to pass to another thread. What is wrong with a type
/// or its schema is thrown by the first call.
public struct Repository<T: Record>: Sendable {
  /// The database that holds the table.
  public let database: Database

  private let plan: Result<RecordPlan<T>, any Error>

  /// The repository of `T` in a database; it runs no SQL.
  public init(_ database: Database) {
    self.database = database
    plan = Result { try RecordPlan.of(T.self) }
  }

  /// The SQL that `createTable` runs: the table, its indexes, and its full-text index.
  ///
  /// - Throws: `RecordError` when the type's columns or schema are not sound.
  public var createStatements: [String] {
    get throws { try plan.get().table.createStatements }
  }

  /// The names of the table's columns, in the order in which records are read.
  func columnNames() throws -> [String] { try plan.get().layout.columns }

  /// The columns of the primary key, and the forms in which they are stored.
  func keyLayout() throws -> (names: [String], forms: [StorageForm]) {
    let plan = try plan.get()
    return (plan.keyColumns.map { plan.layout.columns[$0] }, plan.keyForms)
  }

  func fullTextIndex() throws -> FullTextIndex? { try plan.get().table.fullText }

  /// Runs `body` with a connection that can read and what it knows of this table.
  @inline(__always)
  func use<Result>(
    _ body: (Connection, TableInfo<T>) throws -> Result
  ) throws -> Result {
    try database.pool.useReader { try use($0, body) }
  }

  /// The same for a call that writes: in a transaction, so that the table stays as it was met.
  @inline(__always)
  func write<Result>(
    _ body: (Connection, TableInfo<T>) throws -> Result
  ) throws -> Result {
    try database.pool.useInTransaction { try use($0, body) }
  }

  @inline(__always)
  private func use<Result>(
    _ connection: Connection,
    _ body: (Connection, TableInfo<T>) throws -> Result
  ) throws -> Result {
    let table = try TableInfo<T>.of(connection)
    do {
      return try body(connection, table)
    } catch var error as DatabaseError {
      error.locate(in: T.tableName)
      // A missing table or column: what is known of the table is out of date, and what is true
      // of it now may say more than SQLite does.
      if error.primaryCode == .error {
        TableInfo<T>.forget(connection)
        _ = try TableInfo<T>.of(connection)
      }
      throw error
    }
  }

  /// Makes the table and its indexes, unless they exist.
  ///
  /// ```swift
  /// try students.createTable()
  /// // CREATE TABLE IF NOT EXISTS "students" (...)
  /// // CREATE INDEX IF NOT EXISTS "index_students_on_lastName" ON "students" ("lastName")
  /// ```
  ///
  /// A table that exists is left as it is.
  ///
  /// - Throws: `RecordError` when the type or its schema is not sound, and `.schemaDrift` when the
  ///   table exists without all of the type's columns; `DatabaseError` for what SQLite refuses.
  public func createTable() throws {
    let plan = try plan.get()
    if plan.table.isStrict {
      try SQLiteVersion.current.require(.withStrictTables, for: "a STRICT table")
    }
    try redefine { connection in
      for sql in plan.table.createStatements {
        try connection.executeScript(sql)
        // Before the indexes, which would only say that a column is missing.
        _ = try TableInfo<T>.of(connection)
      }
    }
  }

  /// Changes what the table is, all of it or nothing.
  private func redefine(_ body: (Connection) throws -> Void) throws {
    try database.write {
      try database.pool.useWriter { connection in
        TableInfo<T>.forget(connection)
        try body(connection)
      }
    }
  }

  /// Deletes the table with all its rows, if it exists.
  ///
  /// ```swift
  /// try students.dropTable()   // DROP TABLE IF EXISTS "students"
  /// ```
  ///
  /// Its full-text index goes with it.
  ///
  /// - Throws: `DatabaseError`, `.constraintForeignKey` when rows of other tables refer to its
  ///   rows.
  public func dropTable() throws {
    try redefine { connection in
      try connection.executeScript("DROP TABLE IF EXISTS \(quotedIdentifier(T.tableName))")
      // A type that is not sound has no index, and its table can be dropped all the same.
      guard case .success(let plan) = plan, let index = plan.table.fullText else { return }
      for sql in index.dropStatements { try connection.executeScript(sql) }
    }
  }

  /// Makes the full-text index anew from the table's rows, if the schema has one.
  ///
  /// ```swift
  /// try notes.rebuildFullText()
  /// // DROP TABLE IF EXISTS "notes_fulltext"; CREATE VIRTUAL TABLE ...; INSERT INTO ...
  /// ```
  ///
  /// To be called when the columns or the tokenizer of `.fullText` have changed.
  ///
  /// - Throws: `RecordError` when the type or its schema is not sound; `DatabaseError` for what
  ///   SQLite refuses, a table that does not exist for one.
  public func rebuildFullText() throws {
    guard let index = try plan.get().table.fullText else { return }
    try redefine { connection in
      for sql in index.dropStatements + index.createStatements {
        try connection.executeScript(sql)
      }
    }
  }
}
