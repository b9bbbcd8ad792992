import CSQLite
import Foundation
import Synchronization

/// The file that a database was opened in, told apart by what it is and not by what it is called.
///
/// The working directory may change, a link be pointed elsewhere, the file be moved or replaced:
/// every connection is to be one to the same file all the same, or none.
final class DatabaseFile: Sendable {
  /// Where it was found: absolute, and without symbolic links.
  let path: String
  private let identity: FileIdentity
  /// The write-ahead log beside it.
  private let log: FileIdentity?
  /// When to look again whether it is still there, in nanoseconds of `now`.
  private let nextLook = Atomic<UInt64>(0)

  /// How long a call that writes nothing may trust the last look: a look takes a microsecond, which
  /// is much beside a read.
  private static let nanosecondsBetweenLooks: UInt64 = 10_000_000

  /// The file of a connection that has read from it; nil for a database in memory.
  ///
  /// - Throws: `DatabaseError` (`.readOnlyDatabaseMoved`) if it is gone already.
  init?(openedBy connection: Connection) throws(DatabaseError) {
    guard let name = connection.fileName else { return nil }
    path = PathNames.resolved(name)
    guard !connection.hasFileMoved, let identity = FileIdentity(of: path) else {
      throw Self.gone(name)
    }
    self.identity = identity
    log = FileIdentity(of: PathNames.log(of: path))
  }

  /// Whether the log, where the file has moved, is nobody else's: a database that has taken its
  /// place takes over the log by its name, and what it keeps there must not be touched.
  fileprivate var hasLogOfItsOwn: Bool {
    FileIdentity(of: path) == nil || FileIdentity(of: PathNames.log(of: path)) == log
  }

  /// What keeps the file from being used, if something does.
  var problem: DatabaseError? {
    guard let found = FileIdentity(of: path) else { return Self.gone(path) }
    return found == identity ? nil : Self.replaced(path)
  }

  /// - Throws: `DatabaseError` (`.readOnlyDatabaseMoved`) if the file is not at its path any more.
  func check() throws(DatabaseError) {
    if let problem { throw problem }
  }

  /// The same, for what happens too often to look each time.
  @inline(__always)
  func checkNowAndThen() throws(DatabaseError) {
    let now = Self.now
    guard now >= nextLook.load(ordering: .relaxed) else { return }
    try check()
    nextLook.store(now &+ Self.nanosecondsBetweenLooks, ordering: .relaxed)
  }

  /// Makes sure that a connection has the same file open.
  func check(_ connection: Connection) throws(DatabaseError) {
    try check()
    guard !connection.hasFileMoved else { throw Self.replaced(path) }
  }

  /// Whether a database at a path would have a file in common with this one.
  func overlaps(_ other: String) -> Bool {
    let (own, others) = (PathNames.family(of: path), PathNames.family(of: other))
    let identities = Set(own.compactMap(FileIdentity.init))
    return !Set(own).isDisjoint(with: others)
      || others.compactMap(FileIdentity.init).contains(where: identities.contains)
  }

  private static func gone(_ path: String) -> DatabaseError {
    DatabaseError(
      .readOnlyDatabaseMoved,
      "the database's file was deleted or moved while it was open: \(path)"
    )
  }

  private static func replaced(_ path: String) -> DatabaseError {
    DatabaseError(
      .readOnlyDatabaseMoved,
      "the database's file was replaced by another one while it was open: \(path)"
    )
  }

  /// A clock that costs nanoseconds to read and may be some milliseconds late.
  private static var now: UInt64 {
    #if canImport(Darwin)
      return clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW_APPROX)
    #else
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
      return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    #endif
  }
}

extension Connection {
  /// The name under which SQLite has opened the file; nil for a database without one.
  fileprivate var fileName: String? {
    guard let pointer, let name = sqlite3_db_filename(pointer, "main") else { return nil }
    return name.pointee == 0 ? nil : String(cString: name)
  }

  /// Whether the file lies elsewhere than when it was opened.
  ///
  /// See <https://www.sqlite.org/c3ref/c_fcntl_begin_atomic_write.html#sqlitefcntlhasmoved>.
  fileprivate var hasFileMoved: Bool {
    var hasMoved: Int32 = 0
    sqlite3_file_control(pointer, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    return hasMoved != 0
  }

  /// Moves what is in the write-ahead log into the file, where that has moved.
  ///
  /// SQLite does not do so at the close then: the rows would be lost to the file, and whoever opens
  /// what lies at its path later would take over the log, since that goes by its name. Whoever has
  /// opened it already, and has committed, keeps it.
  func emptyLogOfMovedFile() {
    guard let pointer, let file, !options.isReadOnly, file.problem != nil, file.hasLogOfItsOwn,
      let version = try? dataVersion(), version == dataVersionAtOpening
    else { return }
    // Nobody waits at a close.
    sqlite3_busy_handler(pointer, nil, nil)
    sqlite3_wal_checkpoint_v2(pointer, "main", SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
  }
}
