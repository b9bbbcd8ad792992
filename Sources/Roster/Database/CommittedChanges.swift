/// What one transaction has changed, or what another process may have.
struct CommittedChanges: Sendable {
  struct Table: Sendable {
    /// The columns of which each row has the values.
    var keyColumns: [String] = []
    var rows: [Row] = []
    /// Whether these are all rows that have changed.
    var isComplete = true
  }

  /// The values before and after; nil where the row was not there.
  struct Row: Sendable {
    let old: [SQLValue]?
    let new: [SQLValue]?
  }

  /// By the table's name in lower case; nil if anything may have changed.
  let tables: [String: Table]?

  /// Rows of any table may have changed.
  static let anything = CommittedChanges(tables: nil)
}

extension CommittedChanges {
  init(_ entries: [ChangeLog.Entry], keyColumns: [String: [String]]) {
    var tables: [String: Table] = [:]
    for entry in entries {
      guard let name = entry.table else {
        self = .anything
        return
      }
      if tables[name] == nil { tables[name] = Table(keyColumns: keyColumns[name] ?? []) }
      if entry.isKeyless {
        tables[name]?.isComplete = false
      } else {
        tables[name]?.rows.append(Row(old: entry.old, new: entry.new))
      }
    }
    self.tables = tables
  }
}
