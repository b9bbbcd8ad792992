// Inlined, so that the standard library's call arrives here and not at a thunk.
extension RowKeyedEncodingContainer {
  @inline(__always)
  func encode(_ value: Bool, forKey key: Key) throws {
    if isGuarded { return try write(value, key) }
    try bind(key) { $0.bind(value ? 1 : 0 as Int64, at: $1) }
  }

  @inline(__always)
  func encode(_ value: Float, forKey key: Key) throws { try encode(Double(value), forKey: key) }

  @inline(__always)
  func encode(_ value: Int, forKey key: Key) throws { try encode(integer: value, key) }

  @inline(__always)
  func encode(_ value: Int8, forKey key: Key) throws { try encode(integer: value, key) }

  @inline(__always)
  func encode(_ value: Int16, forKey key: Key) throws { try encode(integer: value, key) }

  @inline(__always)
  func encode(_ value: Int32, forKey key: Key) throws { try encode(integer: value, key) }

  @inline(__always)
  func encode(_ value: Int64, forKey key: Key) throws { try encode(integer: value, key) }

  @inline(__always)
  func encode(_ value: UInt, forKey key: Key) throws { try encode(integer: value, key) }

  @inline(__always)
  func encode(_ value: UInt8, forKey key: Key) throws { try encode(integer: value, key) }

  @inline(__always)
  func encode(_ value: UInt16, forKey key: Key) throws { try encode(integer: value, key) }

  @inline(__always)
  func encode(_ value: UInt32, forKey key: Key) throws { try encode(integer: value, key) }

  @inline(__always)
  func encode(_ value: UInt64, forKey key: Key) throws { try encode(integer: value, key) }

  @inline(__always)
  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try bindNull(key) }
  }

  @inline(__always)
  func encodeIfPresent(_ value: String?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try bindNull(key) }
  }

  @inline(__always)
  func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try bindNull(key) }
  }

  @inline(__always)
  func encodeIfPresent(_ value: Float?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try bindNull(key) }
  }

  @inline(__always)
  func encodeIfPresent(_ value: Int?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try bindNull(key) }
  }

  @inline(__always)
  func encodeIfPresent(_ value: Int8?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try bindNull(key) }
  }

  @inline(__always)
  func encodeIfPresent(_ value: Int16?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try bindNull(key) }
  }

  @inline(__always)
  func encodeIfPresent(_ value: Int32?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try bindNull(key) }
  }

  @inline(__always)
  func encodeIfPresent(_ value: Int64?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try bindNull(key) }
  }

  @inline(__always)
  func encodeIfPresent(_ value: UInt?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try bindNull(key) }
  }

  @inline(__always)
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try bindNull(key) }
  }

  @inline(__always)
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try bindNull(key) }
  }

  @inline(__always)
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try bindNull(key) }
  }

  @inline(__always)
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try bindNull(key) }
  }
}
