/// SQL that is checked once and run many times, each time with other values.
///
/// ```swift
/// let insert = try database.prepare("INSERT INTO test VALUES (?)")
/// for number in 10...19 { try insert.run(number) }
///
/// let select = try database.prepare("SELECT num FROM test WHERE num > ?")
/// try select.forEach(12) { row in print(try row.get(0, as: Int.self)) }
/// ```
///
/// The statement itself lives in the connection's cache, where every use of the same SQL finds it.
public struct PreparedStatement: Sendable {
  let database: Database
  let key: StatementKey

  /// The statement's text.
  public var sql: String { key.text }

  /// Runs the statement to its end.
  ///
  /// - Parameter values: one for each parameter, in order; nil is NULL.
  /// - Returns: how many rows an INSERT, UPDATE or DELETE has touched.
  /// - Throws: `DatabaseError` for what SQLite refuses, `.range` for too few or too many values;
  ///   `EncodingError` for a value that no column can store.
  @discardableResult
  public func run(_ values: (any ColumnValue)?...) throws -> Int {
    try run(encoded: try Self.encode(values))
  }

  func run(encoded values: [SQLValue]) throws -> Int {
    try database.pool.useUnchecked { try $0.run(key, values) }
  }

  /// Runs the statement and hands over each row as it comes.
  ///
  /// The handler may use the database, and even this statement. What an INSERT with RETURNING and
  /// its like have written goes again if the handler throws; in their handlers there can be no
  /// `write { }`.
  ///
  /// - Parameters:
  ///   - values: one for each parameter, in order; nil is NULL.
  ///   - handler: gets each row; what it throws ends the run.
  /// - Throws: like `run`, and what `handler` throws.
  public func forEach(
    _ values: (any ColumnValue)?...,
    handler: (borrowing Row) throws -> Void
  ) throws {
    try forEach(encoded: try Self.encode(values), handler: handler)
  }

  func forEach(encoded values: [SQLValue], handler: (borrowing Row) throws -> Void) throws {
    try database.pool.useRows(of: key, values) { statement in
      let decoder = statement.rowDecoder(for: PreparedStatement.self) { statement.resultLayout }
      repeat {
        try handler(Row(statement: statement, decoder: decoder))
      } while try statement.step()
    }
  }

  static func encode(_ values: [(any ColumnValue)?]) throws -> [SQLValue] {
    try values.map { value in
      guard let value else { return .null }
      return try SQLValue(encoding: value)
    }
  }
}

extension Database {
  /// Prepares a statement, and so finds out whether its SQL is sound.
  ///
  /// - Parameter sql: one statement, with `?` for the values that `run` binds.
  /// - Throws: `DatabaseError` with the place of the error in the SQL.
  public func prepare(_ sql: String) throws -> PreparedStatement {
    let key = StatementKey(sql)
    let isSound = try pool.useReader { $0.canRead(key) }
    if !isSound { try pool.useWriter { try $0.inspect(key) { _ in } } }
    return PreparedStatement(database: self, key: key)
  }

  /// Runs SQL: one statement with interpolated values, or several without.
  ///
  /// ```swift
  /// try database.execute("UPDATE students SET age = \(21) WHERE id = \(7)")   // ... = ? ... = ?
  /// ```
  ///
  /// - Returns: how many rows an INSERT, UPDATE or DELETE has touched; of several statements, the
  ///   last.
  /// - Throws: `DatabaseError` for what SQLite refuses, `.misuse` for a BEGIN without its end;
  ///   `EncodingError` for a value that no column can store.
  @discardableResult
  public func execute(_ sql: SQL) throws -> Int {
    let values = try sql.values()
    return try pool.useUnchecked { connection in
      try values.isEmpty
        ? connection.executeScript(sql.text) : connection.run(StatementKey(sql.text), values)
    }
  }
}
