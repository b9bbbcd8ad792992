import Foundation

extension String {
  /// The string of these bytes, or nil if they are not UTF-8.
  ///
  /// `String(validating:)` does this in one step, but is not specialized in the standard library
  /// and takes twice as long. The initializer used here repairs what is not UTF-8, so that the
  /// bytes then differ.
  @inline(__always)
  init?(exactly bytes: UnsafeBufferPointer<UInt8>) {
    self.init(decoding: bytes, as: UTF8.self)
    guard Self.isShortASCII(UnsafeRawBufferPointer(bytes)) || hasBytes(bytes) else { return nil }
  }

  /// Whether there are 8 to 16 bytes, all of ASCII, which need no repair: dates and codes.
  @inline(__always)
  private static func isShortASCII(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count >= 8, bytes.count <= 16 else { return false }
    let first = bytes.loadUnaligned(as: UInt64.self)
    let last = bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self)
    return (first | last) & 0x8080_8080_8080_8080 == 0
  }

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
