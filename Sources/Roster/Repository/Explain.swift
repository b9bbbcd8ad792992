extension Queryable {
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
      let select = query.select
      try select.meetTables()
      let context = select.context()
      return try select.sql(select.columns(of: 0, context), context)
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
    try query.repository.database.plan(of: try sql)
  }
}

extension Join {
  /// The statement that `all` runs, its values bound.
  ///
  /// - Throws: `RecordError` and `EncodingError` like `all`.
  public var sql: SQL { get throws { try rendered() } }

  /// How SQLite would go about this query, which does not run.
  ///
  /// - Throws: like `all`.
  public func explain() throws -> QueryPlan { try database.plan(of: try rendered()) }
}

extension Selection {
  /// The statement that `all` runs, its values bound.
  ///
  /// - Throws: `RecordError` and `EncodingError` like `all`.
  public var sql: SQL { get throws { try rendered().sql } }

  /// How SQLite would go about this query, which does not run.
  ///
  /// - Throws: like `all`.
  public func explain() throws -> QueryPlan { try database.plan(of: try rendered().sql) }
}

extension Database {
  fileprivate func plan(of sql: SQL) throws -> QueryPlan {
    let values = try sql.values()
    return try pool.snapshot {
      try pool.useReader { connection in
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
