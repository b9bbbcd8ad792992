/// What a statement does, as far as its first word tells.
enum StatementKind {
  /// INSERT, UPDATE, DELETE, REPLACE, SELECT, VALUES, WITH, EXPLAIN, `readSchemaVersion`.
  case data
  /// BEGIN, COMMIT, END, ROLLBACK, SAVEPOINT, RELEASE.
  case transaction
  /// ALTER, DROP: it changes the schema, and with it perhaps rows.
  case alteration
  /// CREATE and all the rest: it may change the schema, or what it means.
  case other

  /// The one PRAGMA that every transaction runs, and that changes nothing.
  ///
  /// See <https://www.sqlite.org/pragma.html#pragma_schema_version>.
  static let readSchemaVersion = "PRAGMA schema_version"

  init(sql: some Collection<UInt8>) {
    let word = String(
      decoding: Self.skipSpace(sql).prefix { $0 | 0x20 >= 97 && $0 | 0x20 <= 122 },
      as: UTF8.self
    )
    switch word.uppercased() {
    case "INSERT", "UPDATE", "DELETE", "REPLACE", "SELECT", "VALUES", "WITH", "EXPLAIN":
      self = .data
    case "ALTER", "DROP": self = .alteration
    case "BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE": self = .transaction
    // Only as it stands here: with a value behind it, it would write the version.
    default: self = sql.elementsEqual(Self.readSchemaVersion.utf8) ? .data : .other
    }
  }

  /// What follows the spaces, semicolons and comments at the start.
  ///
  /// See <https://www.sqlite.org/lang_comment.html>.
  private static func skipSpace<Bytes: Collection<UInt8>>(_ sql: Bytes) -> Bytes.SubSequence {
    var rest = sql[...]
    while let first = rest.first {
      if first <= 32 || first == UInt8(ascii: ";") {
        rest = rest.dropFirst()
      } else if rest.starts(with: "\u{feff}".utf8) {
        rest = rest.dropFirst(3)
      } else if rest.starts(with: "--".utf8) {
        rest = rest.drop { $0 != UInt8(ascii: "\n") }
      } else if rest.starts(with: "/*".utf8) {
        rest = rest.dropFirst(2)
        while !rest.isEmpty, !rest.starts(with: "*/".utf8) { rest = rest.dropFirst() }
        rest = rest.dropFirst(2)
      } else {
        break
      }
    }
    return rest
  }
}

extension Connection {
  /// Whether a statement can be prepared here and only reads, so that any connection may run it.
  func canRead(_ key: StatementKey) -> Bool {
    (try? inspect(key) { $0.isReadOnly && $0.kind == .data }) ?? false
  }
}
