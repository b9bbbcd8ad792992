extension Statement {
  /// The decoder of rows of a type, made at the first row and kept with the statement.
  ///
  /// To be asked for when the first row has been stepped to: only then are its columns final.
  @inline(__always)
  func rowDecoder(for type: Any.Type, layout: () throws -> RowLayout) rethrows -> RowDecoder {
    forgetReaderIfPreparedAnew()
    let id = ObjectIdentifier(type)
    if let reader, reader.type == id {
      // Safe because nothing else is ever stored as a reader.
      return unsafeDowncast(reader.object, to: RowDecoder.self)
    }
    let decoder = RowDecoder(layout: try layout())
    reader?.object.statementWillEnd()
    reader = Attachment(type: id, object: decoder)
    return decoder
  }

  /// The encoder of records of a type, made at the first use and kept with the statement.
  @inline(__always)
  func rowEncoder(for type: Any.Type, make: () -> RowEncoder) -> RowEncoder {
    let id = ObjectIdentifier(type)
    if let writer, writer.type == id {
      // Safe because nothing else is ever stored as a writer.
      return unsafeDowncast(writer.object, to: RowEncoder.self)
    }
    let encoder = make()
    writer?.object.statementWillEnd()
    writer = Attachment(type: id, object: encoder)
    return encoder
  }

  /// The layout of a result whose columns are the coding keys.
  var resultLayout: RowLayout {
    let names = columnNames
    return RowLayout(keys: names, columns: names)
  }

  /// The error of a value that could not be bound, or nil.
  @inline(__always)
  func check(_ result: Int32) throws {
    guard result == 0 else { throw error(result) }
  }
}
