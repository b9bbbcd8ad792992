/// A SELECT as a value: where its rows come from, which of them, and in what order.
struct Select: Sendable {
  /// A table, or the rows of another query, under an alias.
  struct Source: Sendable {
    enum Kind: String, Sendable {
      case from = "FROM"
      case join = "JOIN"
      case leftJoin = "LEFT JOIN"
    }

    var kind = Kind.from
    let table: String
    var columns: [String]
    /// The identities that the source's columns go by.
    var references: [TableReference]
    var condition: ExpressionNode?
    /// What limits the source alone, where a limit belongs to it and not to the whole.
    var inner: [Select] = []
  }

  var sources: [Source]
  var conditions: [ExpressionNode] = []
  var groups: [ExpressionNode] = []
  var having: [ExpressionNode] = []
  var orders: [Ordering] = []
  var limit: Int?
  var offset: Int?
  var isDistinct = false
  /// A full-text search of the first source's table.
  var match: Match?
  /// Why the query cannot run; thrown when it should.
  var failure: (any Error)?

  init(table: String, columns: [String], reference: TableReference) {
    sources = [Source(table: table, columns: columns, references: [reference])]
  }

  /// Throws what makes the query impossible, before anything is asked of the database.
  func check() throws {
    if let failure { throw failure }
  }

  /// Whether only a part of the rows that match is wanted.
  var isLimited: Bool { limit != nil || offset != nil }

  /// All expressions in it, and those it gives or assigns.
  private func expressions(with columns: [ExpressionNode]) -> [ExpressionNode] {
    columns + conditions + groups + having + orders.map(\.node) + sources.compactMap(\.condition)
  }

  /// The tables it reads, by their names in lower case; nil where SQL written by hand may read any.
  var tables: Set<String>? { tables(with: []) }

  func tables(with columns: [ExpressionNode]) -> Set<String>? {
    var all = Set(sources.map(\.table.asciiLowercased))
    let nodes = expressions(with: columns)
    guard !nodes.contains(where: \.isHandwritten) else { return nil }
    let others =
      sources.flatMap(\.inner).map(\.tables)
      + nodes.flatMap(\.subqueries).map(\.tables)
    for tables in others {
      guard let tables else { return nil }
      all.formUnion(tables)
    }
    return all
  }

  /// Whether columns must say whose they are.
  private func needsAliases(_ columns: [ExpressionNode]) -> Bool {
    sources.count > 1 || match != nil || expressions(with: columns).contains { $0.hasSubquery }
  }

  /// The context in which this statement's expressions are rendered.
  ///
  /// - Parameter columns: those it gives or assigns, as far as they are expressions.
  func context(
    in outer: RenderContext = RenderContext(),
    with columns: [ExpressionNode] = []
  ) -> RenderContext {
    var context = outer
    let needsAliases = outer.depth > 0 || outer.isIdentifying || needsAliases(columns)
    // SQL by hand may have a name of its own for a table, and that could be "t0".
    if needsAliases, outer.depth == 0, tables(with: columns) == nil {
      context.aliasPrefix = "roster_t"
    }
    for (index, source) in sources.enumerated() {
      let suffix = outer.depth == 0 ? "" : "_\(outer.depth)"
      let alias = needsAliases ? "\(context.aliasPrefix)\(index)\(suffix)" : ""
      for reference in source.references {
        let known = context.aliases.updateValue(alias, forKey: ObjectIdentifier(reference))
        if known != nil, reference.isShared { context.clash = source.table }
      }
    }
    context.depth += 1
    return context
  }

  /// The columns of a source, each with the source's alias where there is one.
  func columns(of source: Int, _ context: RenderContext) -> [SQL] {
    let alias = alias(of: source, context)
    return sources[source].columns.map { column in
      alias.isEmpty ? "\(identifier: column)" : "\(identifier: alias).\(identifier: column)"
    }
  }

  private func alias(of source: Int, _ context: RenderContext) -> String {
    sources[source].references.first.flatMap { context.aliases[ObjectIdentifier($0)] } ?? ""
  }

  /// The statement, giving these columns.
  ///
  /// - Throws: `RecordError` and `EncodingError` for what cannot be SQL; what `failure` says.
  func sql(_ columns: [SQL], _ context: RenderContext) throws -> SQL {
    try check()
    if let table = context.clash {
      throw ExpressionNode.refused(
        "a join with \"\(table)\" is used inside a closure of its own, where nothing tells its "
          + "columns apart; join the tables anew"
      )
    }
    var sql: SQL = "SELECT \(raw: isDistinct ? "DISTINCT " : "")\(columns.joined(", "))"
    sql = "\(sql)\(try from(context))\(try filter(context))"
    if !groups.isEmpty {
      sql = "\(sql) GROUP BY \(try groups.map { try Self.key($0, context) }.joined(", "))"
    }
    if !having.isEmpty {
      sql = "\(sql) HAVING \(try having.map { try $0.render(context).sql }.joined(" AND "))"
    }
    return "\(sql)\(try ending(context))"
  }

  /// An expression to group by, equal where the values are.
  private static func key(_ node: ExpressionNode, _ context: RenderContext) throws -> SQL {
    let key = try node.renderValue(context)
    return try key.sql.collated(key.form, nil, context)
  }

  /// `FROM ... JOIN ... ON ...`
  func from(_ context: RenderContext) throws -> SQL {
    var sql: SQL = ""
    for (index, source) in sources.enumerated() {
      var rows: SQL = "\(identifier: source.table)"
      if let inner = source.inner.first {
        // Deeper than its siblings, so that its names hide none of theirs.
        var around = context
        around.depth += 1
        let own = inner.context(in: around)
        let columns: [SQL] = zip(inner.columns(of: 0, own), inner.sources[0].columns).map {
          "\($0) AS \(identifier: $1)"
        }
        rows = "(\(try inner.sql(columns, own)))"
      }
      let alias = alias(of: index, context)
      if !alias.isEmpty { rows = "\(rows) AS \(identifier: alias)" }
      sql = "\(sql) \(raw: source.kind.rawValue) \(rows)"
      if let condition = source.condition {
        sql = "\(sql) ON \(try condition.render(context).sql)"
      }
    }
    if let match {
      sql = "\(sql)\(match.join(alias(of: 0, context)))"
    }
    return sql
  }

  /// `WHERE ...`, or nothing.
  func filter(_ context: RenderContext) throws -> SQL {
    let all = try (match?.conditions ?? []) + conditions.map { try $0.render(context).sql }
    return all.isEmpty ? "" : " WHERE \(all.joined(" AND "))"
  }

  /// `ORDER BY ... LIMIT ... OFFSET ...`, or nothing.
  func ending(_ context: RenderContext) throws -> SQL {
    var sql: SQL = ""
    var orders = try orders.map { try $0.sql(context) }
    if let match, match.isRanked, orders.isEmpty, groups.isEmpty { orders = [match.rank] }
    if !orders.isEmpty { sql = " ORDER BY \(orders.joined(", "))" }
    if isLimited {
      // A limit of -1 is none, which an offset cannot do without.
      sql = "\(sql) LIMIT \(Int64(limit ?? -1))"
      if let offset { sql = "\(sql) OFFSET \(Int64(offset))" }
    }
    return sql
  }
}

extension [SQL] {
  func joined(_ separator: String) -> SQL {
    var joined = SQL(text: "")
    for (index, sql) in enumerated() {
      if index > 0 { joined.tail += separator }
      joined.append(sql)
    }
    return joined
  }
}

/// A query as part of another one.
struct SelectSubquery: Subquery {
  let select: Select
  /// What its only column is; nil where nothing but the existence of rows counts.
  let column: ExpressionNode?

  var tables: Set<String>? { select.tables(with: column.map { [$0] } ?? []) }

  func sql(in outer: RenderContext) throws -> SQL {
    var select = select
    if column == nil { select.match?.isRanked = false }
    let context = select.context(in: outer)
    let column: SQL = try column.map { try $0.renderValue(context).sql } ?? "1"
    return try select.sql([column], context)
  }

  func form(in outer: RenderContext) throws -> ValueForm {
    guard let column else { return .integer }
    return try column.renderValue(select.context(in: outer)).form
  }
}
