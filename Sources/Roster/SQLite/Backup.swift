import CSQLite

/// A copy under way from one connection's database to another's: whoever holds this object owns
/// the C handle, and its end gives up what is not complete.
///
/// See <https://www.sqlite.org/c3ref/backup_finish.html>.
final class Backup {
  private var handle: OpaquePointer?
  private let target: Connection
  /// Kept, since the copy reads from it until the end.
  private let source: Connection

  /// - Throws: `DatabaseError` if the target has a transaction open, or one of the two is closed.
  init(from source: Connection, to target: Connection) throws(DatabaseError) {
    guard let from = source.pointer, let into = target.pointer else {
      throw DatabaseError(.misuse, "the database is closed")
    }
    self.source = source
    self.target = target
    handle = sqlite3_backup_init(into, "main", from, "main")
    if handle == nil {
      throw DatabaseError(connection: into, result: sqlite3_errcode(into))
    }
  }

  deinit { sqlite3_backup_finish(handle) }

  /// The pages to copy and those of them that are still to come, as of the last step.
  var progress: BackupProgress {
    BackupProgress(
      remainingPages: Int(sqlite3_backup_remaining(handle)),
      totalPages: Int(sqlite3_backup_pagecount(handle))
    )
  }

  /// Copies some pages, and says whether there are more.
  func step(pages: Int32) throws -> Bool {
    if let reason = stopReason { throw reason }
    let result = sqlite3_backup_step(handle, pages)
    switch result {
    case SQLITE_OK: return true
    case SQLITE_DONE: return false
    default:
      if result & 0xff == SQLITE_BUSY, let reason = stopReason { throw reason }
      throw DatabaseError(
        ResultCode(rawValue: result),
        "the backup failed: \(String(cString: sqlite3_errstr(result)))"
      )
    }
  }

  /// Ends the copy, after the step that was the last.
  func finish() throws(DatabaseError) {
    let result = sqlite3_backup_finish(handle)
    handle = nil
    target.schemaMayHaveChanged()
    guard result == SQLITE_OK else {
      throw DatabaseError(connection: target.pointer, result: result)
    }
  }

  private var stopReason: (any Error)? { target.stopReason ?? source.stopReason }
}

extension Backup {
  /// Copies all of a database.
  ///
  /// - Parameter progress: is called after each step but the last.
  static func copy(
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
}

/// How far a backup has come.
public struct BackupProgress: Sendable, Hashable {
  /// The pages that are still to be copied.
  public let remainingPages: Int
  /// The pages of the database.
  public let totalPages: Int
}
