/// The cases of an enum without payloads, for types that list them nowhere.
///
/// A raw-value enum that is not CaseIterable, or the coding keys of an enum with payloads, cannot
/// be asked for a valid value through any protocol, and probing needs one.
enum EnumCases {
  /// The number of cases, or nil if `type` is anything but an enum of which no case has a payload.
  static func count<T>(of type: T.Type) -> Int? {
    // Safe because the kind is checked before anything that only enum metadata has is read: the
    // first word of every type's metadata is its kind, 0x201 for an enum, whose second word points
    // to a descriptor with the number of cases with payloads at byte 20 and of those without at 24.
    // Fixed by the ABI: github.com/swiftlang/swift, docs/ABI/TypeMetadata.md.
    let metadata = unsafeBitCast(type as Any.Type, to: UnsafePointer<UInt>.self)
    guard metadata[0] == 0x201,
      let descriptor = UnsafeRawPointer(bitPattern: metadata[1] & descriptorMask)
    else { return nil }
    let payloads = descriptor.load(fromByteOffset: 20, as: UInt32.self) & 0x00ff_ffff
    let cases = descriptor.load(fromByteOffset: 24, as: UInt32.self)
    guard payloads == 0, cases > 0, MemoryLayout<T>.size <= 2 else { return nil }
    return Int(cases)
  }

  /// The case at an index, in the order of declaration, or nil if there is none.
  static func value<T>(of type: T.Type, at index: Int) -> T? {
    guard let count = count(of: type), index >= 0, index < count else { return nil }
    // Safe because an enum without payloads is laid out as an integer that counts its cases from 0
    // (docs/ABI/TypeLayout.md), of one or two bytes for up to 65,536 cases, and none for one.
    return withUnsafeTemporaryAllocation(byteCount: 8, alignment: 8) { buffer in
      buffer.initializeMemory(as: UInt8.self, repeating: 0)
      buffer.storeBytes(of: UInt16(truncatingIfNeeded: index).littleEndian, as: UInt16.self)
      return buffer.baseAddress?.assumingMemoryBound(to: T.self).pointee
    }
  }

  /// Pointers to code and metadata may carry a signature in their upper bits on arm64e.
  private static var descriptorMask: UInt {
    #if _ptrauth(_arm64e)
      0x0000_007f_ffff_ffff
    #else
      .max
    #endif
  }
}
