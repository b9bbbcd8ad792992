/// The property, or several, that identify a row of a record's table.
///
/// ```swift
/// static let primaryKey = PrimaryKey(\Student.id)                      // find(7)
/// static let primaryKey = PrimaryKey(\Line.orderID, \Line.productID)   // find((10248, 11))
/// // "id" INTEGER PRIMARY KEY
/// // PRIMARY KEY ("orderID", "productID")
/// ```
///
/// An optional integer key that is nil is given by SQLite on insert.
/// See <https://www.sqlite.org/lang_createtable.html#rowid>.
public struct PrimaryKey<Root, Key>: Sendable {
  let columns: [ColumnPath<Root>]
  /// Passes the parts of a key to a writer, each with its place.
  let write: @Sendable (Key, any KeyWriter) throws -> Void
  /// Puts a key together from its parts, each by its place.
  let read: @Sendable (any KeyReader) throws -> Key

  /// A key of one property that may be nil until the row is inserted.
  public init(_ property: any KeyPath<Root, Key?> & Sendable)
  where Key: Codable & SendableMetatype {
    columns = [ColumnPath(property)]
    write = { try $1.write($0, at: 0) }
    read = { try $0.read(Key.self, at: 0) }
  }

  /// A key of one property.
  public init(_ property: any KeyPath<Root, Key> & Sendable) where Key: Codable & SendableMetatype {
    columns = [ColumnPath(property)]
    write = { try $1.write($0, at: 0) }
    read = { try $0.read(Key.self, at: 0) }
  }

  /// A key of several properties; its `Key` is the tuple of their types.
  public init<each Part: Codable & SendableMetatype>(
    _ properties: repeat any KeyPath<Root, each Part> & Sendable
  ) where Key == (repeat each Part) {
    var columns: [ColumnPath<Root>] = []
    repeat columns.append(ColumnPath(each properties))
    self.columns = columns
    write = { key, writer in
      var place = 0
      func next(_ part: some Encodable) throws {
        try writer.write(part, at: place)
        place += 1
      }
      repeat try next(each key)
    }
    read = { reader in
      var place = -1
      func next<Next: Decodable>(_ type: Next.Type) throws -> Next {
        place += 1
        return try reader.read(type, at: place)
      }
      return (repeat try next((each Part).self))
    }
  }
}

/// Gives the parts of a key.
protocol KeyReader {
  func read<Part: Decodable>(_ type: Part.Type, at place: Int) throws -> Part
}

/// Takes the parts of a key, to bind them or to name them.
protocol KeyWriter {
  func write<Part: Encodable>(_ part: Part, at place: Int) throws
}
