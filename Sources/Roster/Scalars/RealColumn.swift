/// A `Double`: 8 bytes, the infinities too.
enum DoubleColumn: ScalarColumn {
  typealias Rules = RealRules

  static let isOrdered = true
  // 1e2, 100.0 and 100 are one number.
  static let hasOneTextInJSON = false
  static let samples = Samples(first: 1.0, second: 2, wild: -1.5)

  @inline(__always)
  static func read(_ field: Field, _ form: StorageForm) throws(FieldRefusal) -> Double {
    try field.double()
  }

  @inline(__always)
  static func write(_ value: Double, to sink: some FieldSink) throws {
    try sink.number(value, Double.self)
  }
}

/// A `Float`: as the double of the same value.
enum FloatColumn: ScalarColumn {
  typealias Rules = RealRules

  static let isOrdered = true
  static let hasOneTextInJSON = false
  static let samples = Samples<Float>(first: 1, second: 2, wild: -1.5)

  @inline(__always)
  static func read(_ field: Field, _ form: StorageForm) throws(FieldRefusal) -> Float {
    try field.float()
  }

  @inline(__always)
  static func write(_ value: Float, to sink: some FieldSink) throws {
    try sink.number(Double(value), Float.self)
  }
}

enum RealRules: ColumnRules {
  static let name = "real"
  static let storageClass = StorageClass.real
  static func storageClass(in form: StorageForm) -> StorageClass? { nil }
  static func collation(in form: StorageForm) -> TextOrder? { nil }
  static let formInJSON = FormInJSON.sameReal
  static let isNumber = true
}

extension ColumnKind {
  static var real: ColumnKind { ColumnKind(rules: RealRules.self) }
}

extension Field {
  @inline(__always)
  func double() throws(FieldRefusal) -> Double {
    guard type == Self.realType else { return try doubleFromInteger() }
    return real
  }

  @inline(never)
  private func doubleFromInteger() throws(FieldRefusal) -> Double {
    guard type == Self.integerType else { throw refusal }
    guard let value = Double(exactly: integer) else { throw .inexact }
    return value
  }

  func float() throws(FieldRefusal) -> Float {
    guard let value = Float(exactly: try double()) else { throw .inexact }
    return value
  }
}

extension FieldSink {
  func number(_ value: Double, _ type: any Any.Type) throws {
    guard !value.isNaN else { throw refused(type, "SQLite would turn NaN into NULL") }
    try real(value)
  }
}
