/// A statement that has yet to be rendered, and the database that it is for.
public struct FetchRequest: Sendable {
  /// What the rows are made of.
  enum Columns: Sendable {
    /// All columns of all tables, and some SQL behind them.
    case records(and: @Sendable () throws -> [SQL] = { [] })
    case expressions([ExpressionNode])
  }

  let database: Database
  let select: Select
  let columns: Columns

  /// The tables that it reads; nil if they are not known.
  var tables: Set<String>? {
    if case .expressions(let columns) = columns {
      select.tables(with: columns)
    } else {
      select.tables
    }
  }

  /// The statement, and the forms of its columns if they are those of expressions.
  ///
  /// - Throws: `RecordError` and `EncodingError` for what cannot be SQL.
  func rendered(_ outer: RenderContext) throws -> (sql: SQL, forms: [StorageForm]) {
    switch columns {
    case .records(let more):
      let context = select.context(in: outer)
      let own = select.sources.indices.flatMap { select.columns(of: $0, context) }
      return (try select.sql(own + more(), context), [])
    case .expressions(let columns):
      var select = select
      if columns.contains(where: { $0.isAggregate }) { select.match?.isRanked = false }
      let context = select.context(in: outer, with: columns)
      try select.checkGroups(columns)
      let rendered = try columns.map { try $0.renderValue(context) }
      return (try select.sql(rendered.map(\.sql), context), rendered.map(\.form.form))
    }
  }

  /// Runs the statement, and calls `body` with it on its first row, if there is one.
  func withFirstRow(_ body: (Statement, [StorageForm]) throws -> Void) throws {
    try select.check()
    try database.pool.useReader { connection in
      let (sql, forms) = try rendered(RenderContext(facts: connection))
      let values = try sql.values()
      try connection.withStatement(StatementKey(sql.text)) { statement in
        try statement.bind(values)
        if try statement.step() { try body(statement, forms) }
      }
    }
  }

  /// The number that a statement gives which is made of this one.
  func number(_ wrap: (SQL) -> SQL) throws -> Int {
    try select.check()
    return try database.pool.useReader { connection in
      let sql = wrap(try rendered(RenderContext(facts: connection)).sql)
      let values = try sql.values()
      return try connection.withStatement(StatementKey(sql.text)) { statement in
        try statement.bind(values)
        guard try statement.step(), case .integer(let number) = try statement.value(0) else {
          return 0
        }
        return Int(clamping: number)
      }
    }
  }
}
