import Foundation

/// The contract of a column, read side: exactly what converts without loss, and a refusal
/// otherwise.
extension Field {
  @inline(__always)
  func integer<I: FixedWidthInteger>(_ type: I.Type) throws(FieldRefusal) -> I {
    guard self.type == Self.integerType else { return try integerFromReal(type) }
    guard let value = I(exactly: integer) else { throw .outOfRange }
    return value
  }

  /// A NUMERIC column may hold a whole number as REAL; that it is whole makes it an integer.
  @inline(never)
  private func integerFromReal<I: FixedWidthInteger>(_ type: I.Type) throws(FieldRefusal) -> I {
    guard self.type == Self.realType else { throw refusal }
    guard let value = I(exactly: real) else { throw .inexact }
    return value
  }

  @inline(__always)
  func bool() throws(FieldRefusal) -> Bool {
    guard type == Self.integerType else { throw refusal }
    switch integer {
    case 0: return false
    case 1: return true
    default: throw .malformed("the INTEGER is neither 0 nor 1")
    }
  }

  @inline(__always)
  func double() throws(FieldRefusal) -> Double {
    guard type == Self.realType else { return try doubleFromInteger() }
    return real
  }

  @inline(never)
  private func doubleFromInteger() throws(FieldRefusal) -> Double {
    guard type == Self.integerType else { throw refusal }
    guard let value = Double(exactly: integer) else { throw .inexact }
    return value
  }

  func float() throws(FieldRefusal) -> Float {
    guard let value = Float(exactly: try double()) else { throw .inexact }
    return value
  }

  @inline(__always)
  func string() throws(FieldRefusal) -> String {
    guard let value = String(exactly: try utf8()) else { throw .malformed("the TEXT is not UTF-8") }
    return value
  }

  /// The same, shared with earlier rows where they have it.
  @inline(__always)
  func string(
    _ cache: UnsafeMutablePointer<StringCache>,
    in column: Int32
  ) throws(FieldRefusal) -> String {
    guard let value = cache.pointee.string(try utf8(), in: column) else {
      throw .malformed("the TEXT is not UTF-8")
    }
    return value
  }

  func data() throws(FieldRefusal) -> Data {
    guard type == Self.blobType else { throw refusal }
    return Data(blob)
  }

  func byteArray() throws(FieldRefusal) -> [UInt8] {
    guard type == Self.blobType else { throw refusal }
    return [UInt8](blob)
  }

  func date(_ form: StorageForm) throws(FieldRefusal) -> Date {
    switch form {
    case .unixMilliseconds:
      let milliseconds = try integer(Int64.self)
      let date = UnixTime.date(milliseconds: milliseconds)
      guard UnixTime.milliseconds(date) == milliseconds else { throw .inexact }
      return date
    case .unixSeconds: return UnixTime.date(seconds: try double())
    case .julianDay: return UnixTime.date(julianDay: try double())
    case .standard, .foreignText, .blob:
      guard let date = DateText.date(try utf8()) else {
        throw .malformed("the TEXT is not a date like 2026-01-31 23:59:59.999")
      }
      return date
    }
  }

  func uuid() throws(FieldRefusal) -> UUID {
    if type == Self.blobType {
      let bytes = blob
      guard bytes.count == 16 else { throw .malformed("the BLOB has \(bytes.count) bytes, not 16") }
      return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
    }
    guard let uuid = UUIDText.uuid(try utf8()) else {
      throw .malformed("the TEXT is not a UUID")
    }
    return uuid
  }

  func url() throws(FieldRefusal) -> URL {
    let text = try string()
    guard let url = URLText.url(text) else {
      throw .malformed("the TEXT is not a URL")
    }
    return url
  }

  func decimal() throws(FieldRefusal) -> Decimal {
    if type == Self.integerType { return Decimal(integer) }
    if type == Self.realType {
      throw .malformed("found REAL, a binary fraction: read it as Double, or store it as TEXT")
    }
    guard let decimal = DecimalText.decimal(try utf8()) else {
      throw .malformed("the TEXT is not a decimal number of at most 38 digits")
    }
    return decimal
  }

  /// The value in the storage class it has.
  func sqlValue() throws(FieldRefusal) -> SQLValue {
    if let storedValue { return storedValue }
    // Only a TEXT has none, and this says what is wrong with it.
    return .text(try string())
  }

  /// The bytes of a TEXT.
  @inline(__always)
  func utf8() throws(FieldRefusal) -> UnsafeBufferPointer<UInt8> {
    guard type == Self.textType else { throw refusal }
    guard let bytes = text else { throw .outOfMemory }
    return bytes
  }

  /// Why a value of this storage class is not what was wanted.
  @inline(never)
  var refusal: FieldRefusal { isNull ? .null : .storageClass(storageClass) }
}
