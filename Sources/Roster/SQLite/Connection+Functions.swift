import CSQLite
import Foundation

extension Connection {
  /// Compares two texts, given as UTF-8: less than 0, 0 or more than 0.
  typealias TextComparison =
    @Sendable (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Int32

  /// Makes an order of texts known to this connection's SQL.
  ///
  /// See <https://www.sqlite.org/c3ref/create_collation.html>.
  func createCollation(_ name: String, _ compare: @escaping TextComparison) throws(DatabaseError) {
    let box = Unmanaged.passRetained(Box(compare))
    let result = sqlite3_create_collation_v2(
      pointer,
      name,
      SQLITE_UTF8,
      box.toOpaque(),
      { context, leftCount, left, rightCount, right in
        // Safe because SQLite passes back what it was given, alive until `destroy` is called.
        guard let context else { return 0 }
        let compare = Unmanaged<Box<TextComparison>>.fromOpaque(context)
          .takeUnretainedValue().value
        return compare(bytes(left, leftCount), bytes(right, rightCount))
      },
      { context in
        if let context { Unmanaged<Box<TextComparison>>.fromOpaque(context).release() }
      }
    )
    guard result == SQLITE_OK else {
      // Unlike functions, a collation that cannot be made is not destroyed by SQLite.
      box.release()
      throw DatabaseError(connection: pointer, result: result)
    }
  }

  /// A function of two texts, nil for NULL and for what is no text.
  typealias TextFunction = @Sendable (String?, String?) -> SQLValue

  /// Makes a function of two texts known to this connection's SQL.
  ///
  /// See <https://www.sqlite.org/c3ref/create_function.html>.
  func createFunction(_ name: String, _ body: @escaping TextFunction) throws(DatabaseError) {
    let result = sqlite3_create_function_v2(
      pointer,
      name,
      2,
      SQLITE_UTF8,
      Unmanaged.passRetained(Box(body)).toOpaque(),
      { context, count, arguments in
        guard count == 2, let arguments, let own = sqlite3_user_data(context) else { return }
        // Safe because SQLite passes back what it was given, alive until `destroy` is called.
        let body = Unmanaged<Box<TextFunction>>.fromOpaque(own).takeUnretainedValue().value
        switch body(text(arguments[0]), text(arguments[1])) {
        case .integer(let value): sqlite3_result_int64(context, value)
        case .real(let value): sqlite3_result_double(context, value)
        default: sqlite3_result_null(context)
        }
      },
      nil,
      nil,
      { context in
        if let context { Unmanaged<Box<TextFunction>>.fromOpaque(context).release() }
      }
    )
    guard result == SQLITE_OK else { throw DatabaseError(connection: pointer, result: result) }
  }
}

extension Connection {
  /// A function of two numbers; NULL where one of them is, and for a result that is no number.
  typealias NumberFunction = @Sendable (Double, Double) -> Double

  /// Makes a function of two numbers known to this connection's SQL.
  ///
  /// See <https://www.sqlite.org/c3ref/create_function.html>.
  func createNumberFunction(
    _ name: String,
    _ body: @escaping NumberFunction
  ) throws(DatabaseError) {
    let result = sqlite3_create_function_v2(
      pointer,
      name,
      2,
      SQLITE_UTF8,
      Unmanaged.passRetained(Box(body)).toOpaque(),
      { context, count, arguments in
        guard count == 2, let arguments, let own = sqlite3_user_data(context) else { return }
        guard isNumber(arguments[0]), isNumber(arguments[1]) else { return }
        // Safe because SQLite passes back what it was given, alive until `destroy` is called.
        let body = Unmanaged<Box<NumberFunction>>.fromOpaque(own).takeUnretainedValue().value
        sqlite3_result_double(
          context,
          body(sqlite3_value_double(arguments[0]), sqlite3_value_double(arguments[1]))
        )
      },
      nil,
      nil,
      { context in
        if let context { Unmanaged<Box<NumberFunction>>.fromOpaque(context).release() }
      }
    )
    guard result == SQLITE_OK else { throw DatabaseError(connection: pointer, result: result) }
  }
}

private func isNumber(_ value: OpaquePointer?) -> Bool {
  let type = sqlite3_value_type(value)
  return type == SQLITE_INTEGER || type == SQLITE_FLOAT
}

/// Something of Swift that a C pointer can point to.
private final class Box<Value: Sendable>: Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}

private func bytes(_ start: UnsafeRawPointer?, _ count: Int32) -> UnsafeBufferPointer<UInt8> {
  UnsafeBufferPointer(start: start?.assumingMemoryBound(to: UInt8.self), count: Int(count))
}

private func text(_ value: OpaquePointer?) -> String? {
  guard sqlite3_value_type(value) == SQLITE3_TEXT, let start = sqlite3_value_text(value) else {
    return nil
  }
  return String(
    exactly: UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
  )
}
