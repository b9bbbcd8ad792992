extension Repository {
  /// The record with a primary key, or nil.
  ///
  /// ```swift
  /// let ann = try students.find(7)
  /// // SELECT "id", "firstName", "age" FROM "students" WHERE "id" = ?1
  /// ```
  ///
  /// - Throws: `DecodingError` when the row is not a `T`, naming the column; `DatabaseError`.
  public func find(_ key: T.Key) throws -> T? {
    try use { connection, table in
      try connection.withStatement(table.statements.find) { statement in
        try find(key, statement, table)
      }
    }
  }

  /// The record with a primary key, which must be there.
  ///
  /// - Throws: `RecordError.notFound` when it is not; otherwise like `find`.
  public func get(_ key: T.Key) throws -> T {
    guard let record = try find(key) else {
      throw RecordError.notFound(
        table: T.tableName,
        key: try RecordPlan.of(T.self).describe(key)
      )
    }
    return record
  }

  /// The records with any number of primary keys, in the order of the keys, from one snapshot.
  ///
  /// ```swift
  /// let some = try students.find(all: [7, 3, 9])   // SELECT ... WHERE "id" = ?1, for each key
  /// ```
  ///
  /// A key without a row is left out; one that occurs twice gives its record twice.
  ///
  /// - Throws: like `find`.
  public func find(all keys: some Sequence<T.Key>) throws -> [T] {
    try database.read {
      try use { connection, table in
        try connection.withStatement(table.statements.find) { statement in
          var records: [T] = []
          for key in keys {
            if let record = try find(key, statement, table) {
              records.append(record)
            }
            statement.rewind()
          }
          return records
        }
      }
    }
  }

  /// All records, in no particular order.
  ///
  /// ```swift
  /// let everyone = try students.all()   // SELECT "id", "firstName", "age" FROM "students"
  /// ```
  ///
  /// - Throws: `DecodingError` for the first row that is not a `T`, naming its key and the column;
  ///   `DatabaseError`.
  @inlinable
  public func all() throws -> [T] {
    var records: [T] = []
    try withCursor { records = try $0.records(T.self) }
    return records
  }

  /// Hands over all records one at a time, as their rows are read: memory does not grow with them.
  ///
  /// ```swift
  /// try students.stream { print($0.firstName) }
  /// // SELECT "id", "firstName", "age" FROM "students"
  /// ```
  ///
  /// - Parameter body: gets each record; it may use the database, and what it throws ends the run.
  /// - Throws: like `all`, and what `body` throws.
  @inlinable
  public func stream(_ body: (T) throws -> Void) throws {
    try withCursor { cursor in
      repeat { try body(try cursor.record(T.self)) } while try cursor.next()
    }
  }

  /// Calls `body` with the first of all rows, if there is one.
  @usableFromInline
  func withCursor(_ body: (RowCursor) throws -> Void) throws {
    try use { connection, table in
      try connection.withStatement(table.statements.all) { statement in
        try RowCursor.run(statement, for: T.self) {
          table.plan.layout
        } _: {
          try body($0)
        }
      }
    }
  }

  /// The number of rows.
  ///
  /// ```swift
  /// let count = try students.count()   // SELECT count(*) FROM "students"
  /// ```
  ///
  /// - Throws: `DatabaseError`.
  public func count() throws -> Int {
    try use { connection, table in
      try connection.withStatement(table.statements.count) { statement in
        guard try statement.step(), case .integer(let count) = try statement.value(0) else {
          return 0
        }
        return Int(clamping: count)
      }
    }
  }

  @inline(__always)
  private func find(
    _ key: T.Key,
    _ statement: Statement,
    _ table: TableInfo<T>
  ) throws -> T? {
    try bind(key, to: statement, table)
    guard try statement.step() else { return nil }
    return try statement.rowDecoder(for: T.self) { table.plan.layout }.decode(
      T.self,
      from: statement
    )
  }

  /// Binds the parts of a key to the first parameters.
  @inline(__always)
  func bind(
    _ key: T.Key,
    to statement: Statement,
    _ table: TableInfo<T>
  ) throws {
    try table.plan.primaryKey.write(key, KeyBinder(statement: statement, table: table))
  }
}

/// Binds the parts of a key to parameters 1, 2, and so on.
private struct KeyBinder<T: Record>: KeyWriter {
  let statement: Statement
  let table: TableInfo<T>

  func write<Part: Encodable>(_ part: Part, at place: Int) throws {
    let parameter = Int32(truncatingIfNeeded: place) + 1
    let guards = table.statements.guards
    if guards.isEmpty {
      // The usual keys, without the detour through a value.
      if Part.self == Int64.self {
        return try statement.check(
          statement.handle.bind(same(part, as: Int64.self), at: parameter)
        )
      }
      if Part.self == Int.self {
        let integer = Int64(same(part, as: Int.self))
        return try statement.check(statement.handle.bind(integer, at: parameter))
      }
      if Part.self == String.self {
        var text = same(part, as: String.self)
        return try statement.check(
          text.withUTF8 {
            statement.handle.bind(copiedText: UnsafeRawBufferPointer($0), at: parameter)
          }
        )
      }
    }
    let value = try SQLValue(encoding: part, form: table.plan.keyForms[place])
    let column = table.plan.keyColumns[place]
    if !guards.isEmpty, let reason = guards[column].refusal(of: value) {
      throw EncodingError.refused(Part.self, at: [NameKey(table.plan.layout.keys[column])], reason)
    }
    try statement.bind(value, at: parameter)
  }
}
