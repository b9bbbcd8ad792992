import Foundation

/// How a `Database` opens and keeps its file.
///
/// ```swift
/// var configuration = Configuration()
/// configuration.busyTimeout = .seconds(30)   // PRAGMA busy_timeout
/// let database = try Database(path: "school.sqlite", configuration)
/// ```
public struct Configuration: Sendable {
  /// How far a commit reaches before it is acknowledged.
  ///
  /// See <https://www.sqlite.org/pragma.html#pragma_synchronous>.
  public enum Durability: String, Sendable {
    /// What was acknowledged survives a power cut.
    case full = "FULL"
    /// Faster; a power cut may take the last transactions, but never leaves half of one.
    case normal = "NORMAL"
  }

  /// Opens an existing file without ever writing to it. Default: false.
  ///
  /// A file in WAL mode can be read only where its folder can be written to, or where its `-wal`
  /// and `-shm` files are already. See <https://www.sqlite.org/wal.html#read_only_databases>.
  public var isReadOnly = false

  /// How long a call waits for its turn, and then for other processes, before it throws `.busy`; an
  /// asynchronous one also for its thread. Default: 5 s for each.
  public var busyTimeout: Duration = .seconds(5)

  /// How many connections may read at once; opened when they are needed, at least 1. Default: one
  /// more than the machine has cores.
  public var maximumReaders = ProcessInfo.processInfo.activeProcessorCount + 1

  /// How often observations look for what other processes have committed, at least 1 ms apart.
  /// Default: 1 s.
  public var externalChangeInterval: Duration = .seconds(1)

  /// What a commit guarantees. Default: `.full`.
  public var durability = Durability.full

  /// How many prepared statements a connection keeps for another use. Default: 100.
  public var statementCacheCapacity = 100

  /// How many bytes of the file a connection keeps in memory, about. Default: nil, as SQLite has
  /// it, which is 2 MB.
  ///
  /// See <https://www.sqlite.org/pragma.html#pragma_cache_size>.
  public var cacheSize: Int?

  /// How many bytes of the file are read as if they were memory. Default: nil, as SQLite has it,
  /// which is none.
  ///
  /// See <https://www.sqlite.org/mmap.html>.
  public var memoryMapSize: Int?

  /// After how many pages in the write-ahead log a commit moves them into the file. Default: 1000.
  ///
  /// 0 is never: for a program such as Litestream, which does it itself, or for `checkpoint()`.
  /// See <https://www.sqlite.org/pragma.html#pragma_wal_autocheckpoint>.
  public var walAutocheckpoint = 1000

  /// To how many bytes the write-ahead log's file is cut down when it starts anew. Default: nil,
  /// never.
  ///
  /// See <https://www.sqlite.org/pragma.html#pragma_journal_size_limit>.
  public var journalSizeLimit: Int?

  /// Is told of each statement that has run, on the thread that ran it; it must not use the
  /// database. Default: nil, which costs nothing.
  ///
  /// What Roster runs of its own accord, BEGIN or a look at a table's columns, is among them.
  ///
  /// ```swift
  /// configuration.trace = { if $0.duration > .milliseconds(100) { log("slow: \($0.sql)") } }
  /// ```
  public var trace: (@Sendable (TraceEvent) -> Void)?

  /// Puts the bound values into `DatabaseError.expandedSQL` and `TraceEvent.expandedSQL`. Default:
  /// false, since errors end up in logs.
  public var showsValuesInErrors = false

  /// The defaults.
  public init() {}
}
