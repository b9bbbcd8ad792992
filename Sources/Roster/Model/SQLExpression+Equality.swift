// Overloads on one concrete type, rather than a protocol of operands, keep type-checking of a long
// condition linear: each operator finds its left side's type at once.

/// The left side equals a value: `"column" = ?`.
public func == <Value: Equatable & ColumnValue & Sendable>(
  left: SQLExpression<Value>,
  right: Value
) -> Condition {
  Condition(.equal, left, right)
}

/// The left side, which may be nil, equals a value.
public func == <Value: Equatable & ColumnValue & Sendable>(
  left: SQLExpression<Value?>,
  right: Value
) -> Condition {
  Condition(.equal, left, right)
}

/// The left side equals the right one.
public func == <Value: Equatable & ColumnValue>(
  left: SQLExpression<Value>,
  right: SQLExpression<Value>
) -> Condition {
  Condition(.equal, left, right)
}

/// The left side, which may be nil, equals the right one.
public func == <Value: Equatable & ColumnValue>(
  left: SQLExpression<Value?>,
  right: SQLExpression<Value>
) -> Condition {
  Condition(.equal, left, right)
}

/// The left side equals the right one, which may be nil.
public func == <Value: Equatable & ColumnValue>(
  left: SQLExpression<Value>,
  right: SQLExpression<Value?>
) -> Condition {
  Condition(.equal, left, right)
}

/// The left side differs from a value: `"column" <> ?`.
public func != <Value: Equatable & ColumnValue & Sendable>(
  left: SQLExpression<Value>,
  right: Value
) -> Condition {
  Condition(.notEqual, left, right)
}

/// The left side, which may be nil, differs from a value.
public func != <Value: Equatable & ColumnValue & Sendable>(
  left: SQLExpression<Value?>,
  right: Value
) -> Condition {
  Condition(.notEqual, left, right)
}

/// The left side differs from the right one.
public func != <Value: Equatable & ColumnValue>(
  left: SQLExpression<Value>,
  right: SQLExpression<Value>
) -> Condition {
  Condition(.notEqual, left, right)
}

/// The left side, which may be nil, differs from the right one.
public func != <Value: Equatable & ColumnValue>(
  left: SQLExpression<Value?>,
  right: SQLExpression<Value>
) -> Condition {
  Condition(.notEqual, left, right)
}

/// The left side differs from the right one, which may be nil.
public func != <Value: Equatable & ColumnValue>(
  left: SQLExpression<Value>,
  right: SQLExpression<Value?>
) -> Condition {
  Condition(.notEqual, left, right)
}

/// The left side is nil: `"column" IS NULL`.
public func == <Value: ColumnValue>(
  left: SQLExpression<Value?>,
  right: _OptionalNilComparisonType
) -> Condition {
  Condition(.comparison(.equal, left.node, .value(LooseValue(SQLValue.null))))
}

/// The left side is not nil: `"column" IS NOT NULL`.
public func != <Value: ColumnValue>(
  left: SQLExpression<Value?>,
  right: _OptionalNilComparisonType
) -> Condition {
  Condition(.comparison(.notEqual, left.node, .value(LooseValue(SQLValue.null))))
}

extension Condition {
  init<Left, Right>(
    _ comparison: ExpressionNode.Comparison,
    _ left: SQLExpression<Left>,
    _ right: SQLExpression<Right>
  ) {
    node = .comparison(comparison, left.node, right.node)
  }

  init<Left, Right: ColumnValue & Sendable>(
    _ comparison: ExpressionNode.Comparison,
    _ left: SQLExpression<Left>,
    _ right: Right
  ) {
    node = .comparison(comparison, left.node, .value(LooseValue(right)))
  }
}
