extension SQL.StringInterpolation {
  /// The name of a column, quoted, or the SQL of an expression over columns.
  ///
  /// ```swift
  /// people.filter { other in
  ///   people.filter { SQLExpression<Bool>("\($0.managerID) = \(other.id)") }.isNotEmpty
  /// }
  /// // ... WHERE ("t0_1"."managerID" = "t0"."id")
  /// ```
  ///
  /// Where a statement has several tables in it, the column says which of them it is of. A property
  /// that is no column throws `RecordError.notAColumn` when the statement runs.
  public mutating func appendInterpolation<Value>(_ expression: SQLExpression<Value>) {
    sql.append(expression.node)
  }
}

extension ExpressionNode: InsertedExpression {
  func sql(in context: RenderContext) throws -> SQL { try renderValue(context).sql }
}

extension SQL {
  /// Whether there may be another statement inside it.
  var mentionsSelect: Bool {
    func mentions(_ text: String) -> Bool { text.asciiLowercased.contains("select") }
    return mentions(tail)
      || insertions.contains { $0.before.contains { mentions($0.tail) } }
  }
}
