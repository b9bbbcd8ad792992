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
