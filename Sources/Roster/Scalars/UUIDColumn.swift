import Foundation

extension Field {
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
}

extension FieldSink {
  func uuid(_ uuid: UUID) throws {
    if form == .blob {
      try withUnsafeBytes(of: uuid.uuid, blob)
    } else {
      try text(uuid.uuidString)
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
