/// What one database knows of its tables, as far as SQL depends on it.
protocol TableFacts {
  /// The type that a column was declared with; nil if it has none, or there is no such table.
  func declaredType(of column: String, in table: String) throws -> String?
}
