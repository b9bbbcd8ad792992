/// Groups of rows that agree in some expressions, for computing one value of each group.
///
/// ```swift
/// try orders.group { [$0.shipCountry.key] }
///   .having { $0.rowCount() > 5 }
///   .order { [$0.freight.sum().descending()] }
///   .select { ($0.shipCountry, $0.rowCount(), $0.freight.sum()) }
///   .all()
/// // SELECT "shipCountry", count(*), sum("freight") FROM "orders"
/// //   GROUP BY "shipCountry" HAVING (count(*) > ?) ORDER BY sum("freight") DESC
/// ```
public struct Grouping<Proxies: Sendable>: Sendable {
  let database: Database
  var select: Select
  let proxies: Proxies

  /// The groups for which a condition holds.
  public func having(_ condition: (Proxies) -> Condition) -> Self {
    var grouping = self
    grouping.select.having.append(condition(proxies).node)
    return grouping
  }

  /// The groups in the order of expressions, after any orders set already.
  public func order(_ orders: (Proxies) -> [Ordering]) -> Self {
    var grouping = self
    grouping.select.orders += orders(proxies)
    return grouping
  }

  /// One value for each group.
  public func select<Value: ColumnValue & Decodable>(
    _ expression: (Proxies) -> SQLExpression<Value>
  ) -> Selection<Value> {
    Selection(database, select, expression(proxies))
  }

  /// One row for each group: what is grouped by, and aggregates.
  ///
  /// A column that is neither throws `RecordError.invalidQuery` when the query runs.
  public func select<each Value: ColumnValue & Decodable>(
    _ expressions: (Proxies) -> (repeat SQLExpression<each Value>)
  ) -> Selection<(repeat each Value)> {
    var columns: [ExpressionNode] = []
    repeat columns.append((each expressions(proxies)).node)
    return Selection(database, select, columns)
  }
}

/// An expression that rows are grouped by.
public struct GroupKey: Sendable {
  let node: ExpressionNode
}

extension SQLExpression {
  /// This, for rows to be grouped by: rows with equal values are one group.
  public var key: GroupKey { GroupKey(node: node) }
}

extension Queryable {
  /// Groups of the rows that agree in some properties.
  ///
  /// ```swift
  /// try students.group(by: \.city).select { ($0.city, $0.rowCount()) }.all()
  /// // SELECT "city", count(*) FROM "students" GROUP BY "city"
  /// ```
  public func group<each Value: ColumnValue>(
    by properties: repeat any KeyPath<T, each Value> & Sendable
  ) -> Grouping<Columns<T>> {
    let query = query.ofWhatIsLimited
    var groups: [ExpressionNode] = []
    repeat groups.append(query.columns[dynamicMember: each properties].node)
    return query.grouped(groups)
  }

  /// Groups of the rows that agree in some expressions.
  ///
  /// ```swift
  /// try orders.group { [$0.orderDate.year.key] }.select { ($0.orderDate.year, $0.rowCount()) }
  /// ```
  public func group(_ keys: (Columns<T>) -> [GroupKey]) -> Grouping<Columns<T>> {
    var query = query.ofWhatIsLimited
    let groups = keys(query.newColumns()).map(\.node)
    return query.grouped(groups)
  }
}

extension Query {
  /// The rows to be grouped; the order of a limit decided which they are, and is of no more use.
  fileprivate var ofWhatIsLimited: Query {
    guard select.isLimited else { return self }
    var query = unlimited
    query.select.orders = []
    return query
  }

  fileprivate func grouped(_ groups: [ExpressionNode]) -> Grouping<Columns<T>> {
    var query = self
    let proxies = query.newColumns(isShared: true)
    query.select.groups = groups
    return Grouping(database: repository.database, select: query.select, proxies: proxies)
  }
}
