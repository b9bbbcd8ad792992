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
  func observe(keyColumns: [String: [Int32]]?) {
    changeLog = keyColumns.map { ChangeLog(keyColumns: $0) }
    guard let pointer else { return }
    guard changeLog != nil else {
      roster_preupdate_hook(pointer, nil, nil)
      sqlite3_rollback_hook(pointer, nil, nil)
      return
    }
    let context = Unmanaged.passUnretained(self).toOpaque()
    roster_preupdate_hook(
      pointer,
      { context, pointer, operation, _, table, _, _ in
        // Safe because the connection outlives the C connection that calls this.
        guard let context, let table else { return }
        Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue()
          .note(operation, String(cString: table))
      },
      context
    )
    sqlite3_rollback_hook(
      pointer,
      { context in
        guard let context else { return }
        Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue().changeLog?.forget(after: 0)
      },
      context
    )
  }

  private func note(_ operation: Int32, _ table: String) {
    guard let changeLog else { return }
    let keys = changeLog.keyColumns[table.asciiLowercased]
    changeLog.append(
      ChangeLog.Entry(
        operation: operation == SQLITE_INSERT
          ? .insert : operation == SQLITE_DELETE ? .delete : .update,
        table: table,
        old: operation == SQLITE_INSERT ? nil : keys?.map { value($0, isNew: false) },
        new: operation == SQLITE_DELETE ? nil : keys?.map { value($0, isNew: true) }
      )
    )
  }

  private func value(_ column: Int32, isNew: Bool) -> SQLValue {
    let field = Field(pointer: roster_preupdate_value(pointer, column, isNew ? 1 : 0))
    switch field.storageClass {
    case .null: return .null
    case .integer: return .integer(field.integer)
    case .real: return .real(field.real)
    case .blob: return .blob(Data(field.blob))
    case .text: return .text(field.text.map { String(decoding: $0, as: UTF8.self) } ?? "")
    }
  }

  /// Runs `body`; if it fails and SQLite has undone what it did, so does the log.
  func logging<Result>(_ body: () throws -> Result) throws -> Result {
    guard let changeLog else { return try body() }
    let count = changeLog.entries.count
    let changes = pointer.map { sqlite3_total_changes($0) }
    do { return try body() } catch {
      if pointer.map({ sqlite3_total_changes($0) }) == changes { changeLog.forget(after: count) }
      throw error
    }
  }
}

extension String {
  /// With A to Z in lower case, as SQLite compares names.
  var asciiLowercased: String {
    String(decoding: utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
  }
}
