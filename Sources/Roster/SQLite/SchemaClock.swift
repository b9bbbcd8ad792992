import Synchronization

/// Counts the changes of a database's schema, for all connections to it together.
final class SchemaClock: Sendable {
  private let changes = Atomic(0)
  private let version = Atomic<Int64>(-1)

  /// Goes up with every statement that may have changed the schema.
  var generation: Int { changes.load(ordering: .acquiring) }

  func schemaMayHaveChanged() { changes.wrappingAdd(1, ordering: .acquiringAndReleasing) }

  /// Takes note of the version that SQLite counts; another one than before is a change.
  func observe(_ current: Int64) {
    if version.exchange(current, ordering: .acquiringAndReleasing) != current {
      schemaMayHaveChanged()
    }
  }
}
