extension Join {
  /// The rows.
  ///
  /// - Throws: `RecordError` for a query without a meaning; `EncodingError` for a value that cannot
  ///   be stored; `DecodingError` for a row that is not of these records; `DatabaseError`.
  public func all() throws -> [Rows] {
    var rows: [Rows] = []
    try stream { rows.append($0) }
    return rows
  }

  /// Hands over the rows one at a time, as they are read.
  ///
  /// - Throws: like `all`, and what `body` throws.
  public func stream(_ body: (Rows) throws -> Void) throws {
    try database.pool.useReader { connection in
      let sql = try rendered(RenderContext(facts: connection))
      let values = try sql.values()
      try connection.withStatement(StatementKey(sql.text)) { statement in
        try statement.bind(values)
        guard try statement.step() else { return }
        let decoders = try decoders(of: statement)
        repeat { try body(try decode(decoders, statement)) } while try statement.step()
      }
    }
  }

  /// The first row, or nil if there is none: `LIMIT 1`.
  ///
  /// - Throws: like `all`.
  public func first() throws -> Rows? {
    try limit(Swift.min(1, select.limit ?? 1)).all().first
  }

  /// The number of rows.
  ///
  /// - Throws: like `all`.
  public func count() throws -> Int {
    try database.number { "SELECT count(*) FROM (\(try rendered($0, ["1"])))" }
  }

  /// Whether there is a row: `SELECT EXISTS (...)`.
  ///
  /// - Throws: like `all`.
  public func exists() throws -> Bool {
    try database.number { "SELECT EXISTS (\(try rendered($0, ["1"])))" } != 0
  }

  /// The statement, giving all columns of all tables or other ones.
  func rendered(_ outer: RenderContext, _ columns: [SQL]? = nil) throws -> SQL {
    let context = select.context(in: outer)
    return try select.sql(
      columns ?? select.sources.indices.flatMap { select.columns(of: $0, context) },
      context
    )
  }

  private func decoders(of statement: Statement) throws -> JoinDecoders {
    statement.forgetReaderIfPreparedAnew()
    let purpose = ObjectIdentifier(Self.self)
    if let reader = statement.reader, reader.purpose == purpose,
      let known = reader.object as? JoinDecoders
    {
      return known
    }
    let decoders = JoinDecoders()
    for layout in layouts { decoders.add(try layout()) }
    statement.reader = Attachment(purpose: purpose, object: decoders)
    return decoders
  }
}

/// The decoders of the records in one row, each of which begins where the last one ends.
final class JoinDecoders {
  private var decoders: [RowDecoder] = []
  private var width: Int32 = 0

  func add(_ layout: RowLayout) {
    decoders.append(RowDecoder(layout: layout, firstColumn: width))
    width += Int32(layout.keys.count)
  }

  func record<T: Record>(_ place: Int, _ statement: Statement) throws -> T {
    try decoders[place].decode(T.self, from: statement)
  }

  /// The record, or nil where a left join found none: then its primary key is NULL.
  func recordIfPresent<T: Record>(_ place: Int, _ statement: Statement) throws -> T? {
    let decoder = decoders[place]
    let isMissing = decoder.layout.keyColumns.allSatisfy {
      statement.handle.field($0 + decoder.firstColumn).isNull
    }
    return isMissing ? nil : try decoder.decode(T.self, from: statement)
  }
}

extension RecordPlan {
  /// How the type's records lie in a row.
  @Sendable static func layout() throws -> RowLayout { try of(Root.self).layout }
}

extension Joined {
  init(_ query: Query<T>) { self.init(select: query.select, own: query.table) }
}

extension Query {
  /// The query as the first table of a join, and its columns there.
  var firstOfJoin: (Select, Columns<T>) {
    let first = Joined(self)
    return (select.asFirst(of: first), first.columns)
  }
}
