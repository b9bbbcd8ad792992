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
    try SearchHits(query: query, excerpts: excerpts).all()
  }

  /// The rows of a search as what gives them when asked: `hits().first()`, `hits().stream { }`.
  ///
  /// - Parameter excerpts: which texts to show, in the order of `SearchHit.excerpts`.
  @_disfavoredOverload
  public func hits(_ excerpts: Excerpt<T>...) -> SearchHits<T> {
    SearchHits(query: query, excerpts: excerpts)
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
}
