import Foundation

extension Database {
  /// How many pages a backup copies between two reports: 4 MB of the usual size.
  public static let backupPagesPerStep = 1000

  /// Copies the database, as it is at the start, into a file, while others read and write on.
  ///
  /// ```swift
  /// try database.backup(to: "backup.sqlite") { progress in
  ///   print("\(progress.remainingPages) of \(progress.totalPages) pages to go")
  /// }
  /// // sqlite3_backup_step(..., 1000), until it is done
  /// ```
  ///
  /// The file gets everything or nothing: what it held before is there until the copy is whole, and
  /// after an error. Once it is whole, neither a cancelled task nor a deadline makes it fail.
  /// Meanwhile the write-ahead log grows, as with every long `read { }`. Only a database in memory,
  /// which has one connection, keeps others waiting. In `read { }` its snapshot is copied.
  /// See <https://www.sqlite.org/backup.html>.
  ///
  /// - Parameters:
  ///   - path: where to; a database that is there is replaced.
  ///   - pagesPerStep: how many pages are copied between two calls of `progress`.
  ///   - progress: is called after each step but the last; what it throws ends the copy.
  /// - Throws: `DatabaseError`: `.cannotOpen` for a path that leads nowhere, `.notADatabase` for
  ///   a file that is something else, `.busy` while others use it longer than the timeout or
  ///   inside `write { }`, `.misuse` for the database's own file or one that SQLite keeps beside
  ///   it, `.readOnlyDatabaseMoved` if its file is gone; what `progress` throws.
  public func backup(
    to path: String,
    pagesPerStep: Int = backupPagesPerStep,
    progress: (BackupProgress) throws -> Void = { _ in }
  ) throws {
    guard path != ":memory:" else {
      throw DatabaseError(.misuse, "such a backup would be gone at once: give a path or a Database")
    }
    let path = PathNames.resolved(try Connection.checked(path: path))
    try refuseOwnFiles(path)
    try readForBackup { source in
      let isNew = Self.makeFile(path)
      var options = source.options
      options.path = path
      options.isReadOnly = false
      let target = try Connection(options)
      target.setToken(source.token)
      do {
        let (own, others) = (try DatabaseFormat(of: source), try DatabaseFormat(of: target))
        if others.isEmpty || own.isLike(others) {
          try Backup.copy(source, to: target, pagesPerStep, progress)
        } else {
          try Backup.copyUnlike(source, to: target, pagesPerStep, progress)
        }
      } catch {
        if isNew { Self.removeEmptyFile(path, target) }
        throw error
      }
      // The copy is complete, whatever becomes of the connection.
      try? target.close()
    }
  }

  /// Copies the database, as it is at the start, into another one that is open.
  ///
  /// ```swift
  /// let copy = try Database.inMemory()
  /// try template.backup(to: copy)       // a fresh database for one test
  /// ```
  ///
  /// - Parameters:
  ///   - target: what it held is replaced; others who use it wait or go on reading what it held.
  ///   - pagesPerStep: how many pages are copied between two calls of `progress`.
  ///   - progress: is called after each step but the last; what it throws ends the copy. In it,
  ///     `target` is `.busy`.
  /// - Throws: like the backup to a path; `.busy` if this thread has a transaction open on
  ///   `target`, `.readOnly` if that is for reading only, `.misuse` if it has pages of another
  ///   size or texts in another encoding, which SQLite cannot change while it is open.
  public func backup(
    to target: Database,
    pagesPerStep: Int = backupPagesPerStep,
    progress: (BackupProgress) throws -> Void = { _ in }
  ) throws {
    guard target !== self else {
      throw DatabaseError(.misuse, "a database cannot be copied onto itself")
    }
    if let file = target.file { try refuseOwnFiles(file.path) }
    try readForBackup { source in
      try target.pool.write { session in
        guard !session.isInTransaction else {
          throw DatabaseError(.busy, "cannot copy into a database inside a transaction of it")
        }
        try target.file?.check()
        // The last step may have been made, even if it does not say so.
        defer { target.pool.hub.publish(.anything) }
        try session.replacing { connection in
          try DatabaseFormat(of: connection).checkBecoming(DatabaseFormat(of: source))
          try Backup.copy(source, to: connection, pagesPerStep, progress)
        }
      }
    }
  }

  /// Lends a connection on a snapshot that stays the same to the end, so that no write by others
  /// makes the copy start again.
  private func readForBackup(_ body: (Connection) throws -> Void) throws {
    try file?.check()
    try pool.read { session in
      guard !session.isWriting else {
        throw DatabaseError(.busy, "cannot back up inside write { }")
      }
      try session.read { try session.use(body) }
    }
  }

  /// Refuses to write over the database's own files, by whatever name they go.
  func refuseOwnFiles(_ path: String, _ code: ResultCode = .misuse) throws(DatabaseError) {
    guard file?.overlaps(path) != true else {
      throw DatabaseError(code, "a database cannot be copied onto itself: \(path)")
    }
  }

  /// Makes an empty file, and says whether there was none.
  private static func makeFile(_ path: String) -> Bool {
    // Where it cannot be made, SQLite says why.
    (try? Data().write(to: URL(fileURLWithPath: path), options: .withoutOverwriting)) != nil
  }

  /// Removes what a failed copy has left of a file that was not there before, unless others have
  /// written to it.
  private static func removeEmptyFile(_ path: String, _ connection: Connection) {
    try? connection.close()
    let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    guard size == 0 else { return }
    for file in [path] + PathNames.suffixes.map({ path + $0 }) {
      try? FileManager.default.removeItem(atPath: file)
    }
  }
}
