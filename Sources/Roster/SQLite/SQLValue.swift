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
      return realLiteral(value)
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

/// By bytes: as characters, a quote with an accent on it would be no quote.
private func quoted(_ text: String, with quote: Unicode.Scalar) -> String {
  let quote = UInt8(ascii: quote)
  var bytes = [quote]
  for byte in text.utf8 {
    if byte == quote { bytes.append(quote) }
    bytes.append(byte)
  }
  bytes.append(quote)
  return String(decoding: bytes, as: UTF8.self)
}

/// Whether SQLite takes two names for one: it disregards the case of ASCII letters, and only that.
func isSameName(_ left: String, _ right: String) -> Bool {
  folded(left).elementsEqual(folded(right))
}

extension String {
  /// With A to Z in lower case, so that what SQLite takes for the same name is the same.
  var asciiLowercased: String { String(decoding: Array(folded(self)), as: UTF8.self) }
}

private func folded(_ name: String) -> some Sequence<UInt8> {
  name.utf8.lazy.map { (65...90).contains($0) ? $0 + 32 : $0 }
}

/// A number as SQL that SQLite reads back to the last bit.
///
/// Its parser may miss the last bit of numbers far from 1, so those are written as a whole number
/// times powers of two, each step of which is exact.
private func realLiteral(_ value: Double) -> String {
  if value.isNaN { return "NULL" }
  if value.isInfinite { return value < 0 ? "-9e999" : "9e999" }
  if value == 0 || (1e-5..<1e15).contains(value.magnitude) { return value.description }
  var text = "\(Int64(value.significand * 0x1p52)).0"
  var exponent = Int(value.exponent) - 52
  let sign = exponent < 0 ? " / " : " * "
  exponent = abs(exponent)
  while exponent > 0 {
    text += sign + "\(Int64(1) << min(exponent, 62)).0"
    exponent -= min(exponent, 62)
  }
  return value < 0 ? "(-\(text))" : "(\(text))"
}

private func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
  let digits = Array("0123456789abcdef")
  return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
}
