/// `String` and `String?`.
public protocol TextValue: ColumnValue {}

extension String: TextValue {}
extension Optional: TextValue where Wrapped == String {}

// SQLite knows the case of ASCII letters only, and compares code points where Swift compares
// characters: "é" of one code point and "é" of two are different texts to it.
extension SQLExpression where Value: TextValue {
  /// The text with the letters A to Z in lower case: `lower("name")`.
  public func lowercased() -> Self {
    Self(.call(SQLCall(template: "lower(#)", result: .text), [node]))
  }

  /// The text with the letters a to z in upper case: `upper("name")`.
  public func uppercased() -> Self {
    Self(.call(SQLCall(template: "upper(#)", result: .text), [node]))
  }

  /// The text without the spaces at its ends: `trim("name")`.
  public func trimmed() -> Self { Self(.call(SQLCall(template: "trim(#)", result: .text), [node])) }

  /// Whether the text begins with another, by code points and case: `"name" >= ? AND "name" < ?`.
  ///
  /// An index on the column serves it. False for nil.
  public func hasPrefix(_ prefix: String) -> Condition {
    Condition(.prefix(node, .value(LooseValue(prefix))))
  }

  /// Whether the text begins with that of another column.
  public func hasPrefix(_ prefix: SQLExpression<String>) -> Condition {
    Condition(.prefix(node, prefix.node))
  }

  /// Whether the text ends with another, by code points and case.
  ///
  /// Every row is read. False for nil.
  public func hasSuffix(_ suffix: String) -> Condition {
    guard !suffix.isEmpty else { return hasPrefix("") }
    return Condition(
      .call(
        // As bytes: a NUL would end a text before its end. Of no bytes, substr gives NULL.
        SQLCall(
          template: "(ifnull(substr(CAST(# AS BLOB), -#), x'') = CAST(# AS BLOB))",
          result: .bool
        ),
        [node, .value(LooseValue(suffix.utf8.count)), .value(LooseValue(suffix))]
      )
    )
  }

  /// Whether the text contains another, by code points and case: `instr("name", ?) > 0`.
  ///
  /// Every row is read; for words in long texts, see `fullText`. False for nil.
  public func contains(_ other: String) -> Condition {
    Condition(
      .call(
        SQLCall(template: "(instr(#, #) > 0)", result: .bool),
        [node, .value(LooseValue(other))]
      )
    )
  }

  /// Whether the text contains another as a person would search for it, without regard to case and
  /// accents: `roster_search("name", ?)`, which is Foundation's `localizedStandardContains`.
  ///
  /// Every row is read. False for nil.
  public func localizedStandardContains(_ other: String) -> Condition {
    Condition(.call(.localizedStandardContains, [node, .value(LooseValue(other))]))
  }

  /// Whether the text matches a pattern of SQL, without regard to the case of A to Z.
  ///
  /// `%` stands for any text and `_` for one code point; `\` before them makes them themselves.
  /// See <https://www.sqlite.org/lang_expr.html#like>.
  public func like(_ pattern: String) -> Condition {
    Condition(
      .call(
        SQLCall(template: #"(# LIKE # ESCAPE '\')"#, result: .bool),
        [node, .value(LooseValue(pattern))]
      )
    )
  }
}

extension SQLExpression where Value == String {
  /// The number of code points, up to the first NUL: `length("name")`.
  public var count: SQLExpression<Int> {
    SQLExpression<Int>(.call(SQLCall(template: "length(#)", result: .integer), [node]))
  }

  /// Whether there is no text in it.
  public var isEmpty: Condition { self == "" }
}

extension SQLExpression where Value == String? {
  /// The number of code points, up to the first NUL; nil for nil.
  public var count: SQLExpression<Int?> {
    SQLExpression<Int?>(.call(SQLCall(template: "length(#)", result: .integer), [node]))
  }
}

/// Both texts, one after the other: `("firstName" || ?)`.
public func + (left: SQLExpression<String>, right: String) -> SQLExpression<String> {
  SQLExpression(.call(.concatenation, [left.node, .value(LooseValue(right))]))
}

/// Both texts, one after the other.
public func + (left: String, right: SQLExpression<String>) -> SQLExpression<String> {
  SQLExpression(.call(.concatenation, [.value(LooseValue(left)), right.node]))
}

/// Both texts, one after the other.
public func + (
  left: SQLExpression<String>,
  right: SQLExpression<String>
) -> SQLExpression<String> {
  SQLExpression(.call(.concatenation, [left.node, right.node]))
}

extension SQLCall {
  static let localizedStandardContains = SQLCall(
    template: "\(SwiftFunctions.search)(#, #)",
    result: .bool
  )
  static let concatenation = SQLCall(template: "(# || #)", result: .text)
}
