// A value on the left, as in `18 <= $0.age`.

/// The value equals the right side.
public func == <Value: Equatable & ColumnValue & Sendable>(
  left: Value,
  right: SQLExpression<Value>
) -> Condition {
  Condition(.comparison(.equal, .value(LooseValue(left)), right.node))
}

/// The value equals the right side, which may be nil.
public func == <Value: Equatable & ColumnValue & Sendable>(
  left: Value,
  right: SQLExpression<Value?>
) -> Condition {
  Condition(.comparison(.equal, .value(LooseValue(left)), right.node))
}

/// The value differs from the right side.
public func != <Value: Equatable & ColumnValue & Sendable>(
  left: Value,
  right: SQLExpression<Value>
) -> Condition {
  Condition(.comparison(.notEqual, .value(LooseValue(left)), right.node))
}

/// The value differs from the right side, which may be nil.
public func != <Value: Equatable & ColumnValue & Sendable>(
  left: Value,
  right: SQLExpression<Value?>
) -> Condition {
  Condition(.comparison(.notEqual, .value(LooseValue(left)), right.node))
}

/// The value is less than the right side.
public func < <Value: Comparable & ColumnValue & Sendable>(
  left: Value,
  right: SQLExpression<Value>
) -> Condition {
  Condition(.comparison(.less, .value(LooseValue(left)), right.node))
}

/// The value is less than the right side, which may be nil.
public func < <Value: Comparable & ColumnValue & Sendable>(
  left: Value,
  right: SQLExpression<Value?>
) -> Condition {
  Condition(.comparison(.less, .value(LooseValue(left)), right.node))
}

/// The value is at most the right side.
public func <= <Value: Comparable & ColumnValue & Sendable>(
  left: Value,
  right: SQLExpression<Value>
) -> Condition {
  Condition(.comparison(.lessOrEqual, .value(LooseValue(left)), right.node))
}

/// The value is at most the right side, which may be nil.
public func <= <Value: Comparable & ColumnValue & Sendable>(
  left: Value,
  right: SQLExpression<Value?>
) -> Condition {
  Condition(.comparison(.lessOrEqual, .value(LooseValue(left)), right.node))
}

/// The value is greater than the right side.
public func > <Value: Comparable & ColumnValue & Sendable>(
  left: Value,
  right: SQLExpression<Value>
) -> Condition {
  Condition(.comparison(.greater, .value(LooseValue(left)), right.node))
}

/// The value is greater than the right side, which may be nil.
public func > <Value: Comparable & ColumnValue & Sendable>(
  left: Value,
  right: SQLExpression<Value?>
) -> Condition {
  Condition(.comparison(.greater, .value(LooseValue(left)), right.node))
}

/// The value is at least the right side.
public func >= <Value: Comparable & ColumnValue & Sendable>(
  left: Value,
  right: SQLExpression<Value>
) -> Condition {
  Condition(.comparison(.greaterOrEqual, .value(LooseValue(left)), right.node))
}

/// The value is at least the right side, which may be nil.
public func >= <Value: Comparable & ColumnValue & Sendable>(
  left: Value,
  right: SQLExpression<Value?>
) -> Condition {
  Condition(.comparison(.greaterOrEqual, .value(LooseValue(left)), right.node))
}

/// The left side equals a value that may be nil, and then is no value at all.
@_disfavoredOverload
public func == <Value: Equatable & ColumnValue & Sendable>(
  left: SQLExpression<Value>,
  right: Value?
) -> Condition {
  Condition(.comparison(.equal, left.node, .value(LooseValue(right))))
}

/// The left side differs from a value that may be nil.
@_disfavoredOverload
public func != <Value: Equatable & ColumnValue & Sendable>(
  left: SQLExpression<Value>,
  right: Value?
) -> Condition {
  Condition(.comparison(.notEqual, left.node, .value(LooseValue(right))))
}
