/// A condition on the rows of a record's table, built from its columns by Swift's operators.
///
/// ```swift
/// { $0.age >= 18 && $0.lastName != "Lee" }   // ("age" >= ?) AND ("lastName" <> ?)
/// ```
public struct Condition<Root: Record>: Sendable {
  enum Comparison: String, Sendable {
    case equal = "="
    case notEqual = "<>"
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
  }

  indirect enum Node: Sendable {
    /// The value is asked for in a column's form, or, with nil, as JSON.
    case value(Comparison, ColumnPath<Root>, @Sendable (StorageForm?) throws -> SQLValue)
    case columns(Comparison, ColumnPath<Root>, ColumnPath<Root>)
    case and(Node, Node)
    case or(Node, Node)
    case not(Node)
  }

  let node: Node

  init(_ node: Node) { self.node = node }

  init<Left, Right: ColumnValue & Sendable>(
    _ column: Column<Root, Left>,
    _ comparison: Comparison,
    _ value: Right
  ) {
    node = .value(comparison, column.path) { form in
      guard let form else { return try JSONColumn.text(value) }
      return try SQLValue(encoding: value, form: form)
    }
  }

  init<Left, Right>(
    _ left: Column<Root, Left>,
    _ comparison: Comparison,
    _ right: Column<Root, Right>
  ) {
    node = .columns(comparison, left.path, right.path)
  }

  /// The condition as SQL.
  ///
  /// - Parameter literal: writes the values into the text, for DDL, where nothing can be bound.
  /// - Throws: `RecordError.notAColumn`; `EncodingError` for a value that no column can store.
  func sql(literal: Bool) throws -> SQL {
    try Self.render(node, try RecordColumns.of(Root.self), literal)
  }

  private static func render(
    _ node: Node,
    _ columns: RecordColumns<Root>,
    _ literal: Bool
  ) throws -> SQL {
    switch node {
    case .and(let left, let right):
      return "(\(try render(left, columns, literal)) AND \(try render(right, columns, literal)))"
    case .or(let left, let right):
      return "(\(try render(left, columns, literal)) OR \(try render(right, columns, literal)))"
    case .not(let condition):
      return "(NOT \(try render(condition, columns, literal)))"
    case .columns(let comparison, let left, let right):
      let places = (try columns.place(left), try columns.place(right))
      let isOptional =
        columns.columns[places.0.column].isOptional || columns.columns[places.1.column].isOptional
      let sign = operation(comparison, isOptional)
      return
        "(\(raw: columns.expression(places.0)) \(raw: sign) \(raw: columns.expression(places.1)))"
    case .value(let comparison, let path, let value):
      let place = try columns.place(path)
      let column = columns.columns[place.column]
      let isJSON = !place.jsonPath.isEmpty && path.kind.isOtherInJSON
      let form = place.jsonPath.isEmpty ? column.form : .standard
      let value = try value(isJSON ? nil : form)
      let isOptional = column.isOptional || !place.jsonPath.isEmpty || value == .null
      let sign = operation(comparison, isOptional)
      var operand: SQL = literal ? "\(raw: value.literal)" : "\(value)"
      if isJSON { operand = "json_extract(\(operand), '$')" }
      return "(\(raw: columns.expression(place)) \(raw: sign) \(operand))"
    }
  }

  /// `IS` compares like Swift: nil equals nil and differs from every value.
  private static func operation(_ comparison: Comparison, _ isOptional: Bool) -> String {
    switch (comparison, isOptional) {
    case (.equal, true): "IS"
    case (.notEqual, true): "IS NOT"
    default: comparison.rawValue
    }
  }
}
