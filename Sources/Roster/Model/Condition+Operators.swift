// Concrete overloads on the column, rather than one protocol of expressions, keep type-checking of
// a long condition linear: each operator finds its left side's type at once.

/// The column equals a value: `"column" = ?`.
public func == <Root, Value: Equatable & ColumnValue & Sendable>(
  column: Column<Root, Value>,
  value: Value
) -> Condition<Root> {
  Condition(column, .equal, value)
}

/// The optional column equals a value.
public func == <Root, Value: Equatable & ColumnValue & Sendable>(
  column: Column<Root, Value?>,
  value: Value
) -> Condition<Root> {
  Condition(column, .equal, value)
}

/// The column equals another one.
public func == <Root, Value: Equatable & ColumnValue>(
  left: Column<Root, Value>,
  right: Column<Root, Value>
) -> Condition<Root> {
  Condition(left, .equal, right)
}

/// The column differs from a value: `"column" <> ?`.
public func != <Root, Value: Equatable & ColumnValue & Sendable>(
  column: Column<Root, Value>,
  value: Value
) -> Condition<Root> {
  Condition(column, .notEqual, value)
}

/// The optional column differs from a value.
public func != <Root, Value: Equatable & ColumnValue & Sendable>(
  column: Column<Root, Value?>,
  value: Value
) -> Condition<Root> {
  Condition(column, .notEqual, value)
}

/// The column differs from another one.
public func != <Root, Value: Equatable & ColumnValue>(
  left: Column<Root, Value>,
  right: Column<Root, Value>
) -> Condition<Root> {
  Condition(left, .notEqual, right)
}

/// The column is less than a value: `"column" < ?`.
public func < <Root, Value: Comparable & ColumnValue & Sendable>(
  column: Column<Root, Value>,
  value: Value
) -> Condition<Root> {
  Condition(column, .less, value)
}

/// The optional column is less than a value.
public func < <Root, Value: Comparable & ColumnValue & Sendable>(
  column: Column<Root, Value?>,
  value: Value
) -> Condition<Root> {
  Condition(column, .less, value)
}

/// The column is less than another one.
public func < <Root, Value: Comparable & ColumnValue>(
  left: Column<Root, Value>,
  right: Column<Root, Value>
) -> Condition<Root> {
  Condition(left, .less, right)
}

/// The column is at most a value: `"column" <= ?`.
public func <= <Root, Value: Comparable & ColumnValue & Sendable>(
  column: Column<Root, Value>,
  value: Value
) -> Condition<Root> {
  Condition(column, .lessOrEqual, value)
}

/// The optional column is at most a value.
public func <= <Root, Value: Comparable & ColumnValue & Sendable>(
  column: Column<Root, Value?>,
  value: Value
) -> Condition<Root> {
  Condition(column, .lessOrEqual, value)
}

/// The column is at most another one.
public func <= <Root, Value: Comparable & ColumnValue>(
  left: Column<Root, Value>,
  right: Column<Root, Value>
) -> Condition<Root> {
  Condition(left, .lessOrEqual, right)
}

/// The column is greater than a value: `"column" > ?`.
public func > <Root, Value: Comparable & ColumnValue & Sendable>(
  column: Column<Root, Value>,
  value: Value
) -> Condition<Root> {
  Condition(column, .greater, value)
}

/// The optional column is greater than a value.
public func > <Root, Value: Comparable & ColumnValue & Sendable>(
  column: Column<Root, Value?>,
  value: Value
) -> Condition<Root> {
  Condition(column, .greater, value)
}

/// The column is greater than another one.
public func > <Root, Value: Comparable & ColumnValue>(
  left: Column<Root, Value>,
  right: Column<Root, Value>
) -> Condition<Root> {
  Condition(left, .greater, right)
}

/// The column is at least a value: `"column" >= ?`.
public func >= <Root, Value: Comparable & ColumnValue & Sendable>(
  column: Column<Root, Value>,
  value: Value
) -> Condition<Root> {
  Condition(column, .greaterOrEqual, value)
}

/// The optional column is at least a value.
public func >= <Root, Value: Comparable & ColumnValue & Sendable>(
  column: Column<Root, Value?>,
  value: Value
) -> Condition<Root> {
  Condition(column, .greaterOrEqual, value)
}

/// The column is at least another one.
public func >= <Root, Value: Comparable & ColumnValue>(
  left: Column<Root, Value>,
  right: Column<Root, Value>
) -> Condition<Root> {
  Condition(left, .greaterOrEqual, right)
}

/// The column is nil: `"column" IS NULL`.
public func == <Root, Value: ColumnValue>(
  column: Column<Root, Value?>,
  value: _OptionalNilComparisonType
) -> Condition<Root> {
  Condition(column, .equal, String?.none)
}

/// The column is not nil: `"column" IS NOT NULL`.
public func != <Root, Value: ColumnValue>(
  column: Column<Root, Value?>,
  value: _OptionalNilComparisonType
) -> Condition<Root> {
  Condition(column, .notEqual, String?.none)
}

/// Both conditions hold.
public func && <Root>(left: Condition<Root>, right: Condition<Root>) -> Condition<Root> {
  Condition(.and(left.node, right.node))
}

/// At least one of the conditions holds.
public func || <Root>(left: Condition<Root>, right: Condition<Root>) -> Condition<Root> {
  Condition(.or(left.node, right.node))
}

/// The condition does not hold.
public prefix func ! <Root>(condition: Condition<Root>) -> Condition<Root> {
  Condition(.not(condition.node))
}
