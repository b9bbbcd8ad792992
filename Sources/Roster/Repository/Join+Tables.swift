// One pair of methods for each number of tables: a tuple cannot be made longer in general.

extension Queryable {
  /// The rows together with the matching ones of another table.
  ///
  /// ```swift
  /// try orders.join(customers) { $0.customerID == $1.id }.all()   // [(Order, Customer)]
  /// ```
  ///
  /// A table can be joined with itself.
  public func join<Other: Queryable>(
    _ other: Other,
    on condition: (Columns<T>, Columns<Other.T>) -> Condition
  ) -> Join<(T, Other.T), (Columns<T>, Columns<Other.T>)> {
    let (first, own) = query.firstOfJoin
    let next = Joined(other.query)
    return Join(
      database: query.repository.database,
      select: first.joining(next, .join, condition(own, next.columns).node),
      proxies: (own, next.columns),
      layouts: [RecordPlan<T>.layout, RecordPlan<Other.T>.layout],
      decode: { (try $0.record(0, $1), try $0.record(1, $1)) }
    )
  }

  /// The rows together with the matching ones of another table, or with nil where none matches.
  ///
  /// ```swift
  /// try customers.leftJoin(orders) { $1.customerID == $0.id }.filter { $1.id == nil }.all()
  /// // customers without orders: [(Customer, Order?)]
  /// ```
  public func leftJoin<Other: Queryable>(
    _ other: Other,
    on condition: (Columns<T>, Columns<Other.T>) -> Condition
  ) -> Join<(T, Other.T?), (Columns<T>, OptionalColumns<Other.T>)> {
    let (first, own) = query.firstOfJoin
    let next = Joined(other.query)
    return Join(
      database: query.repository.database,
      select: first.joining(next, .leftJoin, condition(own, next.columns).node),
      proxies: (own, next.optionalColumns),
      layouts: [RecordPlan<T>.layout, RecordPlan<Other.T>.layout],
      decode: { (try $0.record(0, $1), try $0.recordIfPresent(1, $1)) }
    )
  }
}

extension Join {
  /// The rows together with the matching ones of a third table.
  public func join<A, B, PA, PB, Other: Queryable>(
    _ other: Other,
    on condition: (PA, PB, Columns<Other.T>) -> Condition
  ) -> Join<(A, B, Other.T), (PA, PB, Columns<Other.T>)>
  where Row == (A, B), Proxies == (PA, PB) {
    let next = Joined(other.query)
    let earlier = decode
    return Join<(A, B, Other.T), (PA, PB, Columns<Other.T>)>(
      database: database,
      select: select.joining(next, .join, condition(proxies.0, proxies.1, next.columns).node),
      proxies: (proxies.0, proxies.1, next.columns),
      layouts: layouts + [RecordPlan<Other.T>.layout],
      decode: {
        let rows = try earlier($0, $1)
        return (rows.0, rows.1, try $0.record(2, $1))
      }
    )
  }

  /// The rows together with the matching ones of a third table, or with nil where none matches.
  public func leftJoin<A, B, PA, PB, Other: Queryable>(
    _ other: Other,
    on condition: (PA, PB, Columns<Other.T>) -> Condition
  ) -> Join<(A, B, Other.T?), (PA, PB, OptionalColumns<Other.T>)>
  where Row == (A, B), Proxies == (PA, PB) {
    let next = Joined(other.query)
    let earlier = decode
    return Join<(A, B, Other.T?), (PA, PB, OptionalColumns<Other.T>)>(
      database: database,
      select: select.joining(next, .leftJoin, condition(proxies.0, proxies.1, next.columns).node),
      proxies: (proxies.0, proxies.1, next.optionalColumns),
      layouts: layouts + [RecordPlan<Other.T>.layout],
      decode: {
        let rows = try earlier($0, $1)
        return (rows.0, rows.1, try $0.recordIfPresent(2, $1))
      }
    )
  }

  /// The rows together with the matching ones of a fourth table.
  public func join<A, B, C, PA, PB, PC, Other: Queryable>(
    _ other: Other,
    on condition: (PA, PB, PC, Columns<Other.T>) -> Condition
  ) -> Join<(A, B, C, Other.T), (PA, PB, PC, Columns<Other.T>)>
  where Row == (A, B, C), Proxies == (PA, PB, PC) {
    let next = Joined(other.query)
    let earlier = decode
    return Join<(A, B, C, Other.T), (PA, PB, PC, Columns<Other.T>)>(
      database: database,
      select: select.joining(
        next,
        .join,
        condition(proxies.0, proxies.1, proxies.2, next.columns).node
      ),
      proxies: (proxies.0, proxies.1, proxies.2, next.columns),
      layouts: layouts + [RecordPlan<Other.T>.layout],
      decode: {
        let rows = try earlier($0, $1)
        return (rows.0, rows.1, rows.2, try $0.record(3, $1))
      }
    )
  }

  /// The rows together with the matching ones of a fourth table, or with nil where none matches.
  public func leftJoin<A, B, C, PA, PB, PC, Other: Queryable>(
    _ other: Other,
    on condition: (PA, PB, PC, Columns<Other.T>) -> Condition
  ) -> Join<(A, B, C, Other.T?), (PA, PB, PC, OptionalColumns<Other.T>)>
  where Row == (A, B, C), Proxies == (PA, PB, PC) {
    let next = Joined(other.query)
    let earlier = decode
    return Join<(A, B, C, Other.T?), (PA, PB, PC, OptionalColumns<Other.T>)>(
      database: database,
      select: select.joining(
        next,
        .leftJoin,
        condition(proxies.0, proxies.1, proxies.2, next.columns).node
      ),
      proxies: (proxies.0, proxies.1, proxies.2, next.optionalColumns),
      layouts: layouts + [RecordPlan<Other.T>.layout],
      decode: {
        let rows = try earlier($0, $1)
        return (rows.0, rows.1, rows.2, try $0.recordIfPresent(3, $1))
      }
    )
  }
}
