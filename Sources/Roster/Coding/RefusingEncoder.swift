/// Stands where `Encoder` cannot throw, and throws at the first value instead.
struct RefusingEncoder: Encoder, SingleValueEncodingContainer, UnkeyedEncodingContainer {
  let error: any Error

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }
  var count: Int { 0 }

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Keyed(encoder: self))
  }
  func unkeyedContainer() -> any UnkeyedEncodingContainer { self }
  func singleValueContainer() -> any SingleValueEncodingContainer { self }
  func superEncoder() -> any Encoder { self }

  func encodeNil() throws { throw error }
  func encode<T: Encodable>(_ value: T) throws { throw error }
  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
  func nestedContainer<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    container(keyedBy: type)
  }

  private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: RefusingEncoder
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) throws { throw encoder.error }
    func encode<T: Encodable>(_ value: T, forKey key: Key) throws { throw encoder.error }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder }
    func nestedContainer<Nested>(
      keyedBy type: Nested.Type,
      forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
      encoder.container(keyedBy: type)
    }
    func superEncoder() -> any Encoder { encoder }
    func superEncoder(forKey key: Key) -> any Encoder { encoder }
  }
}
