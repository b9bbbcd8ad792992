// The asynchronous form of each call on raw SQL; see `Repository+Async.swift`.
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
