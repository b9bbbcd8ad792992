/// A repository, or a query that narrows it down.
public protocol Queryable<T>: Fetchable where Row == T {
  /// The record type.
  associatedtype T: Record
  /// The rows as a query.
  var query: Query<T> { get }
}

extension Queryable {
  /// The rows for which a condition holds, besides those set already.
  ///
  /// ```swift
  /// students.filter { $0.age >= 18 && $0.lastName.hasPrefix("L") || !$0.active }
  /// // WHERE (("age" >= ? AND ("lastName" >= ? AND "lastName" < ?)) OR (NOT "active"))
  /// ```
  ///
  /// An index on a column serves `==`, `<`, `isIn` and `hasPrefix` on it; see `explain`.
  ///
  /// After a limit, it applies to the rows that the limit leaves.
  public func filter(_ condition: (Columns<T>) -> Condition) -> Query<T> {
    var query = query.unlimited
    query.select.conditions.append(condition(query.newColumns()).node)
    return query
  }

  /// The rows in the order of a property, after any orders set already.
  ///
  /// ```swift
  /// students.order(by: \.lastName).order(by: \.age, .descending, nils: .last)
  /// // ORDER BY "lastName", "age" DESC NULLS LAST
  /// ```
  ///
  /// An index on the properties, in this order, saves the sorting.
  ///
  /// - Parameters:
  ///   - property: a column, or a property inside one that is kept as JSON.
  ///   - direction: which way.
  ///   - nils: where rows without a value go; without it, nil is less than any value.
  public func order<Value: ColumnValue>(
    by property: any KeyPath<T, Value> & Sendable,
    _ direction: Direction = .ascending,
    nils: NilPlacement? = nil
  ) -> Query<T> {
    var query = query
    query.select.orders.append(
      Ordering(
        node: query.columns[dynamicMember: property].node,
        direction: direction,
        nils: nils
      )
    )
    return query
  }

  /// The rows in the order of expressions, after any orders set already.
  ///
  /// ```swift
  /// students.order { [$0.lastName.lowercased().ascending(), $0.age.descending()] }
  /// // ORDER BY lower("lastName"), "age" DESC
  /// ```
  public func order(_ orders: (Columns<T>) -> [Ordering]) -> Query<T> {
    var query = query
    query.select.orders += orders(query.newColumns())
    return query
  }

  /// At most so many rows: `LIMIT ?`.
  ///
  /// - Parameter count: 0 or more; a negative number throws when the query runs.
  public func limit(_ count: Int) -> Query<T> {
    var query = query
    query.select.limit(count)
    return query
  }

  /// The rows but for the first ones: `OFFSET ?`.
  ///
  /// SQLite reads the rows it leaves out; `page(after:size:)` does not.
  ///
  /// - Parameter count: 0 or more; a negative number throws when the query runs.
  public func offset(_ count: Int) -> Query<T> {
    var query = query
    query.select.offset(count)
    return query
  }

  /// Whether there is such a row, as a condition in another query.
  ///
  /// ```swift
  /// customers.filter { customer in !orders.filter { $0.customerID == customer.id }.isNotEmpty }
  /// // WHERE (NOT EXISTS (SELECT 1 FROM "orders" ... WHERE "customerID" = t0."id"))
  /// ```
  public var isNotEmpty: Condition {
    Condition(.exists(SelectSubquery(select: query.select, column: nil)))
  }
}

extension Queryable {
  /// The first records, or fewer if there are not so many: `LIMIT ?`.
  public func prefix(_ maximum: Int) throws -> [T] {
    var query = query
    query.select.shorten(to: maximum)
    return try query.all()
  }
}
