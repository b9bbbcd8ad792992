// Overloads on one concrete type, rather than a protocol of operands, keep type-checking of a long
// condition linear: each operator finds its left side's type at once.
// Nil is neither less nor greater than any value, so that a comparison with it is false.

/// The left side is less than a value: `"column" < ?`.
public func < <Value: Comparable & ColumnValue & Sendable>(
  left: SQLExpression<Value>,
  right: Value
) -> Condition {
  Condition(.less, left, right)
}

/// The left side, which may be nil, is less than a value.
public func < <Value: Comparable & ColumnValue & Sendable>(
  left: SQLExpression<Value?>,
  right: Value
) -> Condition {
  Condition(.less, left, right)
}

/// The left side is less than the right one.
public func < <Value: Comparable & ColumnValue>(
  left: SQLExpression<Value>,
  right: SQLExpression<Value>
) -> Condition {
  Condition(.less, left, right)
}

/// The left side, which may be nil, is less than the right one.
public func < <Value: Comparable & ColumnValue>(
  left: SQLExpression<Value?>,
  right: SQLExpression<Value>
) -> Condition {
  Condition(.less, left, right)
}

/// The left side is less than the right one, which may be nil.
public func < <Value: Comparable & ColumnValue>(
  left: SQLExpression<Value>,
  right: SQLExpression<Value?>
) -> Condition {
  Condition(.less, left, right)
}

/// The left side is less than the right one; nil on either side makes it false.
public func < <Value: Comparable & ColumnValue>(
  left: SQLExpression<Value?>,
  right: SQLExpression<Value?>
) -> Condition {
  Condition(.less, left, right)
}

/// The left side is at most a value: `"column" <= ?`.
public func <= <Value: Comparable & ColumnValue & Sendable>(
  left: SQLExpression<Value>,
  right: Value
) -> Condition {
  Condition(.lessOrEqual, left, right)
}

/// The left side, which may be nil, is at most a value.
public func <= <Value: Comparable & ColumnValue & Sendable>(
  left: SQLExpression<Value?>,
  right: Value
) -> Condition {
  Condition(.lessOrEqual, left, right)
}

/// The left side is at most the right one.
public func <= <Value: Comparable & ColumnValue>(
  left: SQLExpression<Value>,
  right: SQLExpression<Value>
) -> Condition {
  Condition(.lessOrEqual, left, right)
}

/// The left side, which may be nil, is at most the right one.
public func <= <Value: Comparable & ColumnValue>(
  left: SQLExpression<Value?>,
  right: SQLExpression<Value>
) -> Condition {
  Condition(.lessOrEqual, left, right)
}

/// The left side is at most the right one, which may be nil.
public func <= <Value: Comparable & ColumnValue>(
  left: SQLExpression<Value>,
  right: SQLExpression<Value?>
) -> Condition {
  Condition(.lessOrEqual, left, right)
}

/// The left side is at most the right one; nil on either side makes it false.
public func <= <Value: Comparable & ColumnValue>(
  left: SQLExpression<Value?>,
  right: SQLExpression<Value?>
) -> Condition {
  Condition(.lessOrEqual, left, right)
}

/// The left side is greater than a value: `"column" > ?`.
public func > <Value: Comparable & ColumnValue & Sendable>(
  left: SQLExpression<Value>,
  right: Value
) -> Condition {
  Condition(.greater, left, right)
}

/// The left side, which may be nil, is greater than a value.
public func > <Value: Comparable & ColumnValue & Sendable>(
  left: SQLExpression<Value?>,
  right: Value
) -> Condition {
  Condition(.greater, left, right)
}

/// The left side is greater than the right one.
public func > <Value: Comparable & ColumnValue>(
  left: SQLExpression<Value>,
  right: SQLExpression<Value>
) -> Condition {
  Condition(.greater, left, right)
}

/// The left side, which may be nil, is greater than the right one.
public func > <Value: Comparable & ColumnValue>(
  left: SQLExpression<Value?>,
  right: SQLExpression<Value>
) -> Condition {
  Condition(.greater, left, right)
}

/// The left side is greater than the right one, which may be nil.
public func > <Value: Comparable & ColumnValue>(
  left: SQLExpression<Value>,
  right: SQLExpression<Value?>
) -> Condition {
  Condition(.greater, left, right)
}

/// The left side is greater than the right one; nil on either side makes it false.
public func > <Value: Comparable & ColumnValue>(
  left: SQLExpression<Value?>,
  right: SQLExpression<Value?>
) -> Condition {
  Condition(.greater, left, right)
}

/// The left side is at least a value: `"column" >= ?`.
public func >= <Value: Comparable & ColumnValue & Sendable>(
  left: SQLExpression<Value>,
  right: Value
) -> Condition {
  Condition(.greaterOrEqual, left, right)
}

/// The left side, which may be nil, is at least a value.
public func >= <Value: Comparable & ColumnValue & Sendable>(
  left: SQLExpression<Value?>,
  right: Value
) -> Condition {
  Condition(.greaterOrEqual, left, right)
}

/// The left side is at least the right one.
public func >= <Value: Comparable & ColumnValue>(
  left: SQLExpression<Value>,
  right: SQLExpression<Value>
) -> Condition {
  Condition(.greaterOrEqual, left, right)
}

/// The left side, which may be nil, is at least the right one.
public func >= <Value: Comparable & ColumnValue>(
  left: SQLExpression<Value?>,
  right: SQLExpression<Value>
) -> Condition {
  Condition(.greaterOrEqual, left, right)
}

/// The left side is at least the right one, which may be nil.
public func >= <Value: Comparable & ColumnValue>(
  left: SQLExpression<Value>,
  right: SQLExpression<Value?>
) -> Condition {
  Condition(.greaterOrEqual, left, right)
}

/// The left side is at least the right one; nil on either side makes it false.
public func >= <Value: Comparable & ColumnValue>(
  left: SQLExpression<Value?>,
  right: SQLExpression<Value?>
) -> Condition {
  Condition(.greaterOrEqual, left, right)
}
