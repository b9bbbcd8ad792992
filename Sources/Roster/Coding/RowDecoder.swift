import Foundation

/// Decodes the current row of a statement; made once for the statement, reused for each row.
@usableFromInline
final class RowDecoder: Decoder {
  struct State {
    /// The statement, only while one of its rows is being decoded.
    var row: StatementHandle?
    /// The decoder, for all that is not done at once; nil when it is gone.
    var owner: Unmanaged<RowDecoder>?
    /// The place in the result of the layout's first column: a row may hold several records.
    let firstColumn: Int32
    /// The texts of earlier rows.
    let strings: UnsafeMutablePointer<StringCache>
    /// The containers handed out; here and not in the object, where each use would be checked for
    /// being the only one.
    var slots = ContainerSlots()
  }

  let layout: RowLayout
  let firstColumn: Int32
  /// How many rows the statement gave when it last ran to its end.
  @usableFromInline var expectedRows = 0
  /// Safe because this object owns the memory, and does not free it while a container is held by
  /// others: that one finds no row and no owner in it.
  private let state: UnsafeMutablePointer<State>
  private var shapes: ShapeMemory

  @usableFromInline var codingPath: [any CodingKey] { [] }
  @usableFromInline var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// - Parameter firstColumn: the place in the result of the layout's first column.
  init(layout: RowLayout, firstColumn: Int32 = 0) {
    self.layout = layout
    self.firstColumn = firstColumn
    state = .allocate(capacity: 1)
    let strings = UnsafeMutablePointer<StringCache>.allocate(capacity: 1)
    strings.initialize(to: StringCache(columns: layout.keys.count))
    state.initialize(to: State(firstColumn: firstColumn, strings: strings))
    shapes = ShapeMemory(columns: layout.keys.count)
    state.pointee.owner = Unmanaged.passUnretained(self)
  }

  deinit {
    state.pointee.row = nil
    state.pointee.owner = nil
    guard state.pointee.slots.free() else { return }
    state.pointee.strings.deinitialize(count: 1)
    state.pointee.strings.deallocate()
    state.deinitialize(count: 1)
    state.deallocate()
  }

  /// Lets the containers read the statement's current row, and those that follow, until `end`.
  @inline(__always)
  func begin(_ statement: Statement) { state.pointee.row = statement.handle }

  @inline(__always)
  func end() { state.pointee.row = nil }

  /// The record in the statement's current row.
  ///
  /// - Throws: `DecodingError` naming the table, the column and the row; whatever the type's own
  ///   `init(from:)` throws.
  @inline(__always)
  func decode<T: Decodable>(_ type: T.Type, from statement: Statement) throws -> T {
    state.pointee.row = statement.handle
    defer { state.pointee.row = nil }
    do {
      return try T(from: self)
    } catch let error as DecodingError {
      throw located(error)
    }
  }

  /// The value in one column of the statement's current row.
  func decode<T: Decodable>(
    _ type: T.Type,
    column: Int32,
    from statement: Statement
  ) throws -> T {
    state.pointee.row = statement.handle
    defer { state.pointee.row = nil }
    do {
      return try read(type, column)
    } catch let error as DecodingError {
      throw located(error)
    }
  }

  @usableFromInline
  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    state.pointee.slots.container(type) {
      KeyedDecodingContainer(RowKeyedDecodingContainer<Key>(state: state, table: $0))
    }
  }

  @usableFromInline
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw notARow("an array") }

  @usableFromInline
  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    throw notARow("a single value")
  }

  private func notARow(_ shape: String) -> DecodingError {
    .dataCorrupted(
      .init(
        codingPath: [],
        debugDescription: "a row is read by keys, and the type asks for \(shape)"
      )
    )
  }

  func isNull(_ column: Int32) -> Bool {
    state.pointee.row?.field(column &+ firstColumn).isNull ?? true
  }

  @inline(__always)
  func field(_ column: Int32) throws -> Field {
    guard let row = state.pointee.row else {
      throw FieldRefusal.rowIsGone.error(Any.self, at: layout.path(column))
    }
    return row.field(column &+ firstColumn)
  }

  /// The value of a column as any decodable type, by the one codec of that type.
  func read<T: Decodable>(_ type: T.Type, _ column: Int32) throws -> T {
    let field = try field(column)
    let codec = shapes.shape(of: type, in: column).codec
    do throws(FieldRefusal) {
      switch codec {
      // A text is shared with earlier rows that have it.
      case .scalar(.string):
        return same(try field.string(state.pointee.strings, in: column), as: type)
      case .scalar(let scalar):
        return try scalar.read(field, layout.forms[Int(column)], as: type)
      case .wrapper, .json: break
      }
    } catch {
      throw error.error(type, at: layout.path(column))
    }
    if codec == .wrapper {
      return try T(from: FieldDecoder(owner: self, column: column))
    }
    return try readJSON(type, field, column)
  }

  private func readJSON<T: Decodable>(
    _ type: T.Type,
    _ field: Field,
    _ column: Int32
  ) throws -> T {
    // An optional that is kept as JSON still says nil with NULL.
    if field.isNull, let absent = Self.none(type) { return absent }
    let text: UnsafeBufferPointer<UInt8>
    do throws(FieldRefusal) { text = try field.utf8() } catch {
      throw error.error(type, at: layout.path(column))
    }
    return try JSONColumn.decode(type, text, at: layout.path(column))
  }

  static func none<T>(_ type: T.Type) -> T? {
    (type as? any ExpressibleByNilLiteral.Type).flatMap { $0.init(nilLiteral: ()) as? T }
  }
}
