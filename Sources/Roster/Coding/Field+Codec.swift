/// The contract of a column, read side, for a type that is known only by its codec.
extension Field {
  /// The value as a type with this codec; nil for what is read by way of other types.
  @inline(__always)
  func value<T>(
    as type: T.Type,
    _ codec: FieldShape.Codec,
    _ form: StorageForm
  ) throws(FieldRefusal) -> T? {
    switch codec {
    case .bool: same(try bool(), as: type)
    case .int: same(try integer(Int.self), as: type)
    case .int8: same(try integer(Int8.self), as: type)
    case .int16: same(try integer(Int16.self), as: type)
    case .int32: same(try integer(Int32.self), as: type)
    case .int64: same(try integer(Int64.self), as: type)
    case .uint: same(try integer(UInt.self), as: type)
    case .uint8: same(try integer(UInt8.self), as: type)
    case .uint16: same(try integer(UInt16.self), as: type)
    case .uint32: same(try integer(UInt32.self), as: type)
    case .uint64: same(try integer(UInt64.self), as: type)
    case .float: same(try float(), as: type)
    case .double: same(try double(), as: type)
    case .date: same(try date(form), as: type)
    case .uuid: same(try uuid(), as: type)
    case .url: same(try url(), as: type)
    case .decimal: same(try decimal(), as: type)
    case .data: same(try data(), as: type)
    case .bytes: same(try byteArray(), as: type)
    // A text is read with or without the memory of earlier rows, so the caller does it.
    case .string, .wrapper, .json: nil
    }
  }
}
