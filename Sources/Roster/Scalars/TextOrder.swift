/// An order of texts, for SQLite.
struct TextOrder: Sendable {
  /// The name of the collation, in SQL.
  let name: String
  let compare: @Sendable (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Int32

  /// The order of texts by the values that they say; what says none comes after all that do, byte
  /// by byte.
  init<Value: Comparable & Sendable>(
    _ name: String,
    by value: @escaping @Sendable (UnsafeBufferPointer<UInt8>) -> Value?
  ) {
    self.name = name
    compare = { left, right in
      switch (value(left), value(right)) {
      case (let left?, let right?): left < right ? -1 : left > right ? 1 : 0
      case (_?, nil): -1
      case (nil, _?): 1
      case (nil, nil):
        left.lexicographicallyPrecedes(right) ? -1 : left.elementsEqual(right) ? 0 : 1
      }
    }
  }
}
