extension Queryable {
  /// The next records in the query's order, after one of them: page 10,000 costs what page 1 does.
  ///
  /// ```swift
  /// let byName = students.order(by: \.lastName)
  /// var page = try byName.page(after: nil, size: 50)
  /// page = try byName.page(after: page.last, size: 50)
  /// // SELECT ... WHERE (("lastName" > ?) OR ("lastName" = ? AND "id" > ?)) AND "lastName" >= ?
  /// //   ORDER BY "lastName", "id" LIMIT ?
  /// ```
  ///
  /// The primary key is added to the order, in the direction of its last column, so that it is
  /// total. An index that begins with the order's columns finds the page at once.
  ///
  /// - Parameters:
  ///   - last: the last record of the page before, or nil for the first page. Only its values
  ///     count; the row may be gone.
  ///   - size: how many records at most, 0 or more.
  /// - Throws: `RecordError.invalidQuery` for an order by something else than columns, or for a
  ///   query with a limit or an offset of its own; otherwise like `all`.
  public func page(after last: T?, size: Int) throws -> [T] {
    try query.page(after: last, size).all()
  }
}

extension Query {
  fileprivate func page(after last: T?, _ size: Int) throws -> Query {
    guard !select.isLimited, select.match == nil || !select.orders.isEmpty else {
      throw RecordError.invalidQuery(reason: "a page of a query with a limit, an offset or a rank")
    }
    var query = limit(size)
    var steps = try select.orders.map { order in
      guard case .column(let column) = order.node else {
        throw RecordError.invalidQuery(reason: "pages need an order by columns")
      }
      return try PageStep(order, column)
    }
    let direction = steps.last?.order.direction ?? .ascending
    for path in T.primaryKey.columns {
      let column = ColumnReference(path, table)
      let order = Ordering(node: .column(column), direction: direction, nils: nil)
      let step = try PageStep(order, column)
      guard !steps.contains(where: { $0.resolved.isSamePlace(as: step.resolved) }) else { continue }
      steps.append(step)
      query.select.orders.append(order)
    }
    guard let last else { return query }
    let next = try Self.after(last, steps[...])
    query.select.conditions.append(next ?? .value(LooseValue(SQLValue.integer(0))))
    if steps.count > 1, let bound = try steps[0].bound(last) {
      query.select.conditions.append(bound)
    }
    return query
  }

  /// Beyond the record in the first column, or level with it there and beyond it in the others.
  private static func after(_ record: T, _ steps: ArraySlice<PageStep>) throws -> ExpressionNode? {
    guard let first = steps.first else { return nil }
    let beyond = try first.beyond(record)
    guard let rest = try after(record, steps.dropFirst()) else { return beyond }
    let level = ExpressionNode.and(try first.level(record), rest)
    return beyond.map { .or($0, level) } ?? level
  }
}

/// One column of the order of pages.
private struct PageStep {
  let order: Ordering
  let resolved: ResolvedColumn
  private let column: ColumnReference

  init(_ order: Ordering, _ column: ColumnReference) throws {
    self.order = order
    self.column = column
    resolved = try column.resolve()
  }

  private func value(_ record: Any) throws -> SQLValue {
    guard !resolved.form.isJSON else {
      throw RecordError.invalidQuery(reason: "pages cannot go by \"\(resolved.name)\" inside JSON")
    }
    return try column.value(record, resolved.form.form)
  }

  private func comparison(
    _ comparison: ExpressionNode.Comparison,
    _ value: SQLValue
  ) -> ExpressionNode {
    .comparison(comparison, order.node, .value(LooseValue(value)))
  }

  func level(_ record: Any) throws -> ExpressionNode { comparison(.equal, try value(record)) }

  /// What comes after the record in this column alone; nil if nothing does.
  func beyond(_ record: Any) throws -> ExpressionNode? {
    let value = try value(record)
    guard value != .null else {
      return order.isNilFirst ? comparison(.notEqual, .null) : nil
    }
    let beyond = comparison(order.direction == .ascending ? .greater : .less, value)
    guard resolved.isOptional, !order.isNilFirst else { return beyond }
    return .or(beyond, comparison(.equal, .null))
  }

  /// What all later rows have in common, for an index to begin at.
  func bound(_ record: Any) throws -> ExpressionNode? {
    let value = try value(record)
    guard value != .null, !resolved.isOptional || order.isNilFirst else { return nil }
    return comparison(order.direction == .ascending ? .greaterOrEqual : .lessOrEqual, value)
  }
}

extension ResolvedColumn {
  fileprivate func isSamePlace(as other: ResolvedColumn) -> Bool {
    name == other.name && jsonPath == other.jsonPath
  }
}
