import Foundation

/// Keeps a value in an `SQLValue`, for conditions, keys and interpolation.
final class ValueSink: FieldSink {
  let form: StorageForm
  let codingPath: [any CodingKey] = []
  private(set) var value = SQLValue.null

  init(form: StorageForm) { self.form = form }

  func null() { value = .null }
  func integer(_ integer: Int64) { value = .integer(integer) }
  func real(_ real: Double) { value = .real(real) }
  func text(_ utf8: UnsafeBufferPointer<UInt8>) {
    value = .text(String(decoding: utf8, as: UTF8.self))
  }
  func blob(_ bytes: UnsafeRawBufferPointer) { value = .blob(Data(bytes)) }
}

extension SQLValue {
  /// The value as a column stores it.
  ///
  /// - Throws: `EncodingError` for a value that no column can store.
  init<T: Encodable>(encoding value: T, form: StorageForm = .standard) throws {
    if let value = value as? SQLValue {
      self = value
      return
    }
    let sink = ValueSink(form: form)
    try sink.write(value, as: FieldShape.of(T.self))
    self = sink.value
  }
}
