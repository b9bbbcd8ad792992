/// What a connection's open transaction has changed, row by row.
final class ChangeLog {
  enum Operation { case insert, update, delete }

  struct Entry {
    let operation: Operation
    let table: String
    /// The primary key before and after, where someone asks for the table's keys.
    let old: [SQLValue]?
    let new: [SQLValue]?
  }

  /// The places of the primary key in each table whose keys someone asks for, by its name in lower
  /// case.
  let keyColumns: [String: [Int32]]
  private(set) var entries: [Entry] = []

  init(keyColumns: [String: [Int32]]) { self.keyColumns = keyColumns }

  func append(_ entry: Entry) {
    // Where nobody asks for keys, that a table was touched at all is enough.
    if entry.old == nil, entry.new == nil, entries.last?.table == entry.table,
      entries.last?.old == nil, entries.last?.new == nil
    {
      return
    }
    entries.append(entry)
  }

  /// Forgets what was noted after a point, because it was rolled back.
  func forget(after count: Int) {
    if entries.count > count { entries.removeSubrange(count...) }
  }

  func take() -> [Entry] {
    defer { entries = [] }
    return entries
  }
}
