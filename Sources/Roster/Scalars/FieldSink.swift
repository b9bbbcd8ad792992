/// Where one column's value goes: a statement's parameter, or an `SQLValue`.
///
/// The contract of a column, write side, is `ScalarColumn.write`, whatever the sink.
protocol FieldSink {
  var form: StorageForm { get }
  var codingPath: [any CodingKey] { get }

  func null() throws
  func integer(_ value: Int64) throws
  func real(_ value: Double) throws
  func text(_ utf8: UnsafeBufferPointer<UInt8>) throws
  func blob(_ bytes: UnsafeRawBufferPointer) throws
}

extension FieldSink {
  func refused(_ type: any Any.Type, _ reason: String) -> EncodingError {
    .refused(type, at: codingPath, reason)
  }
}
