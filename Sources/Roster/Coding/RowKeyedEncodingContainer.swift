/// Binds a record's properties to the statement's parameters, one at a time, as `encode(to:)` names
/// them.
///
/// Made once for a statement and reused for every row, like the decoding side.
struct RowKeyedEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  /// Safe because `owner` owns the memory and is held beside it.
  let state: UnsafeMutablePointer<RowEncoder.State>
  let finder: ColumnFinder<Key>
  let owner: RowEncoder

  var codingPath: [any CodingKey] { [] }

  /// The parameter for a key, or 0 where this statement has none for its column.
  @inline(__always)
  private func parameter(_ key: Key) throws -> Int32 {
    let column = finder.column(key)
    guard column >= 0 else { throw owner.unknown(key) }
    return state.pointee.parameter(column)
  }

  /// The statement being written, or the error for a container that outlived its row.
  @inline(__always)
  private func statement(_ key: Key) throws -> StatementHandle {
    guard let statement = state.pointee.row else {
      throw EncodingError.refused(Key.self, at: [key], "the row is written already")
    }
    return statement
  }

  /// Whether a value must go the long way, because the table's column could change it.
  @inline(__always)
  private var isGuarded: Bool { state.pointee.hazards != nil }

  @inline(__always)
  private func check(_ result: Int32) throws {
    guard result == 0 else { throw owner.bindError(result) }
  }

  @inline(__always)
  private func bindNull(_ key: Key) throws {
    let parameter = try parameter(key)
    if parameter > 0 { try check(statement(key).bind(null: parameter)) }
  }

  func encodeNil(forKey key: Key) throws { try bindNull(key) }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    let column = finder.column(key)
    guard column >= 0 else { throw owner.unknown(key) }
    try owner.write(value, column)
  }

  func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
    guard let value else { return try bindNull(key) }
    try encode(value, forKey: key)
  }

  func encode(_ value: String, forKey key: Key) throws {
    if isGuarded { return try owner.write(value, checked(key)) }
    let parameter = try parameter(key)
    if parameter > 0 {
      let statement = try statement(key)
      try check(statement.bind(keptText: owner.keep(value), at: parameter))
    }
  }

  func encode(_ value: Double, forKey key: Key) throws {
    if isGuarded || value.isNaN { return try owner.write(value, checked(key)) }
    let parameter = try parameter(key)
    if parameter > 0 { try check(statement(key).bind(value, at: parameter)) }
  }

  private func checked(_ key: Key) throws -> Int32 {
    let column = finder.column(key)
    guard column >= 0 else { throw owner.unknown(key) }
    return column
  }

  @inline(__always)
  private func encode<I: FixedWidthInteger & Encodable>(integer value: I, _ key: Key) throws {
    guard !isGuarded, let integer = Int64(exactly: value) else {
      return try owner.write(value, checked(key))
    }
    let parameter = try parameter(key)
    if parameter > 0 { try check(statement(key).bind(integer, at: parameter)) }
  }

  func nestedContainer<NestedKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    owner.nested(key, finder.column(key)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    owner.nested(key, finder.column(key)).unkeyedContainer()
  }

  /// The parent class writes into the same row.
  func superEncoder() -> any Encoder { owner }

  func superEncoder(forKey key: Key) -> any Encoder { owner.nested(key, finder.column(key)) }
}

extension RowKeyedEncodingContainer {
  func encode(_ value: Bool, forKey key: Key) throws {
    if isGuarded { return try owner.write(value, checked(key)) }
    let parameter = try parameter(key)
    if parameter > 0 { try check(statement(key).bind(value ? 1 : 0 as Int64, at: parameter)) }
  }

  func encode(_ value: Float, forKey key: Key) throws { try encode(Double(value), forKey: key) }
  func encode(_ value: Int, forKey key: Key) throws { try encode(integer: value, key) }
  func encode(_ value: Int8, forKey key: Key) throws { try encode(integer: value, key) }
  func encode(_ value: Int16, forKey key: Key) throws { try encode(integer: value, key) }
  func encode(_ value: Int32, forKey key: Key) throws { try encode(integer: value, key) }
  func encode(_ value: Int64, forKey key: Key) throws { try encode(integer: value, key) }
  func encode(_ value: UInt, forKey key: Key) throws { try encode(integer: value, key) }
  func encode(_ value: UInt8, forKey key: Key) throws { try encode(integer: value, key) }
  func encode(_ value: UInt16, forKey key: Key) throws { try encode(integer: value, key) }
  func encode(_ value: UInt32, forKey key: Key) throws { try encode(integer: value, key) }
  func encode(_ value: UInt64, forKey key: Key) throws { try encode(integer: value, key) }

  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try bindNull(key) }
  }

  func encodeIfPresent(_ value: String?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try bindNull(key) }
  }

  func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try bindNull(key) }
  }

  func encodeIfPresent(_ value: Float?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try bindNull(key) }
  }

  func encodeIfPresent(_ value: Int?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try bindNull(key) }
  }

  func encodeIfPresent(_ value: Int8?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try bindNull(key) }
  }

  func encodeIfPresent(_ value: Int16?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try bindNull(key) }
  }

  func encodeIfPresent(_ value: Int32?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try bindNull(key) }
  }

  func encodeIfPresent(_ value: Int64?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try bindNull(key) }
  }

  func encodeIfPresent(_ value: UInt?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try bindNull(key) }
  }

  func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try bindNull(key) }
  }

  func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try bindNull(key) }
  }

  func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try bindNull(key) }
  }

  func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try bindNull(key) }
  }
}
