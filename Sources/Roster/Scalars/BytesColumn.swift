import Foundation

/// A `Data`: a BLOB of its bytes, of which there may be none.
enum DataColumn: ScalarColumn {
  typealias Rules = BytesRules

  static let isOrdered = false
  static let hasOneTextInJSON = false
  static let samples = Samples(first: Data([1]), second: Data([2]), wild: Data([103]))

  static func read(_ field: Field, _ form: StorageForm) throws(FieldRefusal) -> Data {
    Data(try field.bytes())
  }

  static func write(_ value: Data, to sink: some FieldSink) throws {
    try value.withUnsafeBytes(sink.blob)
  }
}

/// A `[UInt8]`: a BLOB of its bytes, of which there may be none.
enum ByteArrayColumn: ScalarColumn {
  typealias Rules = BytesRules

  static let isOrdered = false
  static let hasOneTextInJSON = false
  static let samples = Samples<[UInt8]>(first: [1], second: [2], wild: [103])

  static func read(_ field: Field, _ form: StorageForm) throws(FieldRefusal) -> [UInt8] {
    [UInt8](try field.bytes())
  }

  static func write(_ value: [UInt8], to sink: some FieldSink) throws {
    try value.withUnsafeBytes(sink.blob)
  }
}

enum BytesRules: ColumnRules {
  static let name = "blob"
  static let storageClass = StorageClass.blob
  static func storageClass(in form: StorageForm) -> StorageClass? { nil }
  static func collation(in form: StorageForm) -> TextOrder? { nil }
  // A Data is Base64 there, and an array of bytes an array.
  static let formInJSON = FormInJSON.other
  static let isNumber = false
}

extension ColumnKind {
  static var blob: ColumnKind { ColumnKind(rules: BytesRules.self) }
}

extension Field {
  fileprivate func bytes() throws(FieldRefusal) -> UnsafeRawBufferPointer {
    guard type == Self.blobType else { throw refusal }
    return blob
  }
}
