/// Hands a row's columns to `init(from:)`, one property at a time, straight from the statement.
///
/// It is made once for a statement and reused for every row, and it is two bare pointers, so that a
/// property costs no reference counting.
struct RowKeyedDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  /// Safe because the decoder frees neither while this container can be used.
  let state: UnsafeMutablePointer<RowDecoder.State>
  let table: KeyTable

  var codingPath: [any CodingKey] { [] }

  var allKeys: [Key] { owner?.layout.keys.compactMap { Key(stringValue: $0) } ?? [] }

  func contains(_ key: Key) -> Bool { column(key) != RowLayout.absent }

  private var owner: RowDecoder? { state.pointee.owner?.takeUnretainedValue() }

  private func owner(_ key: Key) throws -> RowDecoder {
    guard let owner else { throw refused(.rowIsGone, Any.self, key) }
    return owner
  }

  @inline(__always)
  func column(_ key: Key) -> Int32 {
    let known = table.known(key)
    return known >= 0 ? known : find(key)
  }

  @inline(never)
  private func find(_ key: Key) -> Int32 {
    owner.map { table.find(key, in: $0.layout) } ?? RowLayout.absent
  }

  @inline(never)
  private func missing(_ key: Key, _ column: Int32) -> DecodingError {
    owner?.missing(key, column) ?? refused(.rowIsGone, Any.self, key)
  }

  /// The value of a column that has been read before, unless anything is unusual.
  @inline(__always)
  func readyField(_ key: Key) -> Field? {
    let column = table.known(key)
    guard column >= 0, let statement = state.pointee.row else { return nil }
    return statement.field(column &+ state.pointee.firstColumn)
  }

  /// The value of a column that must be there.
  @inline(__always)
  func field(_ key: Key) throws -> Field {
    let column = column(key)
    guard column >= 0 else { throw missing(key, column) }
    guard let statement = state.pointee.row else { throw refused(.rowIsGone, Any.self, key) }
    return statement.field(column &+ state.pointee.firstColumn)
  }

  /// The value of a column, or nil where the column is absent or NULL.
  @inline(__always)
  func fieldIfPresent(_ key: Key) throws -> Field? {
    let column = column(key)
    guard column >= 0 else {
      guard column == RowLayout.absent else { throw missing(key, column) }
      return nil
    }
    guard let statement = state.pointee.row else { throw refused(.rowIsGone, Any.self, key) }
    let field = statement.field(column &+ state.pointee.firstColumn)
    return field.isNull ? nil : field
  }

  @inline(never)
  func refused(_ refusal: FieldRefusal, _ type: any Any.Type, _ key: Key) -> DecodingError {
    refusal.error(type, at: [key])
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    try field(key).isNull
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    let column = column(key)
    guard column >= 0 else { throw missing(key, column) }
    return try owner(key).read(type, column)
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    guard try fieldIfPresent(key) != nil else { return nil }
    return try owner(key).read(type, column(key))
  }

  func nestedContainer<NestedKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try nestedDecoder(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try nestedDecoder(key).unkeyedContainer()
  }

  /// The parent class reads from the same row.
  func superDecoder() throws -> any Decoder {
    guard let owner else {
      throw FieldRefusal.rowIsGone.error(Any.self, at: [])
    }
    return owner
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { try nestedDecoder(key) }

  private func nestedDecoder(_ key: Key) throws -> any Decoder {
    let field = try field(key)
    do throws(FieldRefusal) {
      return try JSONColumn.decoder(of: try field.utf8(), under: key)
    } catch {
      throw refused(error, Any.self, key)
    }
  }
}
