/// The keys of the rows that one transaction has inserted, updated and deleted in a table.
public struct TableChanges<Key> {
  /// Rows that were not there before.
  public let inserted: [Key]
  /// Rows that were there before and are still.
  public let updated: [Key]
  /// Rows that are there no longer.
  public let deleted: [Key]
  /// Whether these are all changes; another process may have made any, whose keys are not known.
  public let isComplete: Bool
}

extension TableChanges: Sendable where Key: Sendable {}
extension TableChanges: Equatable where Key: Equatable {}

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
    private var pending: [CommittedChanges] = []

    init(repository: Repository<T>) { self.repository = repository }

    /// The next transaction's changes; nil when the observation is over.
    ///
    /// - Throws: `DecodingError` for a key that is none of the type's; `DatabaseError`.
    public mutating func next() async throws -> TableChanges<T.Key>? {
      do {
        if observation == nil {
          observation = try await Observation(
            repository.database,
            keysOf: T.tableName,
            try repository.keyNames()
          )
        }
        while true {
          while !pending.isEmpty {
            let changes = pending.removeFirst()
            if let own = try await repository.changes(in: changes) { return own }
          }
          guard let new = await observation?.observer.next() else { return nil }
          pending = new
        }
      } catch is CancellationError {
        return nil
      }
    }
  }
}

extension Repository {
  /// What each transaction changes in the table, by primary key; see `ObservedChanges`.
  public func changes() -> ObservedChanges<T> { ObservedChanges(repository: self) }

  fileprivate func changes(in changes: CommittedChanges) async throws -> TableChanges<T.Key>? {
    guard let tables = changes.tables else {
      return TableChanges(inserted: [], updated: [], deleted: [], isComplete: false)
    }
    guard let rows = tables[T.tableName.asciiLowercased] else { return nil }
    let net = NetChanges(rows)
    guard !net.isEmpty else { return nil }
    return try await database.perform(.read) {
      try self.database.pool.useReader { connection in
        TableChanges(
          inserted: try keys(net.inserted, connection),
          updated: try keys(net.updated, connection),
          deleted: try keys(net.deleted, connection),
          isComplete: true
        )
      }
    }
  }

  /// Keys from the values of their columns, by the one codec of each.
  private func keys(_ values: [[SQLValue]], _ connection: Connection) throws -> [T.Key] {
    let (names, forms) = try keyLayout()
    let places = Array(repeating: "?", count: names.count).joined(separator: ", ")
    return try connection.withStatement(StatementKey("SELECT \(places)")) { statement in
      try values.map { key in
        try statement.bind(key)
        guard try statement.step() else { throw DatabaseError(.internalError, "no row") }
        let decoder = statement.rowDecoder(for: ObservedChanges<T>.self) {
          RowLayout(table: T.tableName, keys: names, columns: names, forms: forms)
        }
        defer { statement.rewind() }
        return try T.primaryKey.read(StatementKeyReader(decoder: decoder, statement: statement))
      }
    }
  }
}

private struct StatementKeyReader: KeyReader {
  let decoder: RowDecoder
  let statement: Statement

  func read<Part: Decodable>(_ type: Part.Type, at place: Int) throws -> Part {
    try decoder.decode(type, column: Int32(truncatingIfNeeded: place), from: statement)
  }
}

/// What a transaction's changes come to, row by row.
private struct NetChanges {
  private(set) var inserted: [[SQLValue]] = []
  private(set) var updated: [[SQLValue]] = []
  private(set) var deleted: [[SQLValue]] = []

  var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

  init(_ rows: [CommittedChanges.Row]) {
    var fates: [[SQLValue]: (wasThere: Bool, isThere: Bool)] = [:]
    var order: [[SQLValue]] = []
    func note(_ key: [SQLValue]?, wasThere: Bool, isThere: Bool) {
      guard let key else { return }
      if fates[key] == nil { order.append(key) }
      fates[key, default: (wasThere, isThere)].isThere = isThere
    }
    for row in rows {
      if row.old == row.new {
        note(row.old, wasThere: true, isThere: true)
      } else {
        note(row.old, wasThere: true, isThere: false)
        note(row.new, wasThere: false, isThere: true)
      }
    }
    for key in order {
      switch fates[key] {
      case (true, true)?: updated.append(key)
      case (false, true)?: inserted.append(key)
      case (true, false)?: deleted.append(key)
      default: break
      }
    }
  }
}
