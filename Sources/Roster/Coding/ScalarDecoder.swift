/// A decoder of one scalar, which has no containers of several.
protocol ScalarDecoder: Decoder, SingleValueDecodingContainer {}

extension ScalarDecoder {
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw notScalar
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw notScalar }

  private var notScalar: DecodingError {
    .dataCorrupted(
      .init(
        codingPath: codingPath,
        debugDescription: "the type asked for one scalar at first, and now for a container"
      )
    )
  }
}
