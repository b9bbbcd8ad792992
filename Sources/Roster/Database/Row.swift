/// One row of a result, for a row handler; it cannot be kept beyond it.
///
/// ```swift
/// try database.prepare("SELECT num FROM test").forEach { row in
///   print(try row.get(0, as: Int.self))
/// }
/// ```
public struct Row: ~Copyable {
  let statement: Statement
  let decoder: RowDecoder

  /// The names of the columns.
  public var columnNames: [String] { statement.columnNames }

  /// The value of a column, read by the contract of its type.
  ///
  /// - Parameter column: counted from 0.
  /// - Throws: `DecodingError` when the value does not fit the type or there is no such column.
  public func get<Value: Decodable>(_ column: Int, as type: Value.Type = Value.self) throws -> Value
  {
    try decoder.decode(type, column: checked(column), from: statement)
  }

  /// The value of the column with a name, read by the contract of its type.
  ///
  /// - Throws: `DecodingError` when the value does not fit the type, or no column or several bear
  ///   the name.
  public func get<Value: Decodable>(
    _ name: String,
    as type: Value.Type = Value.self
  ) throws -> Value {
    let column = decoder.layout.column(name)
    guard column >= 0 else { throw decoder.missing(NameKey(name), column) }
    return try decoder.decode(type, column: column, from: statement)
  }

  /// The value of a column in the storage class it has.
  ///
  /// - Parameter column: counted from 0.
  /// - Throws: `DecodingError` when there is no such column; `DatabaseError` for TEXT that is not
  ///   UTF-8.
  public func value(_ column: Int) throws -> SQLValue {
    try statement.value(checked(column))
  }

  private func checked(_ column: Int) throws -> Int32 {
    let count = decoder.layout.columns.count
    guard column >= 0, column < count else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: [],
          debugDescription: "the result has no column \(column): it has \(count), counted from 0"
        )
      )
    }
    return Int32(truncatingIfNeeded: column)
  }
}
