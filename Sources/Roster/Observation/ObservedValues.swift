/// The result of a query now and after each commit that may have changed it.
///
/// ```swift
/// for try await adults in students.filter { $0.age >= 18 }.values() {
///   show(adults)
/// }
/// ```
///
/// The first result comes at once. After that the query runs again when a transaction has committed
/// that touched one of its tables, and gives its result if it is another one. Commits that come
/// while the last result is still being worked on are taken together, so that a slow reader gets
/// the latest state and not a queue of old ones. Rolled back work is never seen. What another
/// process commits is seen within `Configuration.externalChangeInterval`.
///
/// It ends when its task is cancelled or the database is closed.
public struct ObservedValues<Element>: AsyncSequence, Sendable {
  let database: Database
  let tables: Set<String>?
  let fetch: @Sendable () async throws -> sending Element
  let isSame: @Sendable (Element, Element) -> Bool

  /// Begins to observe at the first call of `next`.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(values: self) }

  /// One observation; it ends with this object's last copy.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let values: ObservedValues
    private var observation: Observation?
    private var last: Element?

    init(values: ObservedValues) { self.values = values }

    /// The next result; nil when the observation is over.
    ///
    /// - Throws: like the query; `DatabaseError` if SQLite was built without the hook this needs.
    public mutating func next() async throws -> Element? {
      do {
        if observation == nil {
          observation = try await Observation(values.database, values.tables)
        } else if await observation?.observer.next() == nil {
          return nil
        }
        while true {
          let value = try await values.fetch()
          if let last, values.isSame(last, value) {
            guard await observation?.observer.next() != nil else { return nil }
            continue
          }
          last = value
          return value
        }
      } catch is CancellationError {
        return nil
      } catch let error as DatabaseError {
        // The database may have been closed while the query was on its way.
        guard observation != nil, values.database.pool.queue.isClosed else { throw error }
        return nil
      }
    }
  }
}

/// Keeps an observer known to its database for as long as this object lives.
final class Observation: Sendable {
  let observer: ChangeObserver
  private let database: Database

  init(_ database: Database, _ tables: Set<String>?) async throws {
    self.database = database
    observer = try await database.observe(tables)
  }

  init(_ database: Database, keysOf table: String, _ names: [String]) async throws {
    self.database = database
    observer = try await database.observe(keysOf: table, names)
  }

  deinit { database.pool.hub.remove(observer) }
}

extension Fetchable {
  /// The rows now and after each commit that may have changed them; see `ObservedValues`.
  public func values() -> ObservedValues<[Row]> { observed { _, _ in false } }

  fileprivate func observed(
    _ isSame: @escaping @Sendable ([Row], [Row]) -> Bool
  ) -> ObservedValues<[Row]> {
    let request = request
    return ObservedValues(
      database: request.database,
      tables: request.tables,
      fetch: { [self] in try await all() },
      isSame: isSame
    )
  }
}

extension Fetchable where Row: Equatable & SendableMetatype {
  /// The rows now and whenever they are others.
  public func values() -> ObservedValues<[Row]> { observed { $0 == $1 } }
}
