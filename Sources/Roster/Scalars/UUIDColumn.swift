import Foundation

/// A `UUID`: upper-case text, or 16 bytes where its column says so.
enum UUIDColumn: ScalarColumn, ColumnRules {
  typealias Rules = Self

  static let name = "uuid"
  static let storageClass = StorageClass.text
  static func storageClass(in form: StorageForm) -> StorageClass? {
    switch form {
    case .standard: .text
    case .blob: .blob
    case .unixSeconds, .unixMilliseconds, .julianDay, .foreignText: nil
    }
  }
  static func collation(in form: StorageForm) -> TextOrder? { nil }
  static let formInJSON = FormInJSON.same
  static let isNumber = false
  static let isOrdered = true
  static let hasOneTextInJSON = true
  static let samples = Samples(first: sample(1), second: sample(2), wild: sample(103))

  private static func sample(_ first: UInt8) -> UUID {
    UUID(uuid: (first, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  }

  /// Reads either form, whatever the column's: both say exactly one UUID.
  static func read(_ field: Field, _ form: StorageForm) throws(FieldRefusal) -> UUID {
    if field.type == Field.blobType {
      let bytes = field.blob
      guard bytes.count == 16 else { throw .malformed("the BLOB has \(bytes.count) bytes, not 16") }
      return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
    }
    guard let uuid = UUIDText.uuid(try field.utf8()) else {
      throw .malformed("the TEXT is not a UUID")
    }
    return uuid
  }

  static func write(_ uuid: UUID, to sink: some FieldSink) throws {
    if sink.form == .blob {
      try withUnsafeBytes(of: uuid.uuid, sink.blob)
    } else {
      try sink.text(uuid.uuidString)
    }
  }
}

/// UUIDs as the 36 characters that everyone writes.
enum UUIDText {
  /// Reads either case; nil for anything but 8-4-4-4-12 hexadecimal digits.
  static func uuid(_ text: UnsafeBufferPointer<UInt8>) -> UUID? {
    guard text.count == 36 else { return nil }
    var value: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    let isUUID = withUnsafeMutableBytes(of: &value) { bytes in
      var position = 0
      for index in 0..<16 {
        if index == 4 || index == 6 || index == 8 || index == 10 {
          guard text[position] == UInt8(ascii: "-") else { return false }
          position += 1
        }
        guard let high = digit(text[position]), let low = digit(text[position + 1]) else {
          return false
        }
        bytes[index] = high << 4 | low
        position += 2
      }
      return true
    }
    return isUUID ? UUID(uuid: value) : nil
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 48...57: byte - 48
    case 65...70: byte - 55
    case 97...102: byte - 87
    default: nil
    }
  }
}
