/// The columns of a record, as members named like its properties.
///
/// ```swift
/// .check { $0.age >= 0 }   // CHECK ("age" >= 0)
/// ```
@dynamicMemberLookup
public struct Columns<Root: Record>: Sendable {
  /// Which row source of a statement they are of; nil in a table's definition.
  let table: TableReference?

  init(_ table: TableReference? = nil) { self.table = table }

  /// The column of a property.
  public subscript<Value: ColumnValue>(
    dynamicMember property: any KeyPath<Root, Value> & Sendable
  ) -> SQLExpression<Value> {
    SQLExpression(
      .column(
        ColumnReference(RecordSource<Root>(), table, property, Value.self, isOfOptionalRow: false)
      )
    )
  }
}

/// The columns of a record that a row of a left join may lack: each of them may be nil.
@dynamicMemberLookup
public struct OptionalColumns<Root: Record>: Sendable {
  let table: TableReference

  init(_ table: TableReference) { self.table = table }

  /// The column of a property, nil where there is no record.
  public subscript<Value: ColumnValue>(
    dynamicMember property: any KeyPath<Root, Value> & Sendable
  ) -> SQLExpression<Value?> {
    SQLExpression(
      .column(
        ColumnReference(RecordSource<Root>(), table, property, Value.self, isOfOptionalRow: true)
      )
    )
  }

  /// The column of a property that may be nil itself.
  public subscript<Value: ColumnValue>(
    dynamicMember property: any KeyPath<Root, Value?> & Sendable
  ) -> SQLExpression<Value?> {
    SQLExpression(
      .column(
        ColumnReference(RecordSource<Root>(), table, property, Value?.self, isOfOptionalRow: true)
      )
    )
  }
}

extension RecordColumns {
  /// The SQL that reads a place, in the table's definition.
  func expression(_ place: Place) -> SQL {
    JSONAccess.property(
      of: "\(identifier: columns[place.column].name)",
      at: place.jsonPath,
      isDefinition: true
    )
  }
}
