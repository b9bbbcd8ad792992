// The asynchronous form of each call on a query; see `Repository+Async.swift`.
extension Queryable {
  /// The next records in the query's order, after one of them.
  public func page(after last: sending T?, size: Int) async throws -> sending [T] {
    try await query.repository.database.perform(.read) { try self.page(after: last, size: size) }
  }

  /// The rows of a search, each with how well it matches and where.
  public func hits(_ excerpts: Excerpt<T>...) async throws -> sending [SearchHit<T>] {
    try await SearchHits(query: query, excerpts: excerpts).all()
  }

  /// The sum of a property, nil not counted; 0 if there are no rows.
  public func sum<Value: Numeric & ColumnValue & Decodable>(
    _ property: any KeyPath<T, Value> & Sendable
  ) async throws -> sending Value {
    try await query.repository.database.perform(.read) { try self.sum(property) }
  }

  /// The sum of a property that may be nil.
  public func sum<Value: Numeric & ColumnValue & Decodable>(
    _ property: any KeyPath<T, Value?> & Sendable
  ) async throws -> sending Value {
    try await query.repository.database.perform(.read) { try self.sum(property) }
  }

  /// The sum of floats, as a double, which it is to SQLite.
  public func sum(_ property: any KeyPath<T, Float> & Sendable) async throws -> sending Double {
    try await query.repository.database.perform(.read) { try self.sum(property) }
  }

  /// The sum of floats that may be nil, as a double.
  public func sum(_ property: any KeyPath<T, Float?> & Sendable) async throws -> sending Double {
    try await query.repository.database.perform(.read) { try self.sum(property) }
  }

  /// The mean of a property, nil not counted; nil if there are no values.
  public func average<Value: Numeric & ColumnValue>(
    _ property: any KeyPath<T, Value> & Sendable
  ) async throws -> sending Double? {
    try await query.repository.database.perform(.read) { try self.average(property) }
  }

  /// The mean of a property that may be nil.
  public func average<Value: Numeric & ColumnValue>(
    _ property: any KeyPath<T, Value?> & Sendable
  ) async throws -> sending Double? {
    try await query.repository.database.perform(.read) { try self.average(property) }
  }

  /// The least value of a property; nil if there are no rows.
  public func min<Value: Comparable & ColumnValue & Decodable>(
    _ property: any KeyPath<T, Value> & Sendable
  ) async throws -> sending Value? {
    try await query.repository.database.perform(.read) { try self.min(property) }
  }

  /// The least value of a property that may be nil.
  public func min<Value: Comparable & ColumnValue & Decodable>(
    _ property: any KeyPath<T, Value?> & Sendable
  ) async throws -> sending Value? {
    try await query.repository.database.perform(.read) { try self.min(property) }
  }

  /// The greatest value of a property; nil if there are no rows.
  public func max<Value: Comparable & ColumnValue & Decodable>(
    _ property: any KeyPath<T, Value> & Sendable
  ) async throws -> sending Value? {
    try await query.repository.database.perform(.read) { try self.max(property) }
  }

  /// The greatest value of a property that may be nil.
  public func max<Value: Comparable & ColumnValue & Decodable>(
    _ property: any KeyPath<T, Value?> & Sendable
  ) async throws -> sending Value? {
    try await query.repository.database.perform(.read) { try self.max(property) }
  }

  /// Updates the rows, and says how many there were.
  @discardableResult
  public func update(
    _ changes: sending @escaping (inout Assignments<T>) -> Void
  ) async throws -> sending Int {
    try await query.repository.database.perform(.write) { try self.update(changes) }
  }

  /// Updates one column of the rows to a value, and says how many rows there were.
  @discardableResult
  public func update<Value: ColumnValue & Sendable>(
    set property: any KeyPath<T, Value> & Sendable,
    to value: Value
  ) async throws -> sending Int {
    try await query.repository.database.perform(.write) {
      try self.update(set: property, to: value)
    }
  }

  /// Deletes the rows, and says how many there were.
  @discardableResult
  public func delete() async throws -> sending Int {
    try await query.repository.database.perform(.write) { try self.delete() }
  }

  /// The records, each with its children: two statements, however many there are.
  public func with<Children: Queryable>(
    _ children: Children,
    on property: any KeyPath<Children.T, T.Key> & Sendable
  ) async throws -> sending [(T, [Children.T])]
  where T.Key: Hashable & ColumnValue & Sendable {
    try await query.repository.database.perform(.read) { try self.with(children, on: property) }
  }

  /// The records, each with its children, whose property may be nil.
  public func with<Children: Queryable>(
    _ children: Children,
    on property: any KeyPath<Children.T, T.Key?> & Sendable
  ) async throws -> sending [(T, [Children.T])]
  where T.Key: Hashable & ColumnValue & Sendable {
    try await query.repository.database.perform(.read) { try self.with(children, on: property) }
  }
}
