extension Statement {
  /// The decoder of rows of a type, made at the first row and kept with the statement.
  ///
  /// To be asked for when the first row has been stepped to: only then are its columns final.
  @inline(__always)
  func rowDecoder(for type: Any.Type, layout: () throws -> RowLayout) rethrows -> RowDecoder {
    forgetReaderIfPreparedAnew()
    let id = ObjectIdentifier(type)
    if let reader, reader.purpose == id {
      // Safe because nothing else is ever stored as a reader.
      return unsafeDowncast(reader.object, to: RowDecoder.self)
    }
    let decoder = RowDecoder(layout: try layout())
    reader = Attachment(purpose: id, object: decoder)
    return decoder
  }

  /// The encoder of records, made at the first use and kept with the statement.
  ///
  /// - Parameter purpose: what it is made for; with another one, it is made anew.
  @inline(__always)
  func rowEncoder(for purpose: AnyObject, make: () -> RowEncoder) -> RowEncoder {
    let id = ObjectIdentifier(purpose)
    if let writer, writer.purpose == id {
      // Safe because nothing else is ever stored as a writer.
      return unsafeDowncast(writer.object, to: RowEncoder.self)
    }
    let encoder = make()
    encoder.purpose = purpose
    writer = Attachment(purpose: id, object: encoder)
    return encoder
  }

  /// The layout of a result whose columns are the coding keys.
  var resultLayout: RowLayout {
    let names = columnNames
    return RowLayout(keys: names, columns: names)
  }

  /// Throws what SQLite said of a value that could not be bound.
  @inline(__always)
  func check(_ result: Int32) throws {
    guard result == 0 else { throw error(result) }
  }
}
