extension FieldSink {
  /// Stores a value by the one codec of its type.
  ///
  /// - Throws: `EncodingError` for a value that would not come back equal.
  func write<T: Encodable>(_ value: T, as shape: FieldShape) throws {
    switch shape.codec {
    case .scalar(let scalar): try scalar.write(value, to: self)
    case .wrapper: try value.encode(to: FieldEncoder(sink: self, kind: shape.kind))
    case .json:
      if let optional = value as? any OptionalValue, optional.isNil { return try null() }
      try JSONColumn.encode(value, at: codingPath).withUnsafeBytes {
        try text($0.bindMemory(to: UInt8.self))
      }
    }
  }
}

/// Tells a nil whose type is known only at run time.
private protocol OptionalValue {
  var isNil: Bool { get }
}

extension Optional: OptionalValue {
  fileprivate var isNil: Bool { self == nil }
}

/// The encoder of a type that stores itself as a single scalar.
struct FieldEncoder<Sink: FieldSink>: Encoder, SingleValueEncodingContainer {
  let sink: Sink
  /// What the column was declared to hold; anything else would be read back as something else.
  let kind: ColumnKind

  var codingPath: [any CodingKey] { sink.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    RefusingEncoder(error: notScalar).container(keyedBy: type)
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    RefusingEncoder(error: notScalar).unkeyedContainer()
  }

  private var notScalar: EncodingError {
    sink.refused(
      Any.self,
      "it is read as a single value but encodes a container; its two halves must agree"
    )
  }

  func encodeNil() throws { try sink.null() }

  func encode<T: Encodable>(_ value: T) throws {
    let shape = FieldShape.of(T.self)
    guard shape.kind == kind else {
      throw sink.refused(
        T.self,
        "its column holds \(kind) values, as its init(from:) asks; this is \(shape.kind)"
      )
    }
    try sink.write(value, as: shape)
  }
}
