import Foundation

extension Database {
  /// Moves what is in the write-ahead log into the database's file.
  ///
  /// ```swift
  /// let checkpoint = try database.checkpoint(.truncate)   // sqlite3_wal_checkpoint_v2
  /// ```
  ///
  /// SQLite does so by itself, every `Configuration.walAutocheckpoint` pages. In memory there is
  /// nothing to move. In whatever mode, it takes its turn among the writers of this process.
  /// See <https://www.sqlite.org/wal.html#ckpt>.
  ///
  /// - Returns: what was moved; not complete if others were in the way longer than the busy
  ///   timeout.
  /// - Throws: `DatabaseError`: `.locked` inside `write { }`, `.readOnly` inside `read { }` and for
  ///   a database that is.
  @discardableResult
  public func checkpoint(_ mode: CheckpointMode = .passive) throws -> Checkpoint {
    try pool.useWriter { try $0.checkpoint(mode) }
  }

  /// Looks for damage in the file, and for references to rows that are not there.
  ///
  /// ```swift
  /// let findings = try database.integrityCheck()
  /// // PRAGMA integrity_check(100); PRAGMA foreign_key_check
  /// ```
  ///
  /// It reads everything, beside a writer.
  /// See <https://www.sqlite.org/pragma.html#pragma_integrity_check>.
  ///
  /// - Parameter limit: how many findings of either kind are enough.
  /// - Returns: what is wrong, in SQLite's words; nothing if all is well.
  /// - Throws: `DatabaseError` if the database cannot be read at all, for another reason than
  ///   damage.
  public func integrityCheck(limit: Int = 100) throws -> [String] {
    let limit = Swift.max(1, limit)
    return try pool.read { session in
      try session.use { connection in
        try Self.findings { try connection.damage(limit) }
          + Self.findings { try connection.lostReferences(limit) }
      }
    }
  }

  /// What `check` finds, and also what keeps it from checking.
  private static func findings(_ check: () throws -> [String]) throws -> [String] {
    do { return try check() } catch let error as DatabaseError {
      // A foreign key that names no unique columns makes the check itself fail, with `.error`.
      guard error.primaryCode == .corrupt || error.code == .error else { throw error }
      return [error.message]
    }
  }

  /// Builds the file anew, without free pages and with every table in one piece.
  ///
  /// ```swift
  /// try database.vacuum()   // VACUUM
  /// ```
  ///
  /// It needs up to twice the file's size on disk meanwhile, and keeps other writers waiting.
  /// See <https://www.sqlite.org/lang_vacuum.html>.
  ///
  /// - Throws: `DatabaseError`: `.error` inside a transaction or a row handler, `.full`.
  public func vacuum() throws {
    try pool.useWriter { _ = try $0.run(StatementKey("VACUUM"), []) }
  }

  /// Writes a compact copy of the database to a new file, while others read and write on.
  ///
  /// ```swift
  /// try database.vacuum(into: "copy.sqlite")   // VACUUM INTO ?
  /// ```
  ///
  /// Smaller than a `backup`, and slower. See <https://www.sqlite.org/lang_vacuum.html#vacuuminto>.
  ///
  /// - Throws: `DatabaseError`: `.error` for a database that is there, a file that SQLite keeps
  ///   beside this one, or inside a transaction; `.notADatabase` for another file that is not
  ///   empty; `.cannotOpen` for a path that leads nowhere.
  public func vacuum(into path: String) throws {
    let target = PathNames.resolved(try Connection.checked(path: path))
    guard path != ":memory:" else {
      throw DatabaseError(.misuse, "such a copy would be gone at once: give a path")
    }
    try refuseOwnFiles(target, .error)
    try pool.read { session in
      guard !session.isInTransaction else {
        throw DatabaseError(.error, "cannot VACUUM from within a transaction")
      }
      let files = FileManager.default
      let isNew = !files.fileExists(atPath: target)
      do {
        try session.use { _ = try $0.run(StatementKey("VACUUM INTO ?"), [.text(target)]) }
      } catch {
        // Half a copy is not to be taken for a whole one.
        if isNew { try? files.removeItem(atPath: target) }
        throw error
      }
    }
  }
}

extension Connection {
  /// What SQLite finds damaged.
  fileprivate func damage(_ limit: Int) throws -> [String] {
    let findings = try rows("PRAGMA integrity_check(\(limit))", []).flatMap { row in
      guard case .text(let text)? = row.first, text != "ok" else { return [] as [String] }
      // SQLite may put several into one row.
      return text.split(separator: "\n").map(String.init)
    }
    return Array(findings.prefix(limit))
  }

  /// The rows that refer to others that are not there.
  fileprivate func lostReferences(_ limit: Int) throws -> [String] {
    let sql = """
      SELECT '"' || "table" || '"' || ifnull(' row ' || rowid, '')
        || ' refers to a row of "' || parent || '" that is not there'
      FROM pragma_foreign_key_check LIMIT ?
      """
    return try rows(sql, [.integer(Int64(limit))]).compactMap { row in
      guard case .text(let text)? = row.first else { return nil }
      return text
    }
  }
}
