/// Binds a record's properties to the statement's parameters, as `encode(to:)` names them.
///
/// Made once for a statement and reused for every row; two bare pointers, like the decoding side.
struct RowKeyedEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  /// Safe because the encoder frees neither while this container can be used.
  let state: UnsafeMutablePointer<RowEncoder.State>
  let table: KeyTable

  var codingPath: [any CodingKey] { [] }

  @inline(__always)
  private func column(_ key: Key) throws -> Int32 {
    let known = table.known(key)
    return known >= 0 ? known : try find(key)
  }

  @inline(never)
  private func find(_ key: Key) throws -> Int32 {
    let owner = try owner(key)
    let column = table.find(key, in: owner.layout)
    guard column >= 0 else { throw owner.unknown(key) }
    return column
  }

  private func owner(_ key: Key) throws -> RowEncoder {
    guard let owner = state.pointee.owner?.takeUnretainedValue() else { throw gone(key) }
    return owner
  }

  private func gone(_ key: Key) -> EncodingError {
    .refused(Key.self, at: [key], "the row is written already")
  }

  /// Passes the statement and the parameter for a key to `bind`, where the statement has one.
  @inline(__always)
  func bind(_ key: Key, _ bind: (StatementHandle, Int32) -> Int32) throws {
    let column = try column(key)
    let parameter = state.pointee.parameter(column)
    if parameter > 0 {
      guard let statement = state.pointee.row else { throw gone(key) }
      let result = bind(statement, parameter)
      guard result == 0 else { throw statement.error(result: result) }
    }
    state.pointee.noteWritten(column)
  }

  /// Whether a value must go the long way, because the table's column could change it.
  @inline(__always)
  var isGuarded: Bool { state.pointee.guards != nil }

  @inline(never)
  func write<T: Encodable>(_ value: T, _ key: Key) throws {
    try owner(key).write(value, column(key))
  }

  @inline(__always)
  func bindNull(_ key: Key) throws {
    try bind(key) { $0.bind(null: $1) }
  }

  func encodeNil(forKey key: Key) throws { try bindNull(key) }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try write(value, key) }

  func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
    guard let value else { return try bindNull(key) }
    try write(value, key)
  }

  @inline(__always)
  func encode(_ value: String, forKey key: Key) throws {
    if isGuarded { return try write(value, key) }
    let kept =
      value.utf8.withContiguousStorageIfAvailable { state.pointee.arena.pointee.keep($0) }
      ?? keepBridged(value)
    try bind(key) { $0.bind(keptText: kept, at: $1) }
  }

  /// A string of Objective-C, which is not kept as UTF-8.
  @inline(never)
  private func keepBridged(_ value: String) -> UnsafeRawBufferPointer {
    var value = value
    return value.withUTF8 { state.pointee.arena.pointee.keep($0) }
  }

  @inline(__always)
  func encode(_ value: Double, forKey key: Key) throws {
    if isGuarded || value.isNaN { return try write(value, key) }
    try bind(key) { $0.bind(value, at: $1) }
  }

  @inline(__always)
  func encode<I: FixedWidthInteger & Encodable>(integer value: I, _ key: Key) throws {
    guard !isGuarded, let integer = Int64(exactly: value) else { return try write(value, key) }
    try bind(key) { $0.bind(integer, at: $1) }
  }

  func nestedContainer<NestedKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    nested(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    nested(key).unkeyedContainer()
  }

  /// The parent class writes into the same row.
  func superEncoder() -> any Encoder {
    state.pointee.owner?.takeUnretainedValue()
      ?? RefusingEncoder(
        error: EncodingError.refused(Key.self, at: [], "the row is written already")
      )
  }

  func superEncoder(forKey key: Key) -> any Encoder { nested(key) }

  private func nested(_ key: Key) -> any Encoder {
    do { return try owner(key).nested(key, column(key)) } catch {
      return RefusingEncoder(error: error)
    }
  }
}
