/// One statement that has run, for logs and metrics.
public struct TraceEvent: Sendable {
  /// The statement, with its parameters and without their values.
  public let sql: String
  /// The statement with its values in place, only if `Configuration.showsValuesInErrors` asks for
  /// it.
  public let expandedSQL: String?
  /// How long it took: with waiting for locks, and with reading its rows.
  public let duration: Duration
  /// How many rows it gave.
  public let rows: Int
  /// What went wrong, if anything did.
  public let error: (any Error)?
}
