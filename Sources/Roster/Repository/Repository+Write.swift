extension Repository {
  /// Inserts a record and returns it as stored: with its new key, defaults and computed columns.
  ///
  /// ```swift
  /// let ann = try students.insert(Student(id: nil, firstName: "Ann", age: 20))
  /// // INSERT INTO "students" ("id", "firstName", "age") VALUES (?1, ?2, ?3)
  /// //   RETURNING "id", "firstName", "age"
  /// ```
  ///
  /// - Throws: `DatabaseError`, `.constraintUnique` for one, with the columns; `EncodingError` for
  ///   a value that cannot be stored; `DecodingError` when what was stored cannot be read as a `T`,
  ///   and then nothing stays stored.
  @discardableResult
  public func insert(_ record: T) throws -> T {
    try write { connection, table in
      try put(record, table.statements.insert, connection, table)
    }
  }

  /// Inserts a record, or updates the row that has its primary key, and returns it as stored.
  ///
  /// ```swift
  /// try students.save(ann)
  /// // INSERT INTO "students" (...) VALUES (...)
  /// //   ON CONFLICT ("id") DO UPDATE SET ... RETURNING ...
  /// ```
  ///
  /// The row stays the same row: nothing that refers to it is touched. A record whose key is nil is
  /// inserted. See <https://www.sqlite.org/lang_upsert.html>.
  ///
  /// - Throws: like `insert`; a conflict in another unique column is `.constraintUnique`.
  @discardableResult
  public func save(_ record: T) throws -> T {
    try write { connection, table in
      try put(record, table.statements.save, connection, table)
    }
  }

  /// Inserts a record, or updates the row that agrees with it in some unique columns.
  ///
  /// ```swift
  /// try students.upsert(ann, onConflict: \.studentNumber, update: \.age)
  /// // INSERT INTO "students" (...) VALUES (...)
  /// //   ON CONFLICT ("studentNumber") DO UPDATE SET "age" = ?5 RETURNING ...
  /// ```
  ///
  /// - Parameters:
  ///   - record: what to store; a row that is updated keeps its primary key.
  ///   - conflict: the columns of the primary key or of one `unique` in the schema.
  ///   - update: the columns to update; none means all but the key and the conflict's own.
  /// - Returns: the row as stored.
  /// - Throws: like `insert`; `DatabaseError` (`.error`) when the columns are not unique together.
  @discardableResult
  public func upsert<each Conflict: ColumnValue, each Update: ColumnValue>(
    _ record: T,
    onConflict conflict: repeat any KeyPath<T, each Conflict> & Sendable,
    update: repeat any KeyPath<T, each Update> & Sendable
  ) throws -> T {
    var conflicts: [ColumnPath<T>] = []
    repeat conflicts.append(ColumnPath(each conflict))
    var updates: [ColumnPath<T>] = []
    repeat updates.append(ColumnPath(each update))
    return try write { connection, table in
      let sql = table.statements.upsert(
        conflict: try conflicts.map { try table.plan.columns.column($0) },
        updated: try updates.map { try table.plan.columns.column($0) }
      )
      return try put(record, sql, connection, table)
    }
  }

  /// Updates the row that has the record's primary key; nil clears its column.
  ///
  /// ```swift
  /// try students.update(ann)
  /// // UPDATE "students" SET "firstName" = ?2, "age" = ?3 WHERE "id" = ?1
  /// ```
  ///
  /// - Throws: `RecordError.notFound` when there is no such row, `.missingKey` when the key is nil;
  ///   `DatabaseError` and `EncodingError` like `insert`.
  public func update(_ record: T) throws {
    try write { connection, table in
      try connection.withStatement(table.statements.update) { statement in
        try encode(record, statement, table.statements.updateParameters, table)
        try statement.run()
      }
      guard try changesOneRow(connection) else {
        guard let key = table.plan.describeKey(of: record) else {
          throw RecordError.missingKey(table: T.tableName)
        }
        throw RecordError.notFound(table: T.tableName, key: key)
      }
    }
  }

  /// Deletes the row that has the record's primary key, and says whether there was one.
  ///
  /// ```swift
  /// try students.delete(ann)   // DELETE FROM "students" WHERE "id" = ?1
  /// ```
  ///
  /// - Throws: `RecordError.missingKey` when the key is nil; `DatabaseError`,
  ///   `.constraintForeignKey` when other rows refer to this one.
  @discardableResult
  public func delete(_ record: T) throws -> Bool {
    try write { connection, table in
      try connection.withStatement(table.statements.delete) { statement in
        try encode(record, statement, table.statements.deleteParameters, table)
        try statement.run()
      }
      if try changesOneRow(connection) { return true }
      guard table.plan.describeKey(of: record) != nil else {
        throw RecordError.missingKey(table: T.tableName)
      }
      return false
    }
  }

  /// Deletes the row with a primary key, and says whether there was one.
  ///
  /// ```swift
  /// try students.delete(key: 7)   // DELETE FROM "students" WHERE "id" = ?1
  /// ```
  ///
  /// - Throws: `DatabaseError`, `.constraintForeignKey` when other rows refer to this one.
  @discardableResult
  public func delete(key: T.Key) throws -> Bool {
    try write { connection, table in
      try connection.withStatement(table.statements.deleteByKey) { statement in
        try bind(key, to: statement, table)
        try statement.run()
      }
      return try changesOneRow(connection)
    }
  }

  /// Whether the last statement met a row; it must not have met several.
  ///
  /// - Throws: `RecordError.invalidSchema`, and the transaction goes, when the table's key is not
  ///   unique.
  private func changesOneRow(_ connection: Connection) throws -> Bool {
    let count = connection.changes
    guard count > 1 else { return count == 1 }
    return try database.pool.readBack {
      throw RecordError.invalidSchema(
        type: "\(T.self)",
        reason: "its primary key is not unique in table \"\(T.tableName)\": \(count) rows have it"
      )
    }
  }

  /// Binds a record to a statement's parameters.
  @inline(__always)
  private func encode(
    _ record: T,
    _ statement: Statement,
    _ parameters: [Int32],
    _ table: TableInfo<T>
  ) throws {
    let encoder = statement.rowEncoder(for: table.statements) {
      RowEncoder(
        layout: table.plan.layout,
        parameters: parameters,
        guards: table.statements.guards
      )
    }
    encoder.beginRun()
    var record = record
    try encoder.encode(&record, into: statement)
  }

  /// Writes a record by a statement that returns its row, and reads that.
  @inline(__always)
  private func put(
    _ record: T,
    _ sql: StatementKey,
    _ connection: Connection,
    _ table: TableInfo<T>
  ) throws -> T {
    try connection.withStatement(sql) { statement in
      try encode(record, statement, table.statements.insertParameters, table)
      guard try statement.step() else {
        throw DatabaseError(
          .abort,
          "no row was written: a trigger or a conflict clause left it out",
          sql: sql.text
        )
      }
      return try database.pool.readBack {
        let decoder = statement.rowDecoder(for: T.self) { table.plan.layout }
        let stored = try decoder.decode(T.self, from: statement)
        try statement.run()
        // A view may answer, and store nothing.
        guard connection.changes > 0 else {
          throw DatabaseError(.abort, "no row was written, perhaps into a view", sql: sql.text)
        }
        return stored
      }
    }
  }
}
