import CSQLite
import Foundation

extension Connection {
  /// Whether this SQLite can tell what changes.
  static var canObserve: Bool { roster_has_preupdate_hook() != 0 }

  /// Notes from now on what changes, in `changeLog`; nil notes nothing.
  ///
  /// The hook sees every row: those that REPLACE takes away, those of cascades and triggers, those
  /// of tables without rowid; and it makes SQLite delete all rows of a table one by one.
  /// See <https://www.sqlite.org/c3ref/preupdate_count.html>.
  func observe(keyColumns: [String: [String]]?) {
    let isNew = changeLog == nil
    changeLog = keyColumns.map { ChangeLog(keyColumns: $0) }
    guard let pointer else { return }
    guard changeLog != nil else {
      roster_preupdate_hook(pointer, nil, nil)
      sqlite3_rollback_hook(pointer, nil, nil)
      return
    }
    // One that deletes all rows at once was prepared to do so, and would not ask the hook.
    if isNew { forgetStatements() }
    roster_preupdate_hook(
      pointer,
      { context, _, operation, schema, table, oldRowID, newRowID in
        guard let schema, let table else { return }
        let name = String(cString: table).asciiLowercased
        Connection.behind(context)?.note(operation, schema, name, oldRowID, newRowID)
      },
      context
    )
    sqlite3_rollback_hook(
      pointer,
      { Connection.behind($0)?.changeLog?.forgetTransaction() },
      context
    )
  }

  private func note(
    _ operation: Int32,
    _ schema: UnsafePointer<CChar>,
    _ table: String,
    _ oldRowID: Int64,
    _ newRowID: Int64
  ) {
    guard let changeLog else { return }
    var entry = ChangeLog.Entry(table: table)
    if changeLog.generation == schemaGeneration, let places = changeLog.places[table],
      strcmp(schema, places.schema) == 0
    {
      let old = operation == SQLITE_INSERT ? nil : values(places, oldRowID, isNew: false)
      let new = operation == SQLITE_DELETE ? nil : values(places, newRowID, isNew: true)
      if operation == SQLITE_INSERT || old != nil, operation == SQLITE_DELETE || new != nil {
        (entry.old, entry.new) = (old, new)
      }
    }
    changeLog.append(entry)
  }

  /// The values of a changing row, or nil if one of them cannot be read.
  private func values(
    _ places: ChangeLog.Places,
    _ rowID: Int64,
    isNew: Bool
  ) -> [SQLValue]? {
    var values: [SQLValue] = []
    for column in places.columns {
      if column == ChangeLog.Places.rowID {
        values.append(.integer(rowID))
        continue
      }
      guard let field = roster_preupdate_value(pointer, column, isNew ? 1 : 0),
        var value = Field(pointer: field).storedValue
      else { return nil }
      // SQLite keeps a whole number of a REAL column as an integer, and gives it as either.
      if case .real(let real) = value, let whole = Int64(exactly: real) { value = .integer(whole) }
      values.append(value)
    }
    return values
  }

  /// Runs a statement and notes what it changes, without what SQLite undoes because it fails.
  func logging<Result>(_ statement: Statement, _ body: () throws -> Result) throws -> Result {
    guard let changeLog, !statement.isReadOnly else { return try body() }
    if statement.kind == .data {
      try findKeys(for: changeLog)
    } else {
      changeLog.mayHaveAlteredSchema = true
    }
    let (entries, count) = (changeLog.entries.count, changeCount)
    // The hook is not told of rows that go with their table, or that get another one.
    if statement.kind == .alteration { changeLog.append(ChangeLog.Entry(table: nil)) }
    changeLog.running += 1
    defer { changeLog.running -= 1 }
    do { return try body() } catch {
      if changeCount == count { changeLog.forget(after: entries) }
      throw error
    }
  }

  /// Takes note of a commit, if the statement that has ended was the last of its transaction.
  func noteCommit() {
    if let changeLog, !isInTransaction { changeLog.commit() }
  }

  /// Finds the key columns again, where the schema may have changed.
  private func findKeys(for changeLog: ChangeLog) throws {
    guard !changeLog.keyColumns.isEmpty else { return }
    // A transaction that others have begun for it has looked already.
    if !isInTransaction { try noticeOtherSchema() }
    let generation = schemaGeneration
    guard changeLog.generation != generation else { return }
    changeLog.place(
      try changeLog.keyColumns.reduce(into: [:]) { places, key in
        places[key.key] = try keyPlaces(of: key.key, key.value)
      },
      generation
    )
  }

  /// How much a connection has changed: another count is another state.
  struct ChangeCount: Equatable {
    let rows: Int32
    let schema: Int
  }

  var changeCount: ChangeCount {
    ChangeCount(rows: pointer.map { sqlite3_total_changes($0) } ?? 0, schema: schemaGeneration)
  }

  /// Changes when another connection has committed, and not when this one has.
  ///
  /// See <https://www.sqlite.org/pragma.html#pragma_data_version>.
  func dataVersion() throws -> SQLValue { try firstValue("PRAGMA data_version") }
}
