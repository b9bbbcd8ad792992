extension Select {
  /// A full-text search of a statement's first table.
  ///
  /// The index goes by its own name, which no alias of a table is, and inside it by its hidden
  /// column of the same name. See <https://www.sqlite.org/fts5.html#full_text_query_syntax>.
  struct Match: Sendable {
    let index: FullTextIndex
    /// What is searched for; a row must match each of them.
    var texts: [String] = []
    /// Whether the best matches come first, where no other order is set.
    var isRanked = true

    /// `JOIN` the index with the table under its alias.
    func join(_ table: String) -> SQL {
      """
       JOIN \(identifier: index.name) \
      ON \(identifier: index.name).rowid = \(identifier: table).\(identifier: index.rowID)
      """
    }

    var conditions: [SQL] { texts.map { "\(matched) MATCH \($0)" } }

    /// How well a row matches: the less, the better.
    var rank: SQL { "\(identifier: index.name).rank" }

    /// What `MATCH`, `snippet` and `highlight` take for the index.
    var matched: SQL { "\(identifier: index.name).\(identifier: index.name)" }
  }
}

/// What a full-text search is for.
enum SearchText {
  /// A search string in FTS5's own syntax.
  ///
  /// - Throws: `DatabaseError` for a NUL, where FTS5 would stop reading.
  static func expression(_ text: String) throws -> String {
    guard !text.utf8.contains(0) else {
      throw DatabaseError(.error, "fts5: a NUL in the search string")
    }
    // A star in the first place makes FTS5 answer questions about itself, not about the rows.
    return text.utf8.first == UInt8(ascii: "*") ? " \(text)" : text
  }

  /// The search for all words of a text, whatever they are made of.
  static func plain(_ text: String, matchingPrefix: Bool) -> String {
    let words = text.unicodeScalars.split { $0.value == 0 || $0.properties.isWhitespace }
    // A search for nothing finds nothing, where an empty string would be malformed.
    guard !words.isEmpty else { return "\"\"" }
    return words.map { quotedIdentifier(String($0)) }.joined(separator: " ")
      + (matchingPrefix ? "*" : "")
  }
}
