extension Fetchable {
  /// The statement that `all` runs, its values bound, for printing or as part of other SQL.
  ///
  /// ```swift
  /// print(try students.filter { $0.age >= 18 }.sql.text)
  /// // SELECT "id", "firstName", "age" FROM "students" WHERE ("age" >= ?)
  /// let oldest = try database.query("SELECT max(age) FROM (\(adults.sql))", as: Int.self)
  /// ```
  ///
  /// - Throws: `RecordError` and `EncodingError` like `all`.
  public var sql: SQL {
    get throws {
      let request = request
      let facts = PoolFacts(pool: request.database.pool)
      return try request.rendered(RenderContext(facts: facts)).sql
    }
  }

  /// How SQLite would go about this query, which does not run.
  ///
  /// ```swift
  /// let plan = try students.filter { $0.lastName == "Lee" }.explain()
  /// #expect(plan.usesIndex)
  /// ```
  ///
  /// - Throws: like `all`.
  public func explain() throws -> QueryPlan {
    let request = request
    try request.select.check()
    return try request.database.plan { try request.rendered($0).sql }
  }
}

extension Database {
  fileprivate func plan(of render: (RenderContext) throws -> SQL) throws -> QueryPlan {
    try pool.snapshot {
      try pool.useReader { connection in
        let sql = try render(RenderContext(facts: connection))
        let values = try sql.values()
        // An explanation does not run and so never notices that it is out of date: this does, and
        // the explanation is prepared after it.
        _ = try connection.firstValue("SELECT count(*) FROM sqlite_schema")
        var depths: [SQLValue: Int] = [:]
        let rows = try connection.rows("EXPLAIN QUERY PLAN \(sql.text)", values)
        return QueryPlan(
          steps: rows.compactMap { row in
            guard row.count == 4, case .text(let detail) = row[3] else { return nil }
            let depth = depths[row[1]].map { $0 + 1 } ?? 0
            depths[row[0]] = depth
            return QueryPlan.Step(detail: detail, depth: depth)
          }
        )
      }
    }
  }
}

/// What is known of the tables outside of a connection's use: it is asked of one where it counts.
private struct PoolFacts: TableFacts {
  let pool: ConnectionPool

  func declaredType(of column: String, in table: String) throws -> String? {
    try pool.useReader { try $0.declaredType(of: column, in: table) }
  }
}
