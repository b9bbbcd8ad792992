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

  func sql(_ match: Select.Match) throws -> SQL {
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
