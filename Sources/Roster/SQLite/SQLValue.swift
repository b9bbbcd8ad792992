import Foundation

/// A value of one of SQLite's five storage classes, for conditions, raw SQL and rows of unknown
/// shape.
///
/// Records never pass through it: their columns are bound and read directly.
///
/// ```swift
/// let value: SQLValue = "Ann"   // TEXT
/// ```
///
/// See <https://www.sqlite.org/datatype3.html>.
public enum SQLValue: Sendable, Hashable {
  /// The absence of a value.
  case null
  /// A signed 64-bit integer.
  case integer(Int64)
  /// An 8-byte IEEE floating point number.
  case real(Double)
  /// Text, kept as UTF-8.
  case text(String)
  /// Bytes, kept as they are.
  case blob(Data)

  /// The storage class that holds this value.
  public var storageClass: StorageClass {
    switch self {
    case .null: .null
    case .integer: .integer
    case .real: .real
    case .text: .text
    case .blob: .blob
    }
  }
}

/// The class in which SQLite holds a single value, whatever its column declares.
///
/// See <https://www.sqlite.org/datatype3.html#storage_classes_and_datatypes>.
public enum StorageClass: String, Sendable, Hashable, CustomStringConvertible {
  /// No value.
  case null = "NULL"
  /// A signed 64-bit integer.
  case integer = "INTEGER"
  /// An 8-byte IEEE floating point number.
  case real = "REAL"
  /// UTF-8 text.
  case text = "TEXT"
  /// Bytes.
  case blob = "BLOB"

  /// The name SQLite's `typeof()` prints, in capitals.
  public var description: String { rawValue }
}

extension SQLValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral, ExpressibleByNilLiteral
{
  /// An INTEGER.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// A REAL.
  public init(floatLiteral value: Double) { self = .real(value) }
  /// A TEXT.
  public init(stringLiteral value: String) { self = .text(value) }
  /// NULL.
  public init(nilLiteral: ()) { self = .null }
}

extension SQLValue {
  /// The value written as SQL, for places where SQLite allows no parameter, such as DEFAULT and
  /// CHECK.
  ///
  /// `-9223372036854775808` is written in hexadecimal: as a decimal, SQLite would read it as
  /// minus a REAL. Infinity has no spelling but an overflow; text with a NUL has none but a cast.
  var literal: String {
    switch self {
    case .null: return "NULL"
    case .integer(.min): return "0x8000000000000000"
    case .integer(let value): return String(value)
    case .real(let value):
      if value.isNaN { return "NULL" }
      if value.isInfinite { return value < 0 ? "-9e999" : "9e999" }
      return value.description
    case .text(let value):
      if value.utf8.contains(0) {
        return "CAST(x'\(hexadecimal(value.utf8))' AS TEXT)"
      }
      return quoted(value, with: "'")
    case .blob(let value): return "x'\(hexadecimal(value))'"
    }
  }
}

/// An identifier in double quotes, inner quotes doubled: `Order "A"` becomes `"Order ""A"""`.
///
/// See <https://www.sqlite.org/lang_keywords.html>.
func quotedIdentifier(_ name: String) -> String {
  quoted(name, with: "\"")
}

private func quoted(_ text: String, with quote: String) -> String {
  quote + text.replacing(quote, with: quote + quote) + quote
}

private func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
  let digits = Array("0123456789abcdef")
  return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
}
