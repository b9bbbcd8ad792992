extension Backup {
  /// Copies all of a database over one with pages of another size or texts in another encoding.
  ///
  /// In WAL mode SQLite changes neither, and to whoever has the target open it would be unreadable.
  /// So the copy is made aside first, which may fail or be stopped, and then put in the target's
  /// place in one step, which nobody stops, with the target in exclusive use.
  /// See <https://www.sqlite.org/pragma.html#pragma_locking_mode>.
  ///
  /// - Throws: `DatabaseError` (`.busy`) if others have the target open; like `copy`.
  static func copyUnlike(
    _ source: Connection,
    to target: Connection,
    _ pagesPerStep: Int,
    _ progress: (BackupProgress) throws -> Void
  ) throws {
    _ = try target.firstValue("PRAGMA locking_mode = EXCLUSIVE")
    try target.executeScript("BEGIN EXCLUSIVE; COMMIT")
    let aside = try Connection(Connection.Options(path: "", isTemporary: true))
    aside.setToken(source.token)
    try copy(source, to: aside, pagesPerStep, progress)
    for connection in [aside, target] { connection.setToken(nil) }
    let mode = try target.firstValue("PRAGMA journal_mode")
    guard try target.firstValue("PRAGMA journal_mode = DELETE") == "delete" else {
      throw DatabaseError(.busy, "others have the target of the backup open")
    }
    do {
      try copy(aside, to: target, .max) { _ in }
    } catch {
      if mode == "wal" { _ = try target.firstValue("PRAGMA journal_mode = WAL") }
      throw error
    }
  }
}

/// What a database must have in common with another one that becomes its copy while it is open.
struct DatabaseFormat {
  private let pageSize: SQLValue
  private let encoding: SQLValue
  /// Whether there is nothing yet that the format would be one of.
  let isEmpty: Bool

  init(of connection: Connection) throws(DatabaseError) {
    pageSize = try connection.firstValue("PRAGMA page_size")
    encoding = try connection.firstValue("PRAGMA encoding")
    isEmpty = try connection.firstValue("PRAGMA page_count") == .integer(0)
  }

  func isLike(_ other: DatabaseFormat) -> Bool {
    pageSize == other.pageSize && encoding == other.encoding
  }

  /// - Throws: `DatabaseError` (`.misuse`) if an open database like this one cannot become like
  ///   another.
  func checkBecoming(_ other: DatabaseFormat) throws(DatabaseError) {
    guard encoding == other.encoding, isEmpty || pageSize == other.pageSize else {
      throw DatabaseError(
        .misuse,
        "a database with \(self) cannot become one with \(other) while it is open; "
          + "back up to a file instead"
      )
    }
  }
}

extension DatabaseFormat: CustomStringConvertible {
  var description: String { "pages of \(pageSize.literal) bytes and texts in \(encoding.literal)" }
}
