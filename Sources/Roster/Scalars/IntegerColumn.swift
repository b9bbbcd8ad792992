/// The integers of fixed width: 64-bit integers of SQLite.
enum IntegerColumn<Value: FixedWidthInteger & Codable & Sendable>: ScalarColumn {
  typealias Rules = IntegerRules

  static var isOrdered: Bool { true }
  static var hasOneTextInJSON: Bool { true }
  static var samples: Samples<Value> {
    Samples(first: 1, second: 2, wild: Value(exactly: -103) ?? 103)
  }

  @inline(__always)
  static func read(_ field: Field, _ form: StorageForm) throws(FieldRefusal) -> Value {
    try field.integer(Value.self)
  }

  @inline(__always)
  static func write(_ value: Value, to sink: some FieldSink) throws {
    guard let integer = Int64(exactly: value) else {
      throw sink.refused(Value.self, "SQLite's integers end at Int64.max")
    }
    try sink.integer(integer)
  }
}

enum IntegerRules: ColumnRules {
  static let name = "integer"
  static let storageClass = StorageClass.integer
  static func storageClass(in form: StorageForm) -> StorageClass? { nil }
  static func collation(in form: StorageForm) -> TextOrder? { nil }
  static let formInJSON = FormInJSON.same
  static let isNumber = true
}

extension ColumnKind {
  static var integer: ColumnKind { ColumnKind(rules: IntegerRules.self) }
}

extension Field {
  @inline(__always)
  func integer<I: FixedWidthInteger>(_ type: I.Type) throws(FieldRefusal) -> I {
    guard self.type == Self.integerType else { return try integerFromReal(type) }
    guard let value = I(exactly: integer) else { throw .outOfRange }
    return value
  }

  /// A NUMERIC column may hold a whole number as REAL; that it is whole makes it an integer.
  @inline(never)
  private func integerFromReal<I: FixedWidthInteger>(_ type: I.Type) throws(FieldRefusal) -> I {
    guard self.type == Self.realType else { throw refusal }
    guard let value = I(exactly: real) else { throw .inexact }
    return value
  }
}
