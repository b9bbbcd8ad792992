import Synchronization

/// Tells all connections to a database that nothing more may run.
final class StopSignal: Sendable {
  private let isGiven = Atomic(false)

  func give() { isGiven.store(true, ordering: .releasing) }

  /// `DatabaseError` (`.interrupt`) once the signal was given.
  @inline(__always)
  var reason: (any Error)? {
    guard isGiven.load(ordering: .acquiring) else { return nil }
    return DatabaseError(.interrupt, "the database is being closed")
  }
}
