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
  /// The file gets everything or nothing: what it held before is there until the copy is complete,
  /// and after an error. Meanwhile the write-ahead log grows, as with every long `read { }`. Only a
  /// database in memory, which has one connection, keeps others waiting. In `read { }` its snapshot
  /// is copied. See <https://www.sqlite.org/backup.html>.
  ///
  /// - Parameters:
  ///   - path: where to; a database that is there is replaced.
  ///   - pagesPerStep: how many pages are copied between two calls of `progress`.
  ///   - progress: is called after each step but the last; what it throws ends the copy.
  /// - Throws: `DatabaseError`: `.cannotOpen` for a path that leads nowhere, `.notADatabase` for
  ///   a file that is something else, `.busy` while others use it longer than the timeout or
  ///   inside `write { }`, `.misuse` for the database's own file; what `progress` throws.
  public func backup(
    to path: String,
    pagesPerStep: Int = backupPagesPerStep,
    progress: (BackupProgress) throws -> Void = { _ in }
  ) throws {
    guard path != ":memory:" else {
      throw DatabaseError(.misuse, "such a backup would be gone at once: give a path or a Database")
    }
    guard !FileIdentity.isSame(path, self.path) else {
      throw DatabaseError(.misuse, "a database cannot be copied onto itself: \(path)")
    }
    try readForBackup { source in
      let isNew = !FileManager.default.fileExists(atPath: path)
      var options = source.options
      options.path = path
      options.isReadOnly = false
      let target = try Connection(options)
      target.setMonitor(source.monitor)
      do {
        try Self.copy(source, to: target, pagesPerStep, progress)
        try target.close()
      } catch {
        if isNew { Self.removeDatabase(at: path, target) }
        throw error
      }
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
  ///   - progress: is called after each step but the last; what it throws ends the copy.
  /// - Throws: like the backup to a path; `.busy` if this thread has a transaction open on
  ///   `target`, `.readOnly` if that is for reading only.
  public func backup(
    to target: Database,
    pagesPerStep: Int = backupPagesPerStep,
    progress: (BackupProgress) throws -> Void = { _ in }
  ) throws {
    guard target !== self, !FileIdentity.isSame(target.path, path) else {
      throw DatabaseError(.misuse, "a database cannot be copied onto itself")
    }
    try readForBackup { source in
      try target.pool.write { session in
        guard !session.isInTransaction else {
          throw DatabaseError(.busy, "cannot copy into a database inside a transaction of it")
        }
        // The last step may have been made, even if it does not say so.
        defer { target.pool.hub.publish(.anything) }
        try session.use { try Self.copy(source, to: $0, pagesPerStep, progress) }
      }
    }
  }

  /// Lends a connection on a snapshot that stays the same to the end, so that no write by others
  /// makes the copy start again.
  private func readForBackup(_ body: (Connection) throws -> Void) throws {
    try pool.read { session in
      guard !session.isWriting else {
        throw DatabaseError(.busy, "cannot back up inside write { }")
      }
      try session.read { try session.use(body) }
    }
  }

  private static func copy(
    _ source: Connection,
    to target: Connection,
    _ pagesPerStep: Int,
    _ progress: (BackupProgress) throws -> Void
  ) throws {
    let backup = try Backup(from: source, to: target)
    let pages = Int32(clamping: Swift.max(1, pagesPerStep))
    // The last step commits, so after it there is nothing to report that could still be stopped.
    while try backup.step(pages: pages) { try progress(backup.progress) }
    try backup.finish()
  }

  /// Removes what a failed copy has left of a file that was not there before.
  private static func removeDatabase(at path: String, _ connection: Connection) {
    try? connection.close()
    for suffix in ["", "-journal", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
  }
}

/// Tells files apart by what they are, whatever paths lead to them.
enum FileIdentity {
  static func isSame(_ path: String, _ other: String) -> Bool {
    guard let file = identity(path), let otherFile = identity(other) else { return false }
    return file == otherFile
  }

  private static func identity(_ path: String) -> [UInt64]? {
    var information = stat()
    guard path != ":memory:", stat(path, &information) == 0 else { return nil }
    return [UInt64(truncatingIfNeeded: information.st_dev), UInt64(information.st_ino)]
  }
}
