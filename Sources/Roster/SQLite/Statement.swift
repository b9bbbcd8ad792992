import CSQLite
import Foundation

/// One prepared statement: whoever holds this object owns the C handle, and its end finalizes it.
///
/// Not thread-safe: it belongs to a connection and shares that connection's single user.
final class Statement {
  let handle: StatementHandle
  let key: StatementKey
  let parameterCount: Int32
  let isReadOnly: Bool
  let kind: StatementKind

  /// What the coding floor keeps beside the statement from one use to the next.
  var reader: Attachment?
  var writer: Attachment?
  private var preparations: Int32 = 0

  private let showsValues: Bool

  /// The values of raw SQL, so that an error does not repeat them.
  private var values: [SQLValue] = []

  init(pointer: OpaquePointer, key: StatementKey, kind: StatementKind, showsValues: Bool) {
    handle = StatementHandle(pointer: pointer)
    self.key = key
    self.kind = kind
    self.showsValues = showsValues
    parameterCount = sqlite3_bind_parameter_count(pointer)
    isReadOnly = sqlite3_stmt_readonly(pointer) != 0
  }

  deinit {
    sqlite3_finalize(handle.pointer)
  }

  /// Whether it is an INSERT, UPDATE, DELETE or REPLACE.
  var changesRows: Bool { kind == .data && !isReadOnly }

  var columnCount: Int32 { sqlite3_column_count(handle.pointer) }

  /// Forgets what was learned of the result's columns, if SQLite has prepared the statement anew.
  ///
  /// It does so in the first step after a change of the schema, and `SELECT *` may have other
  /// columns from then on. See <https://www.sqlite.org/c3ref/c_stmtstatus_counter.html>.
  @inline(__always)
  func forgetReaderIfPreparedAnew() {
    let count = sqlite3_stmt_status(handle.pointer, SQLITE_STMTSTATUS_REPREPARE, 0)
    if count != preparations {
      preparations = count
      reader = nil
    }
  }

  var columnNames: [String] {
    (0..<columnCount).map { column in
      sqlite3_column_name(handle.pointer, column).map { String(cString: $0) } ?? ""
    }
  }

  /// Moves to the next row, and says whether there is one.
  ///
  /// - Throws: `DatabaseError` for whatever stopped the statement.
  @inline(__always)
  func step() throws(DatabaseError) -> Bool {
    let result = sqlite3_step(handle.pointer)
    if result == SQLITE_ROW { return true }
    if result == SQLITE_DONE { return false }
    throw error(result)
  }

  /// Runs a statement to its end, whatever rows it gives.
  func run() throws(DatabaseError) {
    while try step() {}
  }

  /// Makes the statement ready for another use, its values released.
  ///
  /// The result of `sqlite3_reset` repeats an error that `step` has thrown already.
  func reset() {
    sqlite3_reset(handle.pointer)
    if parameterCount > 0 { sqlite3_clear_bindings(handle.pointer) }
    if !values.isEmpty { values = [] }
  }

  /// Ends the run but keeps the values, for a statement about to be bound again.
  func rewind() {
    sqlite3_reset(handle.pointer)
  }

  /// Binds the values in order.
  ///
  /// - Throws: `DatabaseError` (`.range`) unless there are as many as the statement has parameters.
  func bind(_ values: [SQLValue]) throws(DatabaseError) {
    guard values.count == Int(parameterCount) else {
      throw DatabaseError(
        .range,
        "parameters of the statement: \(parameterCount), values for them: \(values.count)",
        sql: key.text
      )
    }
    self.values = values
    for (index, value) in values.enumerated() {
      try bind(value, at: Int32(index) + 1)
    }
  }

  func bind(_ value: SQLValue, at parameter: Int32) throws(DatabaseError) {
    let result =
      switch value {
      case .null: handle.bind(null: parameter)
      case .integer(let integer): handle.bind(integer, at: parameter)
      case .real(let real): handle.bind(real, at: parameter)
      case .text(var text):
        text.withUTF8 { handle.bind(copiedText: UnsafeRawBufferPointer($0), at: parameter) }
      case .blob(let blob): blob.withUnsafeBytes { handle.bind(copiedBlob: $0, at: parameter) }
      }
    guard result == SQLITE_OK else { throw error(result) }
  }

  /// The value in a column of the current row, whatever its class.
  ///
  /// - Throws: `DatabaseError` when SQLite has no memory, or (`.corrupt`) for TEXT that is no
  ///   UTF-8.
  func value(_ column: Int32) throws(DatabaseError) -> SQLValue {
    let field = handle.field(column)
    if let value = field.storedValue { return value }
    guard field.text != nil else { throw DatabaseError(.outOfMemory, "out of memory") }
    throw DatabaseError(
      .corrupt,
      "the TEXT in column \(column) of the result is not UTF-8",
      sql: key.text
    )
  }

  /// The text with the values in place, if the connection shows them.
  ///
  /// See <https://www.sqlite.org/c3ref/expanded_sql.html>.
  var expandedSQL: String? {
    guard showsValues, let text = sqlite3_expanded_sql(handle.pointer) else { return nil }
    defer { sqlite3_free(text) }
    return String(cString: text)
  }

  func error(_ result: Int32) -> DatabaseError {
    let error = DatabaseError(
      connection: sqlite3_db_handle(handle.pointer),
      result: result,
      sql: key.text,
      expandedSQL: expandedSQL
    )
    return showsValues ? error : error.hiding(values)
  }
}

/// Something that a statement carries from use to use.
struct Attachment {
  /// What it was made for: a type, or an object that stays alive with it.
  let purpose: ObjectIdentifier
  let object: AnyObject
}
