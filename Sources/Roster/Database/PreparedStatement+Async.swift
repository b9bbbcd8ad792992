// The asynchronous form of each call on prepared statements; see `Database+Async.swift`.
extension PreparedStatement {
  /// Runs the statement to its end.
  @discardableResult
  public func run(_ values: (any ColumnValue)?...) async throws -> Int {
    let values = try Self.encode(values)
    return try await database.perform(.write) { try self.run(encoded: values) }
  }

  /// Runs the statement and hands over each row as it comes, on a thread of its own.
  public func forEach(
    _ values: (any ColumnValue)?...,
    handler: sending @escaping (borrowing Row) throws -> Void
  ) async throws {
    let values = try Self.encode(values)
    try await database.perform(.read) { try self.forEach(encoded: values, handler: handler) }
  }
}

extension Database {
  /// Prepares a statement, and so finds out whether its SQL is sound.
  public func prepare(_ sql: String) async throws -> PreparedStatement {
    try await perform(.read) { try self.prepare(sql) }
  }
}
