import Foundation

/// The contract of a column, read side: exactly what converts without loss, and a refusal
/// otherwise.
extension Field {
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
