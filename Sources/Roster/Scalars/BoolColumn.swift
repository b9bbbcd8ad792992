/// A `Bool`: 0 or 1.
enum BoolColumn: ScalarColumn, ColumnRules {
  typealias Rules = Self

  static let name = "bool"
  static let storageClass = StorageClass.integer
  static func storageClass(in form: StorageForm) -> StorageClass? { nil }
  static func collation(in form: StorageForm) -> TextOrder? { nil }
  static let formInJSON = FormInJSON.same
  static let isNumber = false
  static let isOrdered = false
  static let hasOneTextInJSON = true
  static let samples = Samples(first: false, second: true, wild: true)

  @inline(__always)
  static func read(_ field: Field, _ form: StorageForm) throws(FieldRefusal) -> Bool {
    try field.bool()
  }

  @inline(__always)
  static func write(_ value: Bool, to sink: some FieldSink) throws {
    try sink.integer(value ? 1 : 0)
  }
}

extension ColumnKind {
  static var bool: ColumnKind { BoolColumn.kind }
}

extension Field {
  @inline(__always)
  func bool() throws(FieldRefusal) -> Bool {
    guard type == Self.integerType else { throw refusal }
    switch integer {
    case 0: return false
    case 1: return true
    default: throw .malformed("the INTEGER is neither 0 nor 1")
    }
  }
}
