/// The columns of a record, as members named like its properties.
///
/// ```swift
/// .check { $0.age >= 0 }   // CHECK ("age" >= 0)
/// ```
@dynamicMemberLookup
public struct Columns<Root: Record>: Sendable {
  init() {}

  /// The column of a property.
  public subscript<Value: ColumnValue>(
    dynamicMember property: any KeyPath<Root, Value> & Sendable
  ) -> Column<Root, Value> {
    Column(keyPath: property)
  }
}

/// A column of a record, or a property within one that is kept as JSON.
///
/// ```swift
/// $0.age            // "age"
/// $0.address.city   // json_extract("address", '$."city"')
/// ```
@dynamicMemberLookup
public struct Column<Root: Record, Value: ColumnValue>: @unchecked Sendable {
  /// Safe because it is immutable, and composed of Sendable key paths only.
  let keyPath: KeyPath<Root, Value>

  var path: ColumnPath<Root> { ColumnPath(keyPath) }

  /// A property within this one.
  public subscript<Inner: ColumnValue>(
    dynamicMember property: any KeyPath<Value, Inner> & Sendable
  ) -> Column<Root, Inner> {
    Column<Root, Inner>(keyPath: keyPath.appending(path: property))
  }
}

extension SQL.StringInterpolation {
  /// The quoted name of a column, or the expression that reads a property inside its JSON.
  ///
  /// A property that is no column throws `RecordError.notAColumn` when the statement runs.
  public mutating func appendInterpolation<Root, Value>(_ column: Column<Root, Value>) {
    do {
      let columns = try RecordColumns.of(Root.self)
      appendInterpolation(raw: columns.expression(try columns.place(column.path)))
    } catch {
      append(.refused(error))
    }
  }
}

extension RecordColumns {
  /// The SQL that reads a place.
  func expression(_ place: Place) -> String {
    let column = quotedIdentifier(columns[place.column].name)
    guard !place.jsonPath.isEmpty else { return column }
    let path = place.jsonPath.map { ".\(quotedIdentifier($0))" }.joined()
    return "json_extract(\(column), \(SQLValue.text("$\(path)").literal))"
  }
}
