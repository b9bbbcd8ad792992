// As SQLite computes: a sum of integers beyond 64 bits becomes an inexact REAL, and a division by
// zero is NULL. Decimals are refused when the query runs, since SQLite would compute with doubles.

/// The sum of both sides.
public func + <Value: Numeric & ColumnValue & Sendable>(
  left: SQLExpression<Value>,
  right: Value
) -> SQLExpression<Value> {
  SQLExpression(.arithmetic("+", left.node, .value(LooseValue(right))))
}

/// The sum of both sides; nil if one is.
public func + <Value: Numeric & ColumnValue & Sendable>(
  left: SQLExpression<Value?>,
  right: Value
) -> SQLExpression<Value?> {
  SQLExpression(.arithmetic("+", left.node, .value(LooseValue(right))))
}

/// The sum of both sides.
public func + <Value: Numeric & ColumnValue & Sendable>(
  left: Value,
  right: SQLExpression<Value>
) -> SQLExpression<Value> {
  SQLExpression(.arithmetic("+", .value(LooseValue(left)), right.node))
}

/// The sum of both sides.
public func + <Value: Numeric & ColumnValue>(
  left: SQLExpression<Value>,
  right: SQLExpression<Value>
) -> SQLExpression<Value> {
  SQLExpression(.arithmetic("+", left.node, right.node))
}

/// The sum of both sides; nil if one is.
public func + <Value: Numeric & ColumnValue>(
  left: SQLExpression<Value?>,
  right: SQLExpression<Value>
) -> SQLExpression<Value?> {
  SQLExpression(.arithmetic("+", left.node, right.node))
}

/// The sum of both sides; nil if one is.
public func + <Value: Numeric & ColumnValue>(
  left: SQLExpression<Value>,
  right: SQLExpression<Value?>
) -> SQLExpression<Value?> {
  SQLExpression(.arithmetic("+", left.node, right.node))
}

/// The sum of both sides; nil if one is.
public func + <Value: Numeric & ColumnValue>(
  left: SQLExpression<Value?>,
  right: SQLExpression<Value?>
) -> SQLExpression<Value?> {
  SQLExpression(.arithmetic("+", left.node, right.node))
}

/// The difference of both sides.
public func - <Value: Numeric & ColumnValue & Sendable>(
  left: SQLExpression<Value>,
  right: Value
) -> SQLExpression<Value> {
  SQLExpression(.arithmetic("-", left.node, .value(LooseValue(right))))
}

/// The difference of both sides; nil if one is.
public func - <Value: Numeric & ColumnValue & Sendable>(
  left: SQLExpression<Value?>,
  right: Value
) -> SQLExpression<Value?> {
  SQLExpression(.arithmetic("-", left.node, .value(LooseValue(right))))
}

/// The difference of both sides.
public func - <Value: Numeric & ColumnValue & Sendable>(
  left: Value,
  right: SQLExpression<Value>
) -> SQLExpression<Value> {
  SQLExpression(.arithmetic("-", .value(LooseValue(left)), right.node))
}

/// The difference of both sides.
public func - <Value: Numeric & ColumnValue>(
  left: SQLExpression<Value>,
  right: SQLExpression<Value>
) -> SQLExpression<Value> {
  SQLExpression(.arithmetic("-", left.node, right.node))
}

/// The difference of both sides; nil if one is.
public func - <Value: Numeric & ColumnValue>(
  left: SQLExpression<Value?>,
  right: SQLExpression<Value>
) -> SQLExpression<Value?> {
  SQLExpression(.arithmetic("-", left.node, right.node))
}

/// The difference of both sides; nil if one is.
public func - <Value: Numeric & ColumnValue>(
  left: SQLExpression<Value>,
  right: SQLExpression<Value?>
) -> SQLExpression<Value?> {
  SQLExpression(.arithmetic("-", left.node, right.node))
}

/// The difference of both sides; nil if one is.
public func - <Value: Numeric & ColumnValue>(
  left: SQLExpression<Value?>,
  right: SQLExpression<Value?>
) -> SQLExpression<Value?> {
  SQLExpression(.arithmetic("-", left.node, right.node))
}

/// The product of both sides.
public func * <Value: Numeric & ColumnValue & Sendable>(
  left: SQLExpression<Value>,
  right: Value
) -> SQLExpression<Value> {
  SQLExpression(.arithmetic("*", left.node, .value(LooseValue(right))))
}

/// The product of both sides; nil if one is.
public func * <Value: Numeric & ColumnValue & Sendable>(
  left: SQLExpression<Value?>,
  right: Value
) -> SQLExpression<Value?> {
  SQLExpression(.arithmetic("*", left.node, .value(LooseValue(right))))
}

/// The product of both sides.
public func * <Value: Numeric & ColumnValue & Sendable>(
  left: Value,
  right: SQLExpression<Value>
) -> SQLExpression<Value> {
  SQLExpression(.arithmetic("*", .value(LooseValue(left)), right.node))
}

/// The product of both sides.
public func * <Value: Numeric & ColumnValue>(
  left: SQLExpression<Value>,
  right: SQLExpression<Value>
) -> SQLExpression<Value> {
  SQLExpression(.arithmetic("*", left.node, right.node))
}

/// The product of both sides; nil if one is.
public func * <Value: Numeric & ColumnValue>(
  left: SQLExpression<Value?>,
  right: SQLExpression<Value>
) -> SQLExpression<Value?> {
  SQLExpression(.arithmetic("*", left.node, right.node))
}

/// The product of both sides; nil if one is.
public func * <Value: Numeric & ColumnValue>(
  left: SQLExpression<Value>,
  right: SQLExpression<Value?>
) -> SQLExpression<Value?> {
  SQLExpression(.arithmetic("*", left.node, right.node))
}

/// The product of both sides; nil if one is.
public func * <Value: Numeric & ColumnValue>(
  left: SQLExpression<Value?>,
  right: SQLExpression<Value?>
) -> SQLExpression<Value?> {
  SQLExpression(.arithmetic("*", left.node, right.node))
}

/// The quotient of both sides.
public func / <Value: Numeric & ColumnValue & Sendable>(
  left: SQLExpression<Value>,
  right: Value
) -> SQLExpression<Value> {
  SQLExpression(.arithmetic("/", left.node, .value(LooseValue(right))))
}

/// The quotient of both sides; nil if one is.
public func / <Value: Numeric & ColumnValue & Sendable>(
  left: SQLExpression<Value?>,
  right: Value
) -> SQLExpression<Value?> {
  SQLExpression(.arithmetic("/", left.node, .value(LooseValue(right))))
}

/// The quotient of both sides.
public func / <Value: Numeric & ColumnValue & Sendable>(
  left: Value,
  right: SQLExpression<Value>
) -> SQLExpression<Value> {
  SQLExpression(.arithmetic("/", .value(LooseValue(left)), right.node))
}

/// The quotient of both sides.
public func / <Value: Numeric & ColumnValue>(
  left: SQLExpression<Value>,
  right: SQLExpression<Value>
) -> SQLExpression<Value> {
  SQLExpression(.arithmetic("/", left.node, right.node))
}

/// The quotient of both sides; nil if one is.
public func / <Value: Numeric & ColumnValue>(
  left: SQLExpression<Value?>,
  right: SQLExpression<Value>
) -> SQLExpression<Value?> {
  SQLExpression(.arithmetic("/", left.node, right.node))
}

/// The quotient of both sides; nil if one is.
public func / <Value: Numeric & ColumnValue>(
  left: SQLExpression<Value>,
  right: SQLExpression<Value?>
) -> SQLExpression<Value?> {
  SQLExpression(.arithmetic("/", left.node, right.node))
}

/// The quotient of both sides; nil if one is.
public func / <Value: Numeric & ColumnValue>(
  left: SQLExpression<Value?>,
  right: SQLExpression<Value?>
) -> SQLExpression<Value?> {
  SQLExpression(.arithmetic("/", left.node, right.node))
}

/// The remainder of the division of both sides.
public func % <Value: BinaryInteger & ColumnValue & Sendable>(
  left: SQLExpression<Value>,
  right: Value
) -> SQLExpression<Value> {
  SQLExpression(.arithmetic("%", left.node, .value(LooseValue(right))))
}

/// The remainder of the division of both sides; nil if the left one is.
public func % <Value: BinaryInteger & ColumnValue & Sendable>(
  left: SQLExpression<Value?>,
  right: Value
) -> SQLExpression<Value?> {
  SQLExpression(.arithmetic("%", left.node, .value(LooseValue(right))))
}

extension SQLExpression where Value: BinaryInteger {
  /// The integer as a real number, to compute with others: `CAST("count" AS REAL)`.
  public var asDouble: SQLExpression<Double> {
    SQLExpression<Double>(.call(SQLCall(template: "CAST(# AS REAL)", result: .real), [node]))
  }
}
