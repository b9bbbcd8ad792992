import Foundation

extension String {
  /// Whether the string's UTF-8 is exactly these bytes.
  @inline(__always)
  func hasBytes(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    utf8.withContiguousStorageIfAvailable { own in
      guard own.count == bytes.count else { return false }
      guard let left = own.baseAddress, let right = bytes.baseAddress else { return true }
      return memcmp(left, right, own.count) == 0
    } ?? utf8.elementsEqual(bytes)
  }

  /// Whether two strings are the same bytes; `==` also holds for two spellings of one letter.
  func hasSameBytes(as other: String) -> Bool {
    other.utf8.withContiguousStorageIfAvailable { hasBytes($0) }
      ?? utf8.elementsEqual(other.utf8)
  }
}
