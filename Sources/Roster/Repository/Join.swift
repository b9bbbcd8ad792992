/// Rows of several tables put together, as tuples of records.
///
/// ```swift
/// let pairs = try orders.join(customers) { $0.customerID == $1.id }.all()   // [(Order, Customer)]
/// // SELECT t0."id", ..., t1."id", ... FROM "orders" AS t0
/// //   JOIN "customers" AS t1 ON (t0."customerID" = t1."id")
/// ```
///
/// An index on the column that a joined table is found by, its primary key for one, makes the
/// difference between a look-up and a scan for each row; see `explain`.
public struct Join<Row, Proxies: Sendable>: Fetchable {
  let database: Database
  var select: Select
  /// The columns of each table, as closures see them.
  let proxies: Proxies
  /// How the records lie in a row, one after the other.
  let layouts: [@Sendable () throws -> RowLayout]
  /// The records in a row.
  let decode: @Sendable (JoinDecoders, Statement) throws -> Row

  /// The rows for which a condition holds.
  public func filter(_ condition: (Proxies) -> Condition) -> Self {
    var join = self
    join.select.conditions.append(condition(proxies).node)
    return join
  }

  /// The rows in the order of expressions, after any orders set already.
  public func order(_ orders: (Proxies) -> [Ordering]) -> Self {
    var join = self
    join.select.orders += orders(proxies)
    return join
  }

  /// At most so many rows: `LIMIT ?`.
  ///
  /// - Parameter count: 0 or more; a negative number throws when the query runs.
  public func limit(_ count: Int) -> Self {
    var join = self
    join.select.limit(count)
    return join
  }

  /// The rows but for the first ones: `OFFSET ?`.
  ///
  /// - Parameter count: 0 or more; a negative number throws when the query runs.
  public func offset(_ count: Int) -> Self {
    var join = self
    join.select.offset(count)
    return join
  }

  /// Groups of the rows that agree in some expressions.
  public func group(_ keys: (Proxies) -> [GroupKey]) -> Grouping<Proxies> {
    var select = select
    select.groups = keys(proxies).map(\.node)
    return Grouping(database: database, select: select, proxies: proxies)
  }

  /// One expression over each row.
  public func select<Value: ColumnValue & Decodable>(
    _ expression: (Proxies) -> SQLExpression<Value>
  ) -> Selection<Value> {
    Selection(database, select, expression(proxies))
  }

  /// Expressions over each row, as tuples.
  public func select<each Value: ColumnValue & Decodable>(
    _ expressions: (Proxies) -> (repeat SQLExpression<each Value>)
  ) -> Selection<(repeat each Value)> {
    var columns: [ExpressionNode] = []
    repeat columns.append((each expressions(proxies)).node)
    return Selection(database, select, columns)
  }
}
