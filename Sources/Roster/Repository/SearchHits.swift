/// The rows of a search, each with how well it matches and where.
///
/// ```swift
/// let best = try notes.search("swift").hits(.snippet(\.body)).first()
/// ```
public struct SearchHits<T: Record>: Fetchable {
  private var query: Query<T>
  private let excerpts: [Excerpt<T>]

  init(query: Query<T>, excerpts: [Excerpt<T>]) {
    self.query = query
    self.excerpts = excerpts
    guard query.select.match == nil else { return }
    self.query.select.failure =
      query.select.failure ?? RecordError.invalidQuery(reason: "hits of a query without a search")
  }

  /// What runs when rows are asked for.
  public var request: FetchRequest {
    FetchRequest(
      database: query.repository.database,
      select: query.select,
      columns: .records(and: { [query, excerpts] in
        guard let match = query.select.match else { return [] }
        return try [match.rank] + excerpts.map { try $0.sql(match) }
      })
    )
  }

  /// At most so many hits: `LIMIT ?`.
  ///
  /// - Parameter count: 0 or more; a negative number throws when the query runs.
  public func limit(_ count: Int) -> SearchHits {
    var hits = self
    hits.query.select.limit(count)
    return hits
  }

  /// The first hits, or fewer if there are not so many: `LIMIT ?`.
  public func prefix(_ maximum: Int) throws -> [SearchHit<T>] {
    var hits = self
    hits.query.select.shorten(to: maximum)
    return try hits.all()
  }

  /// Hands over the hits one at a time, as they are read.
  ///
  /// - Throws: like `all`, and what `body` throws.
  public func stream(_ body: (SearchHit<T>) throws -> Void) throws {
    let request = request
    try request.select.check()
    try query.repository.use { connection, table in
      let sql = try request.rendered(RenderContext(facts: connection)).sql
      let values = try sql.values()
      let own = table.plan.layout.columns.count
      try connection.withStatement(StatementKey(sql.text)) { statement in
        try statement.bind(values)
        while try statement.step() {
          let decoder = statement.rowDecoder(for: SearchHit<T>.self) { table.plan.layout }
          let record = try decoder.decode(T.self, from: statement)
          var found = try (own..<Int(statement.columnCount)).map { try statement.value(Int32($0)) }
          guard case .real(let rank) = found.removeFirst() else {
            throw DatabaseError(.internalError, "a match without a rank", sql: sql.text)
          }
          let excerpts = found.map { if case .text(let text) = $0 { text } else { nil } as String? }
          try body(SearchHit(record: record, rank: rank, excerpts: excerpts))
        }
      }
    }
  }
}

/// A record that a search has found.
public struct SearchHit<T: Record> {
  /// The record.
  public let record: T
  /// How well it matches: the less, the better.
  ///
  /// See <https://www.sqlite.org/fts5.html#the_bm25_function>.
  public let rank: Double
  /// The texts that were asked for, nil where the column is.
  public let excerpts: [String?]
}

extension SearchHit: Sendable where T: Sendable {}
