/// Reads one argument of a function in Swift, by the contract of a column.
struct ArgumentDecoder: ScalarDecoder {
  let field: Field
  /// `argument 1 of distance`, for errors.
  let name: String

  var codingPath: [any CodingKey] { [NameKey(name)] }

  /// The argument as any decodable type, by the one codec of that type.
  func read<T: Decodable>(_ type: T.Type) throws -> T {
    let codec = FieldShape.of(type).codec
    if codec == .wrapper { return try T(from: self) }
    let text: UnsafeBufferPointer<UInt8>
    do throws(FieldRefusal) {
      if case .scalar(let scalar) = codec { return try scalar.read(field, .standard, as: type) }
      // An optional that is kept as JSON still says nil with NULL.
      if field.isNull, let absent = RowDecoder.none(type) { return absent }
      text = try field.utf8()
    } catch {
      throw error.error(type, at: codingPath)
    }
    return try JSONColumn.decode(type, text, at: codingPath)
  }

  func decodeNil() -> Bool { field.isNull }
  func decode<T: Decodable>(_ type: T.Type) throws -> T { try read(type) }
  func decode(_ type: Bool.Type) throws -> Bool { try read(type) }
  func decode(_ type: String.Type) throws -> String { try read(type) }
  func decode(_ type: Double.Type) throws -> Double { try read(type) }
  func decode(_ type: Float.Type) throws -> Float { try read(type) }
  func decode(_ type: Int.Type) throws -> Int { try read(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try read(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try read(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try read(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try read(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try read(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try read(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try read(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try read(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try read(type) }
}
