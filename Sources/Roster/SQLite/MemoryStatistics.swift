import CSQLite
import Synchronization

/// SQLite's count of the memory that it uses, one for the whole process.
enum MemoryStatistics {
  private static let isDisabled = Mutex(false)

  /// Leaves the count out from now on; a second call does nothing.
  ///
  /// See <https://www.sqlite.org/c3ref/c_config_covering_index_scan.html>.
  ///
  /// - Throws: `DatabaseError` (`.misuse`) when SQLite is in use already.
  static func disable() throws {
    try isDisabled.withLock { isDisabled in
      guard !isDisabled else { return }
      let result = roster_config_memory_statistics(0)
      guard result == SQLITE_OK else {
        throw DatabaseError(
          ResultCode(rawValue: result),
          "memory statistics can only be disabled before SQLite is first used in the process"
        )
      }
      isDisabled = true
    }
  }
}
