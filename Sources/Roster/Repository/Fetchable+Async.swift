// The asynchronous form of each call on what gives rows; see `Repository+Async.swift`.
extension Fetchable {
  /// The rows.
  public func all() async throws -> sending [Row] {
    try await request.database.perform(.read) { try self.all() }
  }

  /// The first rows, or fewer if there are not so many.
  public func prefix(_ maximum: Int) async throws -> sending [Row] {
    try await request.database.perform(.read) { try self.prefix(maximum) }
  }

  /// Hands over the rows one at a time, on a thread of its own.
  public func stream(_ body: sending @escaping (Row) throws -> Void) async throws {
    try await request.database.perform(.read) { try self.stream(body) }
  }

  /// The number of rows.
  public func count() async throws -> sending Int {
    try await request.database.perform(.read) { try self.count() }
  }

  /// The first row, or nil if there is none.
  public func first() async throws -> sending Row? {
    try await request.database.perform(.read) { try self.first() }
  }

  /// The only row.
  public func one() async throws -> sending Row {
    try await request.database.perform(.read) { try self.one() }
  }

  /// Whether there is a row.
  public func exists() async throws -> sending Bool {
    try await request.database.perform(.read) { try self.exists() }
  }

  /// How SQLite would go about this query, which does not run.
  public func explain() async throws -> sending QueryPlan {
    try await request.database.perform(.read) { try self.explain() }
  }
}
