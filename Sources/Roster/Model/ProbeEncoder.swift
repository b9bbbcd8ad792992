/// Notes the keys under which a record encodes itself, and the values.
final class ProbeEncoder: Encoder {
  private(set) var keys: [String] = []
  private(set) var values: [String: any Encodable] = [:]

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The keys of a record in the order it encodes them, and its values that are not nil.
  static func encode(_ record: some Encodable) throws -> ProbeEncoder {
    let encoder = ProbeEncoder()
    try record.encode(to: encoder)
    return encoder
  }

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Keyed(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    RefusingEncoder(error: ProbeFailure.notKeyed("an array"))
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    RefusingEncoder(error: ProbeFailure.notKeyed("a single value"))
  }

  private func note(_ key: any CodingKey, _ value: (any Encodable)?) {
    keys.append(key.stringValue)
    values[key.stringValue] = value
  }

  private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: ProbeEncoder
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) { encoder.note(key, nil) }
    func encode<T: Encodable>(_ value: T, forKey key: Key) { encoder.note(key, value) }
    func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) { encoder.note(key, value) }

    func nestedContainer<Nested>(
      keyedBy type: Nested.Type,
      forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
      nested(key).container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      nested(key).unkeyedContainer()
    }
    func superEncoder() -> any Encoder { encoder }
    func superEncoder(forKey key: Key) -> any Encoder { nested(key) }

    private func nested(_ key: Key) -> JSONTreeEncoder {
      let tree = JSONTree()
      encoder.note(key, tree)
      return JSONTreeEncoder(tree: tree)
    }
  }
}
