extension ScalarType {
  /// All that is known of the type, for what need not be fast.
  var column: any ScalarColumn.Type { visit(Showing()) }

  /// The scalar that a type is; nil for one that is kept as another, or as JSON.
  static func of(_ type: any Any.Type) -> ScalarType? { scalars[ObjectIdentifier(type)] }

  private static let scalars = Dictionary(
    uniqueKeysWithValues: allCases.map { (ObjectIdentifier($0.column.type), $0) }
  )

  /// The orders that SQLite does not have of its own, to be made on each connection.
  static let collations: [TextOrder] = {
    let forms = (0...UInt8.max).compactMap(StorageForm.init(rawValue:))
    var orders: [String: TextOrder] = [:]
    for scalar in allCases {
      let rules = scalar.column.kind.rules
      for form in forms {
        if let order = rules.collation(in: form) { orders[order.name] = order }
      }
    }
    return Array(orders.values)
  }()

  /// The value of a column as a `T`, which must be this scalar's type.
  @inline(__always)
  func read<T>(
    _ field: Field,
    _ form: StorageForm,
    as type: T.Type
  ) throws(FieldRefusal) -> T {
    try visit(Reading<T>(field: field, form: form))
  }

  /// Stores a value, which must be of this scalar's type.
  @inline(__always)
  func write<T>(_ value: T, to sink: some FieldSink) throws {
    try withUnsafePointer(to: value) {
      try visit(Writing(value: UnsafeRawPointer($0), sink: sink))
    }
  }
}

private struct Showing: ScalarVisitor {
  @inline(__always)
  func visit<Column: ScalarColumn>(_ column: Column.Type) -> any ScalarColumn.Type { column }
}

private struct Reading<T>: ScalarVisitor {
  let field: Field
  let form: StorageForm

  @inline(__always)
  func visit<Column: ScalarColumn>(_ column: Column.Type) throws(FieldRefusal) -> T {
    same(try column.read(field, form), as: T.self)
  }
}

private struct Writing<Sink: FieldSink>: ScalarVisitor {
  /// By its address: a copy of a value whose type is not known when compiling is dear.
  let value: UnsafeRawPointer
  let sink: Sink

  /// Safe because the shape that chose the scalar is stored under the identity of the value's type.
  @inline(__always)
  func visit<Column: ScalarColumn>(_ column: Column.Type) throws {
    try column.write(value.assumingMemoryBound(to: Column.Value.self).pointee, to: sink)
  }
}
