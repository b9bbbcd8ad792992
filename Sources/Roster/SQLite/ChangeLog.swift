/// What the transactions of a connection have changed, row by row.
final class ChangeLog {
  struct Entry {
    /// In lower case; nil if rows of any table may have changed.
    let table: String?
    /// The values of the table's key columns before and after; neither where nobody asks for them,
    /// or where they are not known.
    var old: [SQLValue]?
    var new: [SQLValue]?

    var isKeyless: Bool { old == nil && new == nil }
  }

  /// Where the key columns of a table lie.
  struct Places {
    /// In place of a column: the rowid, which goes by the name of that column.
    static let rowID: Int32 = -1

    let schema: String
    let columns: [Int32]
  }

  /// The key columns that someone asks for, by the table's name in lower case.
  let keyColumns: [String: [String]]
  /// Where they lie, as far as they can be read, in the schema of that generation.
  private(set) var places: [String: Places] = [:]
  private(set) var generation = -1
  /// Whether the transaction under way may have changed where they lie.
  var mayHaveAlteredSchema = false
  /// How many statements that write are running: what they have changed is not yet committed.
  var running = 0

  /// What the transaction under way has changed.
  private(set) var entries: [Entry] = []
  /// The tables of entries without keys: one such entry says all.
  private var keyless: Set<String?> = []
  /// What the committed transactions have changed that nobody has taken yet.
  private var committed: [[Entry]] = []

  init(keyColumns: [String: [String]]) { self.keyColumns = keyColumns }

  /// Takes note of where the key columns lie in a generation of the schema.
  func place(_ places: [String: Places], _ generation: Int) {
    self.places = places
    self.generation = generation
  }

  func append(_ entry: Entry) {
    if entry.isKeyless, !keyless.insert(entry.table).inserted { return }
    entries.append(entry)
  }

  /// Forgets what was noted after a point, because it was rolled back.
  func forget(after count: Int) {
    guard entries.count > count else { return }
    for entry in entries[count...] where entry.isKeyless {
      keyless.remove(entry.table)
    }
    entries.removeSubrange(count...)
  }

  /// Forgets all that was noted, because the transaction was rolled back.
  func forgetTransaction() {
    forget(after: 0)
    if mayHaveAlteredSchema { generation = -1 }
    mayHaveAlteredSchema = false
  }

  /// Keeps no more than which tables were touched, because some of it may have been rolled back.
  func forgetKeys() {
    let tables = entries.map(\.table)
    forget(after: 0)
    if mayHaveAlteredSchema { generation = -1 }
    for table in tables { append(Entry(table: table)) }
  }

  /// Takes note that the transaction under way was committed.
  func commit() {
    guard running == 0 else { return }
    mayHaveAlteredSchema = false
    guard !entries.isEmpty else { return }
    committed.append(entries)
    entries = []
    keyless = []
  }

  /// Hands over what each committed transaction has changed.
  func take() -> [[Entry]] {
    defer { committed = [] }
    return committed
  }
}
