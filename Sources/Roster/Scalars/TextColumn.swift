extension Field {
  @inline(__always)
  func string() throws(FieldRefusal) -> String {
    guard let value = String(exactly: try utf8()) else { throw .malformed("the TEXT is not UTF-8") }
    return value
  }

  /// The same, shared with earlier rows where they have it.
  @inline(__always)
  func string(
    _ cache: UnsafeMutablePointer<StringCache>,
    in column: Int32
  ) throws(FieldRefusal) -> String {
    guard let value = cache.pointee.string(try utf8(), in: column) else {
      throw .malformed("the TEXT is not UTF-8")
    }
    return value
  }
}

extension FieldSink {
  func text(_ value: String) throws {
    var value = value
    try value.withUTF8 { try text($0) }
  }
}
