/// A `String`: UTF-8 by byte count, NUL included.
enum TextColumn: ScalarColumn, ColumnRules {
  typealias Rules = Self

  static let name = "text"
  static let storageClass = StorageClass.text
  static func storageClass(in form: StorageForm) -> StorageClass? { nil }
  static func collation(in form: StorageForm) -> TextOrder? { nil }
  static let formInJSON = FormInJSON.same
  static let isNumber = false
  static let isOrdered = true
  static let hasOneTextInJSON = true
  static let samples = Samples(first: "Yn", second: "Zm", wild: " xN\u{e9} ")

  @inline(__always)
  static func read(_ field: Field, _ form: StorageForm) throws(FieldRefusal) -> String {
    try field.string()
  }

  @inline(__always)
  static func write(_ value: String, to sink: some FieldSink) throws { try sink.text(value) }
}

extension ColumnKind {
  static var text: ColumnKind { TextColumn.kind }
}

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
