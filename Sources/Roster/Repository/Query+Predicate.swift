import Foundation

extension Queryable {
  /// The rows for which a predicate of Foundation's is true, besides the conditions set already.
  ///
  /// ```swift
  /// let city = "Lyon"
  /// students.filter(#Predicate<Student> { $0.address?.city == city && $0.age >= 18 })
  /// // WHERE ((json_extract("address", '$."city"') IS ?) AND ("age" >= ?))
  /// ```
  ///
  /// The rows are those for which `evaluate` gives true. What has no such meaning in SQL is refused
  /// before any SQL runs, with an error that names the node: `PredicateExpressions.TypeCheck: ...`.
  ///
  /// Where `evaluate` throws or traps, SQL goes on: `!` on nil, an index out of range and an
  /// integer divided by zero are nil, which equals no value and is neither less nor greater than
  /// any; an integer that overflows becomes a real. Values are equal when they are stored alike, so
  /// that a type's own `==` does not count, and texts by code points, as in every filter here: "é"
  /// of one and "é" of two differ.
  ///
  /// An index serves `==`, `<`, `contains` of captured values and `starts(with:)`. Other questions
  /// about texts are answered by Swift, row by row.
  ///
  /// - Throws: nothing here; when the query runs, `RecordError.invalidQuery` for what is refused.
  public func filter(_ predicate: Predicate<T>) -> Query<T> {
    filter(predicate.expression, of: predicate.variable)
  }

  func filter(
    _ expression: any PredicateExpression<Bool>,
    of variable: PredicateExpressions.Variable<T>
  ) -> Query<T> {
    var query = query
    do {
      let scope = PredicateScope(record: T.self, query.table).binding(variable, to: .record)
      let node = try scope.node(expression)
      query.select.conditions.append(node)
      // Whatever is wrong with it is found here, and nothing runs.
      _ = try node.render(query.select.context())
    } catch {
      query.select.failure = query.select.failure ?? error
    }
    return query
  }
}

extension PredicateScope {
  /// The scope of a predicate on a record type.
  init<Root: Record>(record: Root.Type, _ table: TableReference) {
    self.init { path, type in try Self.column(path, type, record, table) }
  }

  private static func column<Root: Record, Value: Encodable>(
    _ path: AnyKeyPath,
    _: Value.Type,
    _: Root.Type,
    _ table: TableReference
  ) throws -> ExpressionNode {
    guard let keyPath = path as? KeyPath<Root, Value> else {
      throw RecordError.notAColumn(type: "\(Root.self)", keyPath: "\(path)", columns: [])
    }
    let column = ColumnPath(keyPath)
    let resolved = try RecordSource<Root>.resolve(column)
    guard resolved.form.kind.isExactInJSON || !resolved.form.isJSON else {
      throw ExpressionNode.refused(
        "PredicateExpressions.KeyPath: \(column.description) cannot be read from JSON exactly"
      )
    }
    return .column(ColumnReference(column, table))
  }
}
