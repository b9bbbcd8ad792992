import CSQLite
import Foundation

/// A prepared statement as the hot paths see it: one pointer, no reference counting.
///
/// Safe because only a `Statement` makes one, and it outlives every use: the handle is cleared
/// from whatever holds it before the statement is reset or finalized.
struct StatementHandle {
  let pointer: OpaquePointer

  /// The value in a column of the current row.
  ///
  /// One call fetches it and the `Field` reads from it, instead of a bounds check, an error check
  /// and a lock per property. SQLite calls such a value unprotected, which matters only where two
  /// threads use one connection; here a connection has one user at a time.
  ///
  /// See <https://www.sqlite.org/c3ref/column_blob.html>.
  @inline(__always)
  func field(_ column: Int32) -> Field {
    Field(pointer: sqlite3_column_value(pointer, column))
  }

  @inline(__always)
  func bind(null parameter: Int32) -> Int32 {
    sqlite3_bind_null(pointer, parameter)
  }

  @inline(__always)
  func bind(_ value: Int64, at parameter: Int32) -> Int32 {
    sqlite3_bind_int64(pointer, parameter, value)
  }

  @inline(__always)
  func bind(_ value: Double, at parameter: Int32) -> Int32 {
    sqlite3_bind_double(pointer, parameter, value)
  }

  /// Binds text that the caller keeps in place until the statement is stepped or cleared.
  @inline(__always)
  func bind(keptText text: UnsafeRawBufferPointer, at parameter: Int32) -> Int32 {
    sqlite3_bind_text64(
      pointer,
      parameter,
      text.baseAddress?.assumingMemoryBound(to: CChar.self),
      sqlite3_uint64(text.count),
      nil,
      UInt8(SQLITE_UTF8)
    )
  }

  /// Binds bytes that SQLite copies; no bytes are an empty blob, not NULL.
  func bind(copiedBlob bytes: UnsafeRawBufferPointer, at parameter: Int32) -> Int32 {
    guard let address = bytes.baseAddress, !bytes.isEmpty else {
      return sqlite3_bind_zeroblob(pointer, parameter, 0)
    }
    return roster_bind_blob_copy(pointer, parameter, address, sqlite3_uint64(bytes.count))
  }

  func bind(copiedText text: UnsafeRawBufferPointer, at parameter: Int32) -> Int32 {
    guard let address = text.baseAddress else {
      return roster_bind_text_copy(pointer, parameter, "", 0)
    }
    return roster_bind_text_copy(
      pointer,
      parameter,
      address.assumingMemoryBound(to: CChar.self),
      sqlite3_uint64(text.count)
    )
  }

  func error(result: Int32) -> DatabaseError {
    DatabaseError(
      connection: sqlite3_db_handle(pointer),
      result: result,
      sql: sqlite3_sql(pointer).map { String(cString: $0) }
    )
  }
}

/// One value of the current row, valid until the statement moves on.
struct Field {
  let pointer: OpaquePointer?
  /// Asked for once: everything that reads a value begins with it.
  let type: Int32

  @inline(__always)
  init(pointer: OpaquePointer?) {
    self.pointer = pointer
    type = sqlite3_value_type(pointer)
  }

  @inline(__always)
  var isNull: Bool { type == SQLITE_NULL }

  @inline(__always)
  var integer: Int64 { sqlite3_value_int64(pointer) }

  @inline(__always)
  var real: Double { sqlite3_value_double(pointer) }

  /// The UTF-8 of a TEXT, by its byte count, or nil if SQLite had no memory for it.
  @inline(__always)
  var text: UnsafeBufferPointer<UInt8>? {
    // In this order: the conversion that sqlite3_value_text may make decides the count.
    guard let start = sqlite3_value_text(pointer) else { return nil }
    return UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(pointer)))
  }

  /// The bytes of a BLOB; SQLite gives no address for an empty one.
  var blob: UnsafeRawBufferPointer {
    guard let start = sqlite3_value_blob(pointer) else {
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(pointer)))
  }

  var storageClass: StorageClass {
    switch type {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: .null
    }
  }

  /// The value in the storage class it has; nil for a TEXT that is not UTF-8, or had no memory.
  var storedValue: SQLValue? {
    switch storageClass {
    case .null: .null
    case .integer: .integer(integer)
    case .real: .real(real)
    case .text: text.flatMap(String.init(exactly:)).map { .text($0) }
    case .blob: .blob(Data(blob))
    }
  }

  static let integerType = SQLITE_INTEGER
  static let realType = SQLITE_FLOAT
  static let textType = SQLITE3_TEXT
  static let blobType = SQLITE_BLOB
}
