/// The keys of the rows that one transaction has inserted, updated and deleted in a table.
public struct TableChanges<Key> {
  /// Rows that were not there before.
  public let inserted: [Key]
  /// Rows that were there before and are still.
  public let updated: [Key]
  /// Rows that are there no longer.
  public let deleted: [Key]
  /// Whether these are all changes.
  ///
  /// There may be others, whose keys are not known, where another process has committed, a table
  /// was altered or dropped, the database was replaced by a backup of another, or savepoints were
  /// set by hand.
  public let isComplete: Bool
}

extension TableChanges: Sendable where Key: Sendable {}
extension TableChanges: Equatable where Key: Equatable {}

extension Repository {
  /// What each transaction changes in the table, by primary key; see `ObservedChanges`.
  public func changes() -> ObservedChanges<T> { ObservedChanges(repository: self) }
}

/// Reads keys from the values of their columns, by the one codec of each.
///
/// On a connection of its own, so that it neither waits for others nor ends with the database.
final class KeyReading<T: Record> {
  private let names: [String]
  private let layout: RowLayout
  private let connection: Connection

  init(_ names: [String], _ forms: [StorageForm]) throws {
    self.names = names
    layout = RowLayout(table: T.tableName, keys: names, columns: names, forms: forms)
    connection = try Connection(Connection.Options(path: ":memory:"))
  }

  /// What a transaction has changed in the table, if it has.
  func changes(in changes: CommittedChanges) throws -> TableChanges<T.Key>? {
    guard let tables = changes.tables else {
      return TableChanges(inserted: [], updated: [], deleted: [], isComplete: false)
    }
    guard let table = tables[T.tableName.asciiLowercased] else { return nil }
    let places = names.compactMap { table.keyColumns.firstIndex(of: $0) }
    let isComplete = table.isComplete && places.count == names.count
    let net = NetChanges(places.count == names.count ? table.rows : [], places)
    guard !net.isEmpty || !isComplete else { return nil }
    return TableChanges(
      inserted: try keys(net.inserted),
      updated: try keys(net.updated),
      deleted: try keys(net.deleted),
      isComplete: isComplete
    )
  }

  private func keys(_ values: [[SQLValue]]) throws -> [T.Key] {
    let places = Array(repeating: "?", count: names.count).joined(separator: ", ")
    return try connection.withStatement(StatementKey("SELECT \(places)")) { statement in
      try values.map { key in
        try statement.bind(key)
        guard try statement.step() else { throw DatabaseError(.internalError, "no row") }
        let decoder = statement.rowDecoder(for: T.self) { layout }
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

  /// - Parameter places: where the parts of the key are among a row's values.
  init(_ rows: [CommittedChanges.Row], _ places: [Int]) {
    var fates: [[SQLValue]: (wasThere: Bool, isThere: Bool)] = [:]
    var order: [[SQLValue]] = []
    func note(_ key: [SQLValue]?, wasThere: Bool, isThere: Bool) {
      guard let key else { return }
      if fates[key] == nil { order.append(key) }
      fates[key, default: (wasThere, isThere)].isThere = isThere
    }
    for row in rows {
      let (old, new) = (
        row.old.map { row in places.map { row[$0] } }, row.new.map { row in places.map { row[$0] } }
      )
      if old == new {
        note(old, wasThere: true, isThere: true)
      } else {
        note(old, wasThere: true, isThere: false)
        note(new, wasThere: false, isThere: true)
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
