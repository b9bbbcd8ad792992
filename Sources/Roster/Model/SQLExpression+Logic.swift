/// Both conditions hold.
public func && (left: Condition, right: Condition) -> Condition {
  Condition(.and(left.node, right.node))
}

/// At least one of the conditions holds.
public func || (left: Condition, right: Condition) -> Condition {
  Condition(.or(left.node, right.node))
}

/// The condition does not hold.
public prefix func ! (condition: Condition) -> Condition {
  Condition(.not(condition.node))
}

/// The left side, or a value where it is nil: `ifnull("column", ?)`.
public func ?? <Value: ColumnValue & Sendable>(
  left: SQLExpression<Value?>,
  right: Value
) -> SQLExpression<Value> {
  SQLExpression(.call(.ifNull, [left.node, .value(LooseValue(right))]))
}

/// The left side, or the right one where it is nil.
public func ?? <Value: ColumnValue>(
  left: SQLExpression<Value?>,
  right: SQLExpression<Value>
) -> SQLExpression<Value> {
  SQLExpression(.call(.ifNull, [left.node, right.node]))
}

extension SQLCall {
  /// NULL as a whole only when the second argument is.
  static let ifNull = SQLCall(
    template: "ifnull(#, #)",
    result: nil,
    isLastResort: true,
    sharesForm: true
  )
}
