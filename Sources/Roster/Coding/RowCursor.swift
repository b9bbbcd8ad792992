/// The rows of a running statement, one record after the other.
///
/// What is done for each row is inlinable: in the client's module the compiler knows the record's
/// type, so that calling its `init(from:)` and moving the record to its place cost nothing extra.
@usableFromInline
struct RowCursor {
  @usableFromInline let decoder: RowDecoder
  private let statement: Statement

  /// Calls `body` with the statement on its first row, if it has one.
  ///
  /// - Parameter layout: makes the layout of the rows, when the statement has none for `type` yet.
  @inline(__always)
  static func run(
    _ statement: Statement,
    for type: Any.Type,
    layout: () throws -> RowLayout,
    _ body: (RowCursor) throws -> Void
  ) throws {
    guard try statement.step() else { return }
    let decoder = try statement.rowDecoder(for: type, layout: layout)
    decoder.begin(statement)
    defer { decoder.end() }
    try body(RowCursor(decoder: decoder, statement: statement))
  }

  /// The record in the current row.
  ///
  /// - Throws: `DecodingError` naming the table, the column and the row; whatever the type's own
  ///   `init(from:)` throws.
  @inlinable @inline(__always)
  func record<T: Decodable>(_ type: T.Type) throws -> T {
    do { return try T(from: decoder) } catch let error as DecodingError {
      throw decoder.located(error)
    }
  }

  /// The records in the current row and all that follow.
  @inlinable @inline(__always)
  func records<T: Decodable>(_ type: T.Type) throws -> [T] {
    var records: [T] = []
    // Growing by doubling would move every record, and touch fresh memory, once more on average.
    records.reserveCapacity(decoder.expectedRows)
    repeat { records.append(try record(type)) } while try next()
    let isMostlyEmpty = records.count < decoder.expectedRows / 2
    decoder.expectedRows = records.count
    // A copy, so that the array holds no more memory than one that has grown by itself.
    return isMostlyEmpty ? records.map { $0 } : records
  }

  /// Moves to the next row, and says whether there is one.
  @usableFromInline
  func next() throws -> Bool { try statement.step() }
}
