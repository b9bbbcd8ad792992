// What is computed of all rows of a group, or of a whole query.
extension SQLExpression {
  /// The number of rows in which the value is not nil: `count("age")`.
  public func countOfValues() -> SQLExpression<Int> { aggregate("count(#)", .integer, never: true) }

  /// The number of different values, nil not counted: `count(DISTINCT "city")`.
  public func countOfDistinctValues() -> SQLExpression<Int> {
    aggregate("count(DISTINCT #)", .integer, never: true)
  }

  /// The sum of the values that are not nil, 0 if there are none: `sum("age")`.
  ///
  /// Integers that add up to more than 64 bits throw `DatabaseError` (`.error`).
  public func sum() -> SQLExpression<Value> where Value: Numeric {
    aggregate("CASE count(#) WHEN 0 THEN 0 ELSE sum(#) END", nil, never: true)
  }

  /// The sum of the values that are not nil, 0 if there are none.
  public func sum<Wrapped: Numeric & ColumnValue>() -> SQLExpression<Wrapped>
  where Value == Wrapped? {
    aggregate("CASE count(#) WHEN 0 THEN 0 ELSE sum(#) END", nil, never: true)
  }

  /// The sum of the values, 0 if there are none; of floats as a double, which it is to SQLite.
  public func sum() -> SQLExpression<Double> where Value == Float {
    aggregate("CASE count(#) WHEN 0 THEN 0.0 ELSE sum(#) END", .real, never: true)
  }

  /// The sum of the values that are not nil, as a double.
  public func sum() -> SQLExpression<Double> where Value == Float? {
    aggregate("CASE count(#) WHEN 0 THEN 0.0 ELSE sum(#) END", .real, never: true)
  }

  /// The mean of the values that are not nil; nil if there are none: `avg("age")`.
  public func average() -> SQLExpression<Double?> where Value: Numeric {
    aggregate("avg(#)", .real)
  }

  /// The mean of the values that are not nil; nil if there are none.
  public func average<Wrapped: Numeric & ColumnValue>() -> SQLExpression<Double?>
  where Value == Wrapped? {
    aggregate("avg(#)", .real)
  }

  /// The least value; nil if there is none: `min("age")`.
  public func min() -> SQLExpression<Value?> where Value: Comparable { aggregate("min(#)", nil) }

  /// The least value; nil if there is none.
  public func min<Wrapped: Comparable & ColumnValue>() -> SQLExpression<Wrapped?>
  where Value == Wrapped? {
    aggregate("min(#)", nil)
  }

  /// The greatest value; nil if there is none: `max("age")`.
  public func max() -> SQLExpression<Value?> where Value: Comparable { aggregate("max(#)", nil) }

  /// The greatest value; nil if there is none.
  public func max<Wrapped: Comparable & ColumnValue>() -> SQLExpression<Wrapped?>
  where Value == Wrapped? {
    aggregate("max(#)", nil)
  }

  /// - Parameter never: whether the result is never NULL, even for no rows.
  private func aggregate<Result: ColumnValue>(
    _ template: String,
    _ result: ValueForm?,
    never: Bool = false
  ) -> SQLExpression<Result> {
    let computes = template.contains("sum") || template.contains("avg")
    return SQLExpression<Result>(
      .call(
        SQLCall(
          template: template,
          result: result,
          isOptional: true,
          isNeverNull: never,
          isAggregate: true,
          computes: computes
        ),
        [node]
      )
    )
  }
}

extension Columns {
  /// The number of rows: `count(*)`.
  public func rowCount() -> SQLExpression<Int> {
    SQLExpression<Int>(
      .call(
        SQLCall(template: "count(*)", result: .integer, isNeverNull: true, isAggregate: true),
        []
      )
    )
  }
}
