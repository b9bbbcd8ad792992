extension Database {
  /// The rows of a query as records, as any keyed Decodable, or as single values.
  ///
  /// ```swift
  /// let report = try database.query(
  ///   "SELECT city, count(*) AS number FROM students WHERE age >= \(18) GROUP BY city",
  ///   as: Report.self)
  /// // ... WHERE age >= ? ...
  /// let names = try database.query("SELECT name FROM students", as: String.self)
  /// ```
  ///
  /// A type that is coded by keys takes each column under its name; a record takes its own column
  /// names. Any other type takes the result's only column.
  ///
  /// - Throws: `DatabaseError` for what SQLite refuses; `DecodingError` when a row does not fit the
  ///   type, naming the columns that are there when one is missing; `EncodingError` for an
  ///   interpolated value that cannot be stored.
  public func query<Result: Decodable>(_ sql: SQL, as type: Result.Type) throws -> [Result] {
    let isRow = FieldShape.of(type).codec == .json && !(type is any ExpressibleByArrayLiteral.Type)
    return try rows(sql, for: type) { statement in
      try (type as? any Record.Type)?.layout(of: statement) ?? statement.resultLayout
    } decode: { decoder, statement in
      guard !isRow else { return try decoder.decode(type, from: statement) }
      try decoder.expectColumns(1)
      return try decoder.decode(type, column: 0, from: statement)
    }
  }

  /// The rows of a query as tuples, column by column.
  ///
  /// ```swift
  /// let pairs = try database.query("SELECT name, age FROM students", as: (String, Int?).self)
  /// ```
  ///
  /// - Throws: like the query for single values; `DecodingError` when the number of columns
  ///   differs.
  public func query<each Column: Decodable>(
    _ sql: SQL,
    as type: (repeat each Column).Type
  ) throws -> [(repeat each Column)] {
    try rows(sql, for: type) {
      $0.resultLayout
    } decode: { decoder, statement in
      var width = 0
      func count<Value>(_ type: Value.Type) { width += 1 }
      repeat count((each Column).self)
      try decoder.expectColumns(width)
      var column: Int32 = -1
      func next<Value: Decodable>(_ type: Value.Type) throws -> Value {
        column += 1
        return try decoder.decode(type, column: column, from: statement)
      }
      return (repeat try next((each Column).self))
    }
  }

  private func rows<Result>(
    _ sql: SQL,
    for type: Any.Type,
    layout: (Statement) throws -> RowLayout,
    decode: (RowDecoder, Statement) throws -> Result
  ) throws -> [Result] {
    let values = try sql.values()
    var results = RowBuffer<Result>()
    try pool.useRows(of: StatementKey(sql.text), values) { statement in
      let decoder = try statement.rowDecoder(for: type) { try layout(statement) }
      repeat {
        try results.append { try decode(decoder, statement) }
      } while try statement.step()
    }
    return results.takeArray()
  }
}

extension Record {
  fileprivate static func layout(of statement: Statement) throws -> RowLayout {
    try RecordPlan.of(self).layout(of: statement.columnNames)
  }
}

extension RowDecoder {
  fileprivate func expectColumns(_ count: Int) throws {
    guard layout.columns.count == count else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: [],
          debugDescription:
            "the result has another number of columns: \(layout.columns.count), not \(count)"
        )
      )
    }
  }
}
