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

extension FieldSink {
  func unsigned(_ value: some FixedWidthInteger & UnsignedInteger) throws {
    guard let value = Int64(exactly: value) else {
      throw refused(type(of: value), "SQLite's integers end at Int64.max")
    }
    try integer(value)
  }
}
