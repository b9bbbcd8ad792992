import CSQLite

/// How far a checkpoint goes, and for whom it waits.
///
/// See <https://www.sqlite.org/c3ref/wal_checkpoint_v2.html>.
public enum CheckpointMode: Sendable, Hashable, CaseIterable {
  /// Moves what it can without waiting for anybody.
  case passive
  /// Waits for writers, and for readers of older states, then moves everything.
  case full
  /// Like `full`, then waits until readers have left the log, so that it is written from its start.
  case restart
  /// Like `restart`, then cuts the log's file down to nothing.
  case truncate

  fileprivate var code: Int32 {
    switch self {
    case .passive: SQLITE_CHECKPOINT_PASSIVE
    case .full: SQLITE_CHECKPOINT_FULL
    case .restart: SQLITE_CHECKPOINT_RESTART
    case .truncate: SQLITE_CHECKPOINT_TRUNCATE
    }
  }
}

/// What a checkpoint has moved from the write-ahead log into the database's file.
public struct Checkpoint: Sendable, Hashable {
  /// The frames, of one page each, in the log; 0 after one that cut it down.
  public let framesInLog: Int
  /// How many of them are in the database's file by now.
  public let framesCheckpointed: Int
  /// Whether all that the mode asks for was done; if not, readers or a writer were in the way.
  public let isComplete: Bool
}

extension Connection {
  /// Moves what is in the write-ahead log into the database's file.
  ///
  /// See <https://www.sqlite.org/c3ref/wal_checkpoint_v2.html>.
  func checkpoint(_ mode: CheckpointMode) throws -> Checkpoint {
    guard let pointer else { throw DatabaseError(.misuse, "the database is closed") }
    if let reason = stopReason { throw reason }
    guard !options.isReadOnly else {
      throw DatabaseError(.readOnly, "a database opened for reading only has no checkpoints")
    }
    var inLog: Int32 = 0
    var moved: Int32 = 0
    let result = sqlite3_wal_checkpoint_v2(pointer, "main", mode.code, &inLog, &moved)
    if result & 0xff == SQLITE_BUSY, let reason = stopReason { throw reason }
    guard result == SQLITE_OK || result & 0xff == SQLITE_BUSY else {
      throw DatabaseError(connection: pointer, result: result)
    }
    // -1 where there is no log, as in memory.
    return Checkpoint(
      framesInLog: max(0, Int(inLog)),
      framesCheckpointed: max(0, Int(moved)),
      isComplete: result == SQLITE_OK && inLog == moved
    )
  }
}
