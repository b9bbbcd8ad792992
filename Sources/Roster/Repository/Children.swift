extension Queryable {
  /// The records, each with its children: two statements, however many there are.
  ///
  /// ```swift
  /// let all = try customers.with(orders, on: \.customerID)   // [(Customer, [Order])]
  /// // SELECT ... FROM "customers"
  /// // SELECT ... FROM "orders" WHERE ("customerID" IN (SELECT value FROM json_each(?)))
  /// ```
  ///
  /// Both see the same state of the database. An index on the children's column serves it.
  ///
  /// - Parameters:
  ///   - children: the children's table, or a query on it; its order is kept.
  ///   - property: the children's property that holds the parent's key.
  /// - Throws: like `all`; `RecordError.invalidQuery` for children with a limit, which would be one
  ///   of all of them together.
  public func with<Children: Queryable>(
    _ children: Children,
    on property: any KeyPath<Children.T, T.Key> & Sendable
  ) throws -> [(T, [Children.T])] where T.Key: Hashable & ColumnValue & Sendable {
    try with(children.query, { $0[keyPath: property] }) { query, keys in
      query.filter { $0[dynamicMember: property].isIn(keys) }
    }
  }

  /// The records, each with its children, whose property may be nil.
  public func with<Children: Queryable>(
    _ children: Children,
    on property: any KeyPath<Children.T, T.Key?> & Sendable
  ) throws -> [(T, [Children.T])] where T.Key: Hashable & ColumnValue & Sendable {
    try with(children.query, { $0[keyPath: property] }) { query, keys in
      query.filter { $0[dynamicMember: property].isIn(keys) }
    }
  }

  private func with<Child: Record>(
    _ children: Query<Child>,
    _ parent: (Child) -> T.Key?,
    _ narrowed: (Query<Child>, [T.Key]) -> Query<Child>
  ) throws -> [(T, [Child])] where T.Key: Hashable & ColumnValue & Sendable {
    guard !children.select.isLimited else {
      throw RecordError.invalidQuery(reason: "children with a limit or an offset")
    }
    let query = query
    return try query.repository.database.read {
      let parents = try query.all()
      let keys = try parents.map { try T.primaryKey.key(of: $0) }
      var families: [T.Key: [Child]] = [:]
      for child in try narrowed(children, keys.compactMap { $0 }).all() {
        if let key = parent(child) { families[key, default: []].append(child) }
      }
      return zip(parents, keys).map { record, key in
        (record, key.flatMap { families[$0] } ?? [])
      }
    }
  }
}

extension PrimaryKey where Root: Record {
  /// The key of a record, or nil if it has none yet.
  fileprivate func key(of record: Root) throws -> Key? {
    switch columns.first?.keyPath {
    case let property as KeyPath<Root, Key>: return record[keyPath: property]
    case let property as KeyPath<Root, Key?>: return record[keyPath: property]
    default: throw RecordError.invalidQuery(reason: "children of a record with a composite key")
    }
  }
}
