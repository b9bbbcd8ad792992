extension Queryable {
  /// How SQLite would go about this query, which does not run.
  ///
  /// ```swift
  /// let plan = try students.filter { $0.lastName == "Lee" }.explain()
  /// #expect(plan.usesIndex)
  /// ```
  ///
  /// - Throws: like `all`.
  public func explain() throws -> QueryPlan {
    let query = query
    let context = query.select.context()
    let sql = try query.select.sql(query.select.columns(of: 0, context), context)
    return try query.repository.database.plan(of: sql)
  }
}

extension Join {
  /// How SQLite would go about this query, which does not run.
  ///
  /// - Throws: like `all`.
  public func explain() throws -> QueryPlan { try database.plan(of: try rendered()) }
}

extension Selection {
  /// How SQLite would go about this query, which does not run.
  ///
  /// - Throws: like `all`.
  public func explain() throws -> QueryPlan { try database.plan(of: try rendered().sql) }
}

extension Database {
  fileprivate func plan(of sql: SQL) throws -> QueryPlan {
    let rows = try query("EXPLAIN QUERY PLAN \(sql)", as: (Int, Int, Int, String).self)
    var depths: [Int: Int] = [:]
    return QueryPlan(
      steps: rows.map { id, parent, _, detail in
        let depth = depths[parent].map { $0 + 1 } ?? 0
        depths[id] = depth
        return QueryPlan.Step(detail: detail, depth: depth)
      }
    )
  }
}
