extension Query {
  /// The records.
  ///
  /// ```swift
  /// try students.filter { $0.age >= 18 }.all()
  /// // SELECT "id", "firstName", "age" FROM "students" WHERE ("age" >= ?)
  /// ```
  ///
  /// - Throws: `RecordError` for a query without a meaning; `EncodingError` for a value that cannot
  ///   be stored; `DecodingError` for a row that is not a `T`; `DatabaseError`.
  @inlinable
  public func all() throws -> [T] {
    var records: [T] = []
    try withCursor { records = try $0.records(T.self) }
    return records
  }

  /// Hands over the records one at a time, as their rows are read: memory does not grow with them.
  ///
  /// ```swift
  /// try students.filter { $0.active }.stream { print($0.firstName) }
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

  /// Calls `body` with the first row, if there is one.
  @usableFromInline
  func withCursor(_ body: (RowCursor) throws -> Void) throws {
    try select.check()
    try repository.use { connection, table in
      let sql = try request.rendered(RenderContext(facts: connection)).sql
      let values = try sql.values()
      try connection.withStatement(StatementKey(sql.text)) { statement in
        try statement.bind(values)
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
  /// try students.filter { $0.active }.count()   // SELECT count(*) FROM "students" WHERE "active"
  /// ```
  ///
  /// - Throws: like `all`.
  public func count() throws -> Int {
    try aggregated { _ in columns.rowCount() }
  }
}

extension Queryable {
  /// The sum of a property, nil not counted; 0 if there are no rows.
  ///
  /// ```swift
  /// let freight = try orders.filter { $0.shipCountry == "France" }.sum(\.freight)
  /// // SELECT CASE count("freight") WHEN 0 THEN 0 ELSE sum("freight") END FROM "orders"
  /// //   WHERE ("shipCountry" IS ?)
  /// ```
  ///
  /// - Throws: `DatabaseError` for integers that add up to more than 64 bits; `RecordError` for
  ///   decimals, which SQLite would add as doubles.
  public func sum<Value: Numeric & ColumnValue & Decodable>(
    _ property: any KeyPath<T, Value> & Sendable
  ) throws -> Value {
    try query.aggregated { $0[dynamicMember: property].sum() }
  }

  /// The sum of a property that may be nil.
  public func sum<Value: Numeric & ColumnValue & Decodable>(
    _ property: any KeyPath<T, Value?> & Sendable
  ) throws -> Value {
    try query.aggregated { $0[dynamicMember: property].sum() }
  }

  /// The sum of floats, as a double, which it is to SQLite.
  public func sum(_ property: any KeyPath<T, Float> & Sendable) throws -> Double {
    try query.aggregated { $0[dynamicMember: property].sum() }
  }

  /// The sum of floats that may be nil, as a double.
  public func sum(_ property: any KeyPath<T, Float?> & Sendable) throws -> Double {
    try query.aggregated { $0[dynamicMember: property].sum() }
  }

  /// The mean of a property, nil not counted; nil if there are no values.
  ///
  /// - Throws: like `sum`.
  public func average<Value: Numeric & ColumnValue>(
    _ property: any KeyPath<T, Value> & Sendable
  ) throws -> Double? {
    try query.aggregated { $0[dynamicMember: property].average() }
  }

  /// The mean of a property that may be nil.
  public func average<Value: Numeric & ColumnValue>(
    _ property: any KeyPath<T, Value?> & Sendable
  ) throws -> Double? {
    try query.aggregated { $0[dynamicMember: property].average() }
  }

  /// The least value of a property; nil if there are no rows.
  ///
  /// - Throws: like `all`.
  public func min<Value: Comparable & ColumnValue & Decodable>(
    _ property: any KeyPath<T, Value> & Sendable
  ) throws -> Value? {
    try query.aggregated { $0[dynamicMember: property].min() }
  }

  /// The least value of a property that may be nil.
  public func min<Value: Comparable & ColumnValue & Decodable>(
    _ property: any KeyPath<T, Value?> & Sendable
  ) throws -> Value? {
    try query.aggregated { $0[dynamicMember: property].min() }
  }

  /// The greatest value of a property; nil if there are no rows.
  ///
  /// - Throws: like `all`.
  public func max<Value: Comparable & ColumnValue & Decodable>(
    _ property: any KeyPath<T, Value> & Sendable
  ) throws -> Value? {
    try query.aggregated { $0[dynamicMember: property].max() }
  }

  /// The greatest value of a property that may be nil.
  public func max<Value: Comparable & ColumnValue & Decodable>(
    _ property: any KeyPath<T, Value?> & Sendable
  ) throws -> Value? {
    try query.aggregated { $0[dynamicMember: property].max() }
  }
}

extension Query {
  /// One value computed of all the rows.
  func aggregated<Value: ColumnValue & Decodable>(
    _ expression: (Columns<T>) -> SQLExpression<Value>
  ) throws -> Value {
    // Of the limited rows, not of all of them and then limited.
    var query = unlimited
    query.select.orders = []
    let rows: [Value] = try query.select { _ in expression(query.columns) }.all()
    guard let value = rows.first else {
      throw DatabaseError(.internalError, "an aggregate gave no row")
    }
    return value
  }
}
