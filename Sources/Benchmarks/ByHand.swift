import CSQLite
import Foundation

/// The hand-written side: SQLite's C API as a careful engineer uses it.
///
/// Opened without the mutex, statements prepared once, text by length, every result checked.
final class ByHand {
  struct Failure: Error {
    let code: Int32
    let message: String
  }

  let connection: OpaquePointer
  private var statements: [OpaquePointer] = []

  /// A connection with the pragmas that Roster sets.
  init(path: String) throws {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let result = sqlite3_open_v2(path, &opened, flags, nil)
    guard result == SQLITE_OK, let opened else { throw Failure(code: result, message: path) }
    connection = opened
    try execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON")
  }

  deinit {
    for statement in statements { sqlite3_finalize(statement) }
    sqlite3_close(connection)
  }

  func execute(_ sql: String) throws {
    try check(sqlite3_exec(connection, sql, nil, nil, nil))
  }

  func prepare(_ sql: String) throws -> OpaquePointer {
    var statement: OpaquePointer?
    try check(
      sqlite3_prepare_v3(
        connection,
        sql,
        -1,
        UInt32(SQLITE_PREPARE_PERSISTENT),
        &statement,
        nil
      )
    )
    guard let statement else { throw Failure(code: SQLITE_ERROR, message: sql) }
    statements.append(statement)
    return statement
  }

  /// Steps to the next row; false at the end.
  @inline(__always)
  func step(_ statement: OpaquePointer) throws -> Bool {
    let result = sqlite3_step(statement)
    if result == SQLITE_ROW { return true }
    guard result == SQLITE_DONE else { throw failure(result) }
    return false
  }

  @inline(__always)
  func check(_ result: Int32) throws {
    guard result == SQLITE_OK else { throw failure(result) }
  }

  private func failure(_ result: Int32) -> Failure {
    Failure(code: result, message: String(cString: sqlite3_errmsg(connection)))
  }

  @inline(__always)
  func bind(_ text: String?, _ statement: OpaquePointer, _ parameter: Int32) throws {
    guard var text else { return try check(sqlite3_bind_null(statement, parameter)) }
    // Safe because -1 is SQLITE_TRANSIENT: the bytes are a temporary view, so SQLite copies them.
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    try check(
      text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          sqlite3_bind_text(statement, parameter, $0.baseAddress, Int32($0.count), transient)
        }
      }
    )
  }

  @inline(__always)
  func bind(_ integer: Int64?, _ statement: OpaquePointer, _ parameter: Int32) throws {
    guard let integer else { return try check(sqlite3_bind_null(statement, parameter)) }
    try check(sqlite3_bind_int64(statement, parameter, integer))
  }

  @inline(__always)
  func bind(_ real: Double?, _ statement: OpaquePointer, _ parameter: Int32) throws {
    guard let real else { return try check(sqlite3_bind_null(statement, parameter)) }
    try check(sqlite3_bind_double(statement, parameter, real))
  }
}

@inline(__always)
func text(_ statement: OpaquePointer, _ column: Int32) -> String? {
  guard let start = sqlite3_column_text(statement, column) else { return nil }
  let count = Int(sqlite3_column_bytes(statement, column))
  return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
}

@inline(__always)
func integer(_ statement: OpaquePointer, _ column: Int32) -> Int64? {
  sqlite3_column_type(statement, column) == SQLITE_NULL
    ? nil : sqlite3_column_int64(statement, column)
}

@inline(__always)
func real(_ statement: OpaquePointer, _ column: Int32) -> Double? {
  sqlite3_column_type(statement, column) == SQLITE_NULL
    ? nil : sqlite3_column_double(statement, column)
}
