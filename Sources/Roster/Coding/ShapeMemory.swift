/// The shape of the type last met in each column, so that the shared table is not asked per row.
struct ShapeMemory {
  private var last: [(type: ObjectIdentifier, shape: FieldShape)?]

  init(columns: Int) {
    last = Array(repeating: nil, count: columns)
  }

  @inline(__always)
  mutating func shape<T>(of type: T.Type, in column: Int32) -> FieldShape {
    let id = ObjectIdentifier(type)
    if let last = last[Int(column)], last.type == id { return last.shape }
    let shape = FieldShape.of(type)
    last[Int(column)] = (id, shape)
    return shape
  }
}
