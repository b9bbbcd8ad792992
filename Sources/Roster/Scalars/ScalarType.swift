/// The types that have a column of their own: the one list of them.
///
/// A type is added by a case here, the line that says what knows all about it, and the file with
/// that. Whatever asks about scalars asks by way of `visit`, so that none can be left out.
enum ScalarType: UInt8, CaseIterable, Sendable {
  case bool, int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64
  case float, double, string, data, bytes
  case date, uuid, url, decimal, duration

  /// Shows the type to a visitor.
  ///
  /// By a switch, and inlined: each way of reading and writing is then called directly, which a
  /// table of existentials would not do.
  @inline(__always)
  func visit<Visitor: ScalarVisitor>(
    _ visitor: Visitor
  ) throws(Visitor.Failure) -> Visitor.Answer {
    switch self {
    case .bool: try visitor.visit(BoolColumn.self)
    case .int: try visitor.visit(IntegerColumn<Int>.self)
    case .int8: try visitor.visit(IntegerColumn<Int8>.self)
    case .int16: try visitor.visit(IntegerColumn<Int16>.self)
    case .int32: try visitor.visit(IntegerColumn<Int32>.self)
    case .int64: try visitor.visit(IntegerColumn<Int64>.self)
    case .uint: try visitor.visit(IntegerColumn<UInt>.self)
    case .uint8: try visitor.visit(IntegerColumn<UInt8>.self)
    case .uint16: try visitor.visit(IntegerColumn<UInt16>.self)
    case .uint32: try visitor.visit(IntegerColumn<UInt32>.self)
    case .uint64: try visitor.visit(IntegerColumn<UInt64>.self)
    case .float: try visitor.visit(FloatColumn.self)
    case .double: try visitor.visit(DoubleColumn.self)
    case .string: try visitor.visit(TextColumn.self)
    case .data: try visitor.visit(DataColumn.self)
    case .bytes: try visitor.visit(ByteArrayColumn.self)
    case .date: try visitor.visit(DateColumn.self)
    case .uuid: try visitor.visit(UUIDColumn.self)
    case .url: try visitor.visit(URLColumn.self)
    case .decimal: try visitor.visit(DecimalColumn.self)
    case .duration: try visitor.visit(DurationColumn.self)
    }
  }
}

/// What is asked of a scalar whose type is known only at run time.
protocol ScalarVisitor {
  associatedtype Answer
  associatedtype Failure: Error

  func visit<Column: ScalarColumn>(_ column: Column.Type) throws(Failure) -> Answer
}
