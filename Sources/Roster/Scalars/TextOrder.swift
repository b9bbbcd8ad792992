/// The order of texts by the values that they say.
enum TextOrder {
  /// Compares two texts by their values; what says none comes after all that do, byte by byte.
  static func compare<Value: Comparable>(
    _ left: UnsafeBufferPointer<UInt8>,
    _ right: UnsafeBufferPointer<UInt8>,
    by value: (UnsafeBufferPointer<UInt8>) -> Value?
  ) -> Int32 {
    switch (value(left), value(right)) {
    case (let left?, let right?): left < right ? -1 : left > right ? 1 : 0
    case (_?, nil): -1
    case (nil, _?): 1
    case (nil, nil): left.lexicographicallyPrecedes(right) ? -1 : left.elementsEqual(right) ? 0 : 1
    }
  }
}
