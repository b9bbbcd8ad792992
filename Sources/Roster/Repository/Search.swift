extension Queryable {
  /// The rows that match a search string, the best first unless another order is set.
  ///
  /// ```swift
  /// try notes.search("swift AND (sqlite OR title: codable)").limit(10).all()
  /// // SELECT t0."id", ... FROM "notes" AS t0
  /// //   JOIN "notes_fulltext" ON "notes_fulltext".rowid = t0."id"
  /// //   WHERE "notes_fulltext"."notes_fulltext" MATCH ? ORDER BY "notes_fulltext".rank LIMIT ?
  /// ```
  ///
  /// A second search narrows down the first. A type without `.fullText` in its schema throws
  /// `RecordError.invalidQuery` when the query runs; a malformed string throws `DatabaseError`
  /// (`.error`) then. See <https://www.sqlite.org/fts5.html#full_text_query_syntax>.
  ///
  /// - Parameter expression: words, "phrases", `prefix*`, `AND`, `OR`, `NOT`, `NEAR(...)`, and
  ///   `column: ...`. What users type may be malformed; `search(plain:)` takes anything.
  public func search(_ expression: String) -> Query<T> {
    query.searching { try SearchText.expression(expression) }
  }

  /// The rows that hold all words of a text, the best first unless another order is set.
  ///
  /// ```swift
  /// try notes.search(plain: "it's \"swift", matchingPrefix: true).all()
  /// // ... MATCH ?      bound: "it's" """swift"*
  /// ```
  ///
  /// Any text will do: nothing in it has a meaning of its own. One without a word finds no rows.
  ///
  /// - Parameters:
  ///   - text: words between spaces; several that a sign joins, as in "e-mail", are a phrase.
  ///   - matchingPrefix: whether the last word may be the beginning of one, as while typing.
  public func search(plain text: String, matchingPrefix: Bool = false) -> Query<T> {
    query.searching { SearchText.plain(text, matchingPrefix: matchingPrefix) }
  }

  /// The rows of a search, each with how well it matches and where.
  ///
  /// ```swift
  /// for hit in try notes.search("swift").hits(.highlight(\.title), .snippet(\.body)) {
  ///   print(hit.record.id, hit.rank, hit.excerpts)
  /// }
  /// // SELECT t0."id", ..., "notes_fulltext".rank,
  /// //   highlight("notes_fulltext"."notes_fulltext", 0, ?, ?), snippet(...) FROM ...
  /// ```
  ///
  /// - Parameter excerpts: which texts to show, in the order of `SearchHit.excerpts`.
  /// - Throws: `RecordError.invalidQuery` for a query without a search, and for an excerpt of a
  ///   column that is not searched; otherwise like `all`.
  public func hits(_ excerpts: Excerpt<T>...) throws -> [SearchHit<T>] {
    try query.hits(excerpts)
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

/// The text of a searched column with the words that were found marked.
///
/// ```swift
/// try notes.search("swift").hits(.snippet(\.body, tokens: 8, marks: ("<b>", "</b>")))
/// ```
///
/// The text around the marks is as it was stored: in HTML, it is still to be escaped.
public struct Excerpt<Root: Record>: Sendable {
  private enum Extent {
    case whole
    case part(tokens: Int, ellipsis: String)
  }

  private let column: ColumnPath<Root>
  private let marks: (String, String)
  private let extent: Extent

  /// The whole text: `highlight(..., '[', ']')`.
  ///
  /// See <https://www.sqlite.org/fts5.html#the_highlight_function>.
  ///
  /// - Parameters:
  ///   - property: a column of the schema's `.fullText`.
  ///   - marks: what comes before and after each word or phrase that was found.
  public static func highlight<Value: ColumnValue>(
    _ property: any KeyPath<Root, Value> & Sendable,
    marks: (String, String) = ("[", "]")
  ) -> Self {
    Self(column: ColumnPath(property), marks: marks, extent: .whole)
  }

  /// The part of the text with the most of what was found: `snippet(..., '[', ']', '…', 16)`.
  ///
  /// See <https://www.sqlite.org/fts5.html#the_snippet_function>.
  ///
  /// - Parameters:
  ///   - property: a column of the schema's `.fullText`.
  ///   - tokens: the most words it has, 1 to 64; another number throws when the query runs.
  ///   - marks: what comes before and after each word or phrase that was found.
  ///   - ellipsis: what stands for the text left out before and after it.
  public static func snippet<Value: ColumnValue>(
    _ property: any KeyPath<Root, Value> & Sendable,
    tokens: Int = 16,
    marks: (String, String) = ("[", "]"),
    ellipsis: String = "…"
  ) -> Self {
    Self(
      column: ColumnPath(property),
      marks: marks,
      extent: .part(tokens: tokens, ellipsis: ellipsis)
    )
  }

  fileprivate func sql(_ match: Select.Match) throws -> SQL {
    let columns = try RecordColumns.of(Root.self)
    let name = columns.columns[try columns.column(column)].name
    guard let place = match.index.columns.firstIndex(of: name) else {
      throw RecordError.invalidQuery(reason: "column \"\(name)\" is not in the full-text index")
    }
    switch extent {
    case .whole:
      return "highlight(\(match.matched), \(raw: "\(place)"), \(marks.0), \(marks.1))"
    case .part(let tokens, let ellipsis):
      guard (1...64).contains(tokens) else {
        throw RecordError.invalidQuery(reason: "a snippet has 1 to 64 tokens, not \(tokens)")
      }
      return """
        snippet(\(match.matched), \(raw: "\(place)"), \(marks.0), \(marks.1), \(ellipsis), \
        \(Int64(tokens)))
        """
    }
  }
}

extension Query {
  fileprivate func searching(_ text: () throws -> String) -> Query {
    var query = self
    do {
      guard let index = try repository.fullTextIndex() else {
        throw RecordError.invalidQuery(reason: "\(T.self) has no `.fullText` in its schema")
      }
      var match = select.match ?? Select.Match(index: index)
      match.texts.append(try text())
      query.select.match = match
    } catch {
      query.select.failure = query.select.failure ?? error
    }
    return query
  }

  func hits(_ excerpts: [Excerpt<T>]) throws -> [SearchHit<T>] {
    if let failure = select.failure { throw failure }
    guard let match = select.match else {
      throw RecordError.invalidQuery(reason: "hits of a query without a search")
    }
    return try repository.use { connection, table in
      let context = select.context(in: RenderContext(facts: connection))
      let own = select.columns(of: 0, context)
      let sql = try select.sql(own + [match.rank] + excerpts.map { try $0.sql(match) }, context)
      let values = try sql.values()
      return try connection.withStatement(StatementKey(sql.text)) { statement in
        try statement.bind(values)
        var hits: [SearchHit<T>] = []
        while try statement.step() {
          let decoder = statement.rowDecoder(for: SearchHit<T>.self) { table.plan.layout }
          let record = try decoder.decode(T.self, from: statement)
          var found = try (own.count..<Int(statement.columnCount)).map {
            try statement.value(Int32($0))
          }
          guard case .real(let rank) = found.removeFirst() else {
            throw DatabaseError(.internalError, "a match without a rank", sql: sql.text)
          }
          let excerpts = found.map { if case .text(let text) = $0 { text } else { nil } as String? }
          hits.append(SearchHit(record: record, rank: rank, excerpts: excerpts))
        }
        return hits
      }
    }
  }
}
