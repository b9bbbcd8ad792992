// The asynchronous form of each call on a query; see `Repository+Async.swift`.
extension Query {
  /// The records.
  public func all() async throws -> sending [T] {
    try await repository.database.perform(.read) { try self.all() }
  }

  /// Hands over the records one at a time, on a thread of its own.
  public func stream(_ body: sending @escaping (T) throws -> Void) async throws {
    try await repository.database.perform(.read) { try self.stream(body) }
  }

  /// The number of rows.
  public func count() async throws -> sending Int {
    try await repository.database.perform(.read) { try self.count() }
  }
}

extension Queryable {
  /// The first record, or nil if there is none.
  public func first() async throws -> sending T? {
    try await query.repository.database.perform(.read) { try self.first() }
  }

  /// The only record.
  public func one() async throws -> sending T {
    try await query.repository.database.perform(.read) { try self.one() }
  }

  /// Whether there is a row.
  public func exists() async throws -> sending Bool {
    try await query.repository.database.perform(.read) { try self.exists() }
  }

  /// The next records in the query's order, after one of them.
  public func page(after last: sending T?, size: Int) async throws -> sending [T] {
    try await query.repository.database.perform(.read) { try self.page(after: last, size: size) }
  }

  /// The rows of a search, each with how well it matches and where.
  public func hits(_ excerpts: Excerpt<T>...) async throws -> sending [SearchHit<T>] {
    try await query.repository.database.perform(.read) { try self.query.hits(excerpts) }
  }

  /// How SQLite would go about this query, which does not run.
  public func explain() async throws -> sending QueryPlan {
    try await query.repository.database.perform(.read) { try self.explain() }
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
