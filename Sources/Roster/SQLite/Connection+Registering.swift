import CSQLite
import Foundation

/// The error that a function in Swift threw, on its way through SQLite, which knows only codes.
final class FunctionFailure {
  var error: (any Error)?

  /// The error that stands behind one of SQLite's.
  func cause(of error: any Error) -> any Error {
    guard let own = self.error else { return error }
    self.error = nil
    return (error as? DatabaseError)?.code == .error ? own : error
  }
}

extension Connection {
  /// A function of values, which are valid until it returns.
  typealias FieldFunction = @Sendable ([Field]) throws -> SQLValue

  /// Makes a function known to this connection's SQL.
  ///
  /// - Parameter argumentCount: -1 for any number.
  ///
  /// See <https://www.sqlite.org/c3ref/create_function.html>.
  func createFunction(
    _ name: String,
    argumentCount: Int32,
    isDeterministic: Bool,
    _ body: @escaping FieldFunction
  ) throws(DatabaseError) {
    guard let pointer else { throw DatabaseError(.misuse, "the database is closed") }
    let box = Unmanaged.passRetained(FunctionBox(name, body, functionFailure))
    let result = sqlite3_create_function_v2(
      pointer,
      name,
      argumentCount,
      SQLITE_UTF8 | (isDeterministic ? SQLITE_DETERMINISTIC : 0),
      box.toOpaque(),
      { context, count, arguments in
        guard let own = sqlite3_user_data(context) else { return }
        // Safe because SQLite passes back what it was given, alive until `destroy` is called.
        let box = Unmanaged<FunctionBox>.fromOpaque(own).takeUnretainedValue()
        let fields = UnsafeBufferPointer(start: arguments, count: Int(count)).map {
          Field(pointer: $0)
        }
        do { give(try box.body(fields), to: context) } catch {
          box.failure.error = error
          sqlite3_result_error(context, "the function \(box.name) threw an error", -1)
        }
      },
      nil,
      nil,
      { if let context = $0 { Unmanaged<FunctionBox>.fromOpaque(context).release() } }
    )
    guard result == SQLITE_OK else { throw DatabaseError(connection: pointer, result: result) }
  }

  /// Whether a call of this name and number of arguments means something already.
  ///
  /// Those of SQLite itself are taken for any number: nobody expects another `lower`.
  func hasFunction(_ name: String, argumentCount: Int32) throws(DatabaseError) -> Bool {
    try rows(
      """
      SELECT 1 FROM pragma_function_list WHERE name = ? COLLATE NOCASE
        AND (builtin OR narg < 0 OR narg = ? OR ? < 0) LIMIT 1
      """,
      [.text(name), .integer(Int64(argumentCount)), .integer(Int64(argumentCount))]
    ).isEmpty == false
  }

  /// Whether there is an order of this name.
  func hasCollation(_ name: String) throws(DatabaseError) -> Bool {
    try !rows(
      "SELECT 1 FROM pragma_collation_list WHERE name = ? COLLATE NOCASE",
      [.text(name)]
    ).isEmpty
  }
}

/// What a connection's function needs when it is called.
private final class FunctionBox {
  let name: String
  let body: Connection.FieldFunction
  let failure: FunctionFailure

  init(_ name: String, _ body: @escaping Connection.FieldFunction, _ failure: FunctionFailure) {
    self.name = name
    self.body = body
    self.failure = failure
  }
}

private func give(_ value: SQLValue, to context: OpaquePointer?) {
  switch value {
  case .null: sqlite3_result_null(context)
  case .integer(let integer): sqlite3_result_int64(context, integer)
  case .real(let real): sqlite3_result_double(context, real)
  case .text(var text):
    text.withUTF8 { bytes in
      // An empty text may have no address, which SQLite would take for NULL.
      guard let start = bytes.baseAddress else { return roster_result_text_copy(context, "", 0) }
      start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
        roster_result_text_copy(context, $0, sqlite3_uint64(bytes.count))
      }
    }
  case .blob(let blob):
    blob.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress, !bytes.isEmpty else {
        return sqlite3_result_zeroblob(context, 0)
      }
      roster_result_blob_copy(context, start, sqlite3_uint64(bytes.count))
    }
  }
}
