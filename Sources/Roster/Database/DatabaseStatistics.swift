/// What a database has done so far, for metrics.
public struct DatabaseStatistics: Sendable, Hashable {
  /// How the caches of prepared statements have served, of all connections together.
  public internal(set) var statementCache = StatementCacheStatistics()
  /// The connections open for reading.
  public internal(set) var readers = 0
  /// How often a call had to wait for a connection, or an asynchronous one for its thread.
  public internal(set) var waits = 0
  /// The longest such wait.
  public internal(set) var longestWait = Duration.zero
}
