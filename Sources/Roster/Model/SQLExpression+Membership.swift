extension SQLExpression {
  /// Whether the value is one of several: `"id" IN (SELECT value FROM json_each(?))`.
  ///
  /// One statement, for any number of values; an index on the column serves it. False for nil.
  @_disfavoredOverload
  public func isIn(_ values: some Sequence<Value>) -> Condition where Value: Sendable {
    Condition(.list(node, ListValues(Array(values))))
  }

  /// Whether the value, which may be nil, is one of several.
  @_disfavoredOverload
  public func isIn<Element: ColumnValue & Sendable>(_ values: some Sequence<Element>) -> Condition
  where Value == Element? {
    Condition(.list(node, ListValues(Array(values))))
  }

  /// Whether the value lies in a range, its ends included: `"age" >= ? AND "age" <= ?`.
  public func isIn(_ range: ClosedRange<Value>) -> Condition where Value: Sendable {
    self >= range.lowerBound && self <= range.upperBound
  }

  /// Whether the value, which may be nil, lies in a range, its ends included.
  public func isIn<Bound: ColumnValue & Sendable>(_ range: ClosedRange<Bound>) -> Condition
  where Value == Bound? {
    self >= range.lowerBound && self <= range.upperBound
  }

  /// Whether the value lies in a range, its end excluded: `"age" >= ? AND "age" < ?`.
  public func isIn(_ range: Range<Value>) -> Condition where Value: Sendable {
    self >= range.lowerBound && self < range.upperBound
  }

  /// Whether the value, which may be nil, lies in a range, its end excluded.
  public func isIn<Bound: ColumnValue & Sendable>(_ range: Range<Bound>) -> Condition
  where Value == Bound? {
    self >= range.lowerBound && self < range.upperBound
  }

  /// Whether the value lies between two others, or equals one: `"age" >= ? AND "age" <= ?`.
  public func between(
    _ lower: Value,
    _ upper: Value
  ) -> Condition where Value: Comparable & Sendable {
    self >= lower && self <= upper
  }

  /// Whether the value, which may be nil, lies between two others, or equals one.
  public func between<Bound: Comparable & ColumnValue & Sendable>(
    _ lower: Bound,
    _ upper: Bound
  ) -> Condition where Value == Bound? {
    self >= lower && self <= upper
  }

  /// Whether an array kept as JSON has an element: `EXISTS (SELECT 1 FROM json_each("tags") ...)`.
  ///
  /// Every row is read.
  public func contains<Element: Equatable & ColumnValue & Sendable>(
    _ element: Element
  ) -> Condition where Value: Sequence, Value.Element == Element {
    Condition(.elements(node, contain: LooseValue(element)))
  }

  /// Whether an array that may be nil has an element; false for nil.
  public func contains<Elements: Sequence & ColumnValue>(
    _ element: Elements.Element
  ) -> Condition
  where Value == Elements?, Elements.Element: Equatable & ColumnValue & Sendable {
    Condition(.elements(node, contain: LooseValue(element)))
  }

  /// The number of elements of an array kept as JSON: `json_array_length("tags")`.
  public var elementCount: SQLExpression<Int> {
    SQLExpression<Int>(
      .call(
        SQLCall(template: "ifnull(json_array_length(#), 0)", result: .integer, isNeverNull: true),
        [node]
      )
    )
  }
}
