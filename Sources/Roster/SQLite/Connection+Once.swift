/// Statements that are prepared for one time, outside the cache.
extension Connection {
  /// The first column of the first row of a statement that is run once; NULL if there is no row.
  func firstValue(_ sql: String) throws(DatabaseError) -> SQLValue {
    defer { functionFailure.error = nil }
    let statement = try prepare(StatementKey(sql))
    return try statement.step() ? statement.value(0) : .null
  }

  /// All rows of a statement that is prepared for this one time.
  func rows(_ sql: String, _ values: [SQLValue]) throws(DatabaseError) -> [[SQLValue]] {
    defer { functionFailure.error = nil }
    let statement = try prepare(StatementKey(sql))
    try statement.bind(values)
    var rows: [[SQLValue]] = []
    while try statement.step() {
      var row: [SQLValue] = []
      for column in 0..<statement.columnCount { row.append(try statement.value(column)) }
      rows.append(row)
    }
    return rows
  }
}
