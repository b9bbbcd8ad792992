import Synchronization

/// Tells all connections to a database that nothing more may run.
final class StopSignal: Sendable {
  private let isGiven = Atomic(false)

  func give() { isGiven.store(true, ordering: .releasing) }

  /// - Throws: `DatabaseError` (`.interrupt`) once the signal was given.
  @inline(__always)
  func check() throws(DatabaseError) {
    if isGiven.load(ordering: .acquiring) {
      throw DatabaseError(.interrupt, "the database is being closed")
    }
  }
}
