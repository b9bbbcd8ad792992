// The asynchronous form of each call on rows of several tables or of values; see
// `Repository+Async.swift`.
extension Join {
  /// The rows.
  public func all() async throws -> sending [Rows] {
    try await database.perform(.read) { try self.all() }
  }

  /// Hands over the rows one at a time, on a thread of its own.
  public func stream(_ body: sending @escaping (Rows) throws -> Void) async throws {
    try await database.perform(.read) { try self.stream(body) }
  }

  /// The first row, or nil if there is none.
  public func first() async throws -> sending Rows? {
    try await database.perform(.read) { try self.first() }
  }

  /// The number of rows.
  public func count() async throws -> sending Int {
    try await database.perform(.read) { try self.count() }
  }

  /// Whether there is a row.
  public func exists() async throws -> sending Bool {
    try await database.perform(.read) { try self.exists() }
  }

  /// How SQLite would go about this query, which does not run.
  public func explain() async throws -> sending QueryPlan {
    try await database.perform(.read) { try self.explain() }
  }
}

extension Selection {
  /// The rows.
  public func all() async throws -> sending [Result] {
    try await database.perform(.read) { try self.all() }
  }

  /// Hands over the rows one at a time, on a thread of its own.
  public func stream(_ body: sending @escaping (Result) throws -> Void) async throws {
    try await database.perform(.read) { try self.stream(body) }
  }

  /// The first row, or nil if there is none.
  public func first() async throws -> sending Result? {
    try await database.perform(.read) { try self.first() }
  }

  /// The number of rows.
  public func count() async throws -> sending Int {
    try await database.perform(.read) { try self.count() }
  }

  /// How SQLite would go about this query, which does not run.
  public func explain() async throws -> sending QueryPlan {
    try await database.perform(.read) { try self.explain() }
  }
}

extension Database {
  /// The rows of a query as records, as any keyed Decodable, or as single values.
  public func query<Result: Decodable & SendableMetatype>(
    _ sql: SQL,
    as type: Result.Type
  ) async throws -> sending [Result] {
    try await perform(.read) { try self.query(sql, as: type) }
  }

  /// The rows of a query as tuples, column by column.
  public func query<each Column: Decodable & SendableMetatype>(
    _ sql: SQL,
    as type: (repeat each Column).Type
  ) async throws -> sending [(repeat each Column)] {
    try await perform(.read) { try self.query(sql, as: (repeat each Column).self) }
  }

  /// Runs SQL: one statement with interpolated values, or several without.
  @discardableResult
  public func execute(_ sql: SQL) async throws -> Int {
    try await perform(.write) { try self.execute(sql) }
  }

  /// Closes the database; it waits for what runs, or stops it.
  public func close(interrupting: Bool = false) async throws {
    try await perform(.close) { try self.close(interrupting: interrupting) }
  }
}
