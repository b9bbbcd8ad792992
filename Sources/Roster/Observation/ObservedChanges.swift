/// What each transaction has changed in a table, from the first call of `next` on.
///
/// ```swift
/// for try await change in students.changes() {
///   print(change.inserted, change.updated, change.deleted)
/// }
/// ```
///
/// A row that a transaction inserts and deletes again is not mentioned, one that it replaces is
/// updated, and one whose key it changes is deleted under the old key and inserted under the new.
/// Rows changed by cascades, triggers and REPLACE are among them; rolled back work is not. The
/// changes of each transaction are kept until they are asked for, so none is lost to a slow reader.
///
/// It ends when its task is cancelled or the database is closed.
public struct ObservedChanges<T: Record>: AsyncSequence, Sendable {
  /// The changes of one transaction.
  public typealias Element = TableChanges<T.Key>

  let repository: Repository<T>

  /// Begins to observe at the first call of `next`.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(repository: repository) }

  /// One observation; it ends with this object's last copy.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let repository: Repository<T>
    private var observation: Observation?
    private var keys: KeyReading<T>?
    private var pending: [CommittedChanges] = []

    init(repository: Repository<T>) { self.repository = repository }

    /// The next transaction's changes; nil when the observation is over.
    ///
    /// - Throws: `DecodingError` for a key that is none of the type's; `DatabaseError`.
    public mutating func next() async throws -> TableChanges<T.Key>? {
      do {
        if observation == nil {
          let layout = try repository.keyLayout()
          keys = try KeyReading(layout.names, layout.forms)
          observation = try await Observation(
            repository.database,
            keysOf: T.tableName,
            layout.names
          )
        }
        while let keys {
          while !pending.isEmpty {
            if let own = try keys.changes(in: pending.removeFirst()) { return own }
          }
          guard let new = await observation?.observer.next() else { return nil }
          pending = new
        }
        return nil
      } catch is CancellationError {
        return nil
      }
    }
  }
}
