// The asynchronous form of each call, which the compiler takes in an asynchronous context. Each
// runs on a thread that may wait, is stopped when its task is cancelled or its deadline passes, and
// throws what the synchronous form throws, `CancellationError` and `DeadlineExceeded`.
extension Repository {
  /// Makes the table and its indexes, unless they exist.
  public func createTable() async throws {
    try await database.perform(.write) { try self.createTable() }
  }

  /// Deletes the table with all its rows, if it exists.
  public func dropTable() async throws {
    try await database.perform(.write) { try self.dropTable() }
  }

  /// Makes the full-text index anew from the table's rows, if the schema has one.
  public func rebuildFullText() async throws {
    try await database.perform(.write) { try self.rebuildFullText() }
  }

  /// Inserts a record and returns it as stored.
  @discardableResult
  public func insert(_ record: sending T) async throws -> sending T {
    try await database.perform(.write) { try self.insert(record) }
  }

  /// Inserts records in one transaction: all of them or, if one fails, none.
  @discardableResult
  public func insert(contentsOf records: sending some Sequence<T> & SendableMetatype) async throws
    -> sending Int
  {
    try await database.perform(.write) { try self.insert(contentsOf: records) }
  }

  /// Inserts a record, or updates the row that has its primary key, and returns it as stored.
  @discardableResult
  public func save(_ record: sending T) async throws -> sending T {
    try await database.perform(.write) { try self.save(record) }
  }

  /// Inserts a record, or updates the row that agrees with it in some unique columns.
  @discardableResult
  public func upsert<each Conflict: ColumnValue, each Update: ColumnValue>(
    _ record: sending T,
    onConflict conflict: repeat any KeyPath<T, each Conflict> & Sendable,
    update: repeat any KeyPath<T, each Update> & Sendable
  ) async throws -> sending T {
    let conflict = (repeat each conflict)
    let update = (repeat each update)
    return try await database.perform(.write) {
      try self.upsert(record, onConflict: repeat each conflict, update: repeat each update)
    }
  }

  /// Updates the row that has the record's primary key; nil clears its column.
  public func update(_ record: sending T) async throws {
    try await database.perform(.write) { try self.update(record) }
  }

  /// Deletes the row that has the record's primary key, and says whether there was one.
  @discardableResult
  public func delete(_ record: sending T) async throws -> sending Bool {
    try await database.perform(.write) { try self.delete(record) }
  }

  /// Deletes the row with a primary key, and says whether there was one.
  @discardableResult
  public func delete(key: sending T.Key) async throws -> sending Bool {
    try await database.perform(.write) { try self.delete(key: key) }
  }

  /// The record with a primary key, or nil.
  public func find(_ key: sending T.Key) async throws -> sending T? {
    try await database.perform(.read) { try self.find(key) }
  }

  /// The record with a primary key, which must be there.
  public func get(_ key: sending T.Key) async throws -> sending T {
    try await database.perform(.read) { try self.get(key) }
  }

  /// The records with any number of primary keys, in their order, from one snapshot.
  public func find(all keys: sending some Sequence<T.Key> & SendableMetatype) async throws
    -> sending [T]
  {
    try await database.perform(.read) { try self.find(all: keys) }
  }
}
