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
  public var isReadOnly = false

  /// How long a call waits for other threads and other processes before it throws `.busy`. Default:
  /// 5 s.
  public var busyTimeout: Duration = .seconds(5)

  /// How many connections may read at once; opened when they are needed, at least 1. Default: one
  /// more than the machine has cores.
  public var maximumReaders = ProcessInfo.processInfo.activeProcessorCount + 1

  /// What a commit guarantees. Default: `.full`.
  public var durability = Durability.full

  /// How many prepared statements a connection keeps for another use. Default: 100.
  public var statementCacheCapacity = 100

  /// Puts the bound values into `DatabaseError.expandedSQL`. Default: false, since errors end up in
  /// logs.
  public var showsValuesInErrors = false

  /// The defaults.
  public init() {}
}
