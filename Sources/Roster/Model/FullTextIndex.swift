/// The full-text index over some columns of a record's table: an FTS5 table and three triggers.
///
/// The index keeps its own copy of the texts, and the triggers bring one row of it level with the
/// table, whatever it held before. An index without a copy (`content=`) must be told the old texts
/// to forget them, and where SQLite keeps silent about a row that goes, as under REPLACE without
/// `recursive_triggers`, it would go on finding them. See <https://www.sqlite.org/fts5.html>.
struct FullTextIndex: Sendable, Hashable {
  let table: String
  /// The key column, an alias of the rowid: VACUUM may renumber rows that have none.
  let rowID: String
  let columns: [String]
  let tokenizer: Tokenizer

  var name: String { "\(table)_fulltext" }

  /// The columns that the index shows when it is as described here; the last two are FTS5's own.
  var allColumns: [String] { columns + [name, "rank"] }

  /// Makes the index and the triggers, and takes in the rows that were there before them.
  var createStatements: [String] {
    let index = quotedIdentifier(name)
    let texts = list(columns)
    // Under an alias, lest a table called "new" be taken for the row that the trigger is about.
    let insert = """
      INSERT INTO \(index) (rowid, \(texts)) SELECT \(key), \(texts) FROM \(quotedTable) AS t0
      """
    let changed = ([rowID] + columns).map(quotedIdentifier).map {
      "old.\($0) IS NOT new.\($0) COLLATE BINARY"
    }
    return [
      "CREATE VIRTUAL TABLE IF NOT EXISTS \(index) USING fts5(\(texts), "
        + "tokenize = \(SQLValue.text(tokenizer.name).literal))",
      trigger(
        "insert",
        "INSERT",
        "DELETE FROM \(index) WHERE rowid = new.\(key); \(insert) WHERE \(key) = new.\(key);"
      ),
      trigger("delete", "DELETE", "DELETE FROM \(index) WHERE rowid = old.\(key);"),
      trigger(
        "update",
        "UPDATE",
        when: changed.joined(separator: " OR "),
        "DELETE FROM \(index) WHERE rowid IN (old.\(key), new.\(key)); "
          + "\(insert) WHERE \(key) = new.\(key);"
      ),
      "\(insert) WHERE NOT EXISTS (SELECT 1 FROM \(index))",
    ]
  }

  /// Takes away the index and the triggers.
  var dropStatements: [String] {
    ["insert", "delete", "update"].map { "DROP TRIGGER IF EXISTS \(triggerName($0))" }
      + ["DROP TABLE IF EXISTS \(quotedIdentifier(name))"]
  }

  private var key: String { quotedIdentifier(rowID) }

  private var quotedTable: String { quotedIdentifier(table) }

  private func list(_ names: [String]) -> String {
    names.map(quotedIdentifier).joined(separator: ", ")
  }

  private func triggerName(_ event: String) -> String { quotedIdentifier("\(name)_\(event)") }

  private func trigger(
    _ suffix: String,
    _ event: String,
    when condition: String? = nil,
    _ body: String
  ) -> String {
    "CREATE TRIGGER IF NOT EXISTS \(triggerName(suffix)) AFTER \(event) ON \(quotedTable) "
      + (condition.map { "WHEN \($0) " } ?? "") + "BEGIN \(body) END"
  }
}

extension FullTextIndex {
  /// The index that a statement describes, as SQLite keeps it; nil if it is none of FTS5's.
  init?(createTable sql: String, table: String, rowID: String) {
    let words = SQLWords.words(of: sql)
    guard let start = words.firstIndex(where: { $0.isKeyword("fts5") }) else { return nil }
    let arguments = words[start...].dropFirst(2).dropLast().split { $0.isSign(",") }
    var columns: [String] = []
    var tokenizer = "unicode61"
    for argument in arguments {
      guard let first = argument.first else { continue }
      if first.isKeyword("tokenize"), let last = argument.last {
        tokenizer = String(last.text.dropFirst().dropLast()).replacing("''", with: "'")
      } else if argument.count == 1 {
        columns.append(first.text)
      }
    }
    self.init(table: table, rowID: rowID, columns: columns, tokenizer: Tokenizer(tokenizer))
  }
}

/// How a full-text index takes text apart into the tokens that a search finds.
///
/// See <https://www.sqlite.org/fts5.html#tokenizers>.
public struct Tokenizer: Sendable, Hashable {
  let name: String

  /// A tokenizer as FTS5 spells it, with its options: `Tokenizer("unicode61 tokenchars '-_'")`.
  public init(_ name: String) { self.name = name }

  /// Words of letters and digits, without regard to case or accents.
  public static let unicode = Tokenizer("unicode61 remove_diacritics 2")
  /// The same, and English words that differ in their ending are one: "run" finds "running".
  public static let porter = Tokenizer("porter unicode61 remove_diacritics 2")
  /// Every three characters in a row, so that parts of words are found; nothing shorter is.
  public static let trigram = Tokenizer("trigram")
}
