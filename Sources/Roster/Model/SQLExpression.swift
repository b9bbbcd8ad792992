/// A column of a record, a property inside one that is kept as JSON, or what SQL computes of them.
///
/// ```swift
/// $0.age                        // "age"
/// $0.address.city               // json_extract("address", '$."city"')
/// $0.price * $0.count + 5       // (("price" * "count") + ?)
/// $0.lastName.hasPrefix("L")    // ("lastName" >= ? AND "lastName" < ?)
/// ```
///
/// It is a value: nothing is looked up and no SQL runs before the query does. Values are bound, by
/// the codec of the column they are compared with.
@dynamicMemberLookup
public struct SQLExpression<Value: ColumnValue>: Sendable {
  let node: ExpressionNode

  init(_ node: ExpressionNode) { self.node = node }

  /// A property within this one, which must be a column kept as JSON.
  public subscript<Inner: ColumnValue>(
    dynamicMember property: any KeyPath<Value, Inner> & Sendable
  ) -> SQLExpression<Inner> {
    SQLExpression<Inner>(node.appending(property, Inner.self))
  }

  /// A property within a struct that may be nil, and then is nil itself.
  public subscript<Wrapped: Codable, Inner: ColumnValue>(
    dynamicMember property: any KeyPath<Wrapped, Inner> & Sendable
  ) -> SQLExpression<Inner?> where Value == Wrapped? {
    SQLExpression<Inner?>(within(property))
  }

  /// A property that may be nil, within a struct that may be.
  public subscript<Wrapped: Codable, Inner: ColumnValue>(
    dynamicMember property: any KeyPath<Wrapped, Inner?> & Sendable
  ) -> SQLExpression<Inner?> where Value == Wrapped? {
    SQLExpression<Inner?>(within(property))
  }

  private func within<Wrapped: Codable, Inner: ColumnValue>(
    _ property: KeyPath<Wrapped, Inner>
  ) -> ExpressionNode {
    do {
      return node.within(try JSONProperties.path(property), FieldShape.of(Inner.self).kind)
    } catch { return .unreachable("\(property)") }
  }

  /// An expression written in SQL, for what has no Swift form here.
  ///
  /// ```swift
  /// students.filter { SQLExpression<Int>("abs(\($0.balance))") > 100 }   // (abs("balance")) > ?
  /// ```
  ///
  /// - Parameter sql: an expression; its interpolations bind, columns are inserted by name.
  public init(_ sql: SQL) {
    node = .sql(sql, FieldShape.of(Value.self).kind)
  }
}

/// A condition on rows, built by Swift's operators.
///
/// ```swift
/// { $0.age >= 18 && $0.lastName != "Lee" }   // ("age" >= ?) AND ("lastName" <> ?)
/// ```
///
/// It has Swift's meaning, in which a condition is true or false: nil equals nil, differs from
/// every value, and is neither less nor greater than any.
public typealias Condition = SQLExpression<Bool>
