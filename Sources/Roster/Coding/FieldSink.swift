import Foundation

/// Where one column's value goes: a statement's parameter, or an `SQLValue`.
///
/// The contract of a column, write side, is `write(_:as:)` below, whatever the sink.
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
  /// Stores a value by the one codec of its type.
  ///
  /// - Throws: `EncodingError` for a value that would not come back equal.
  func write<T: Encodable>(_ value: T, as shape: FieldShape) throws {
    switch shape.codec {
    case .scalar(let scalar): try scalar.write(value, to: self)
    case .wrapper: try value.encode(to: FieldEncoder(sink: self, kind: shape.kind))
    case .json:
      if let optional = value as? any OptionalValue, optional.isNil { return try null() }
      try JSONColumn.encode(value, at: codingPath).withUnsafeBytes {
        try text($0.bindMemory(to: UInt8.self))
      }
    }
  }

  func refused(_ type: any Any.Type, _ reason: String) -> EncodingError {
    .refused(type, at: codingPath, reason)
  }
}

/// Tells a nil whose type is known only at run time.
private protocol OptionalValue {
  var isNil: Bool { get }
}

extension Optional: OptionalValue {
  fileprivate var isNil: Bool { self == nil }
}

/// The encoder of a type that stores itself as a single scalar.
struct FieldEncoder<Sink: FieldSink>: Encoder, SingleValueEncodingContainer {
  let sink: Sink
  /// What the column was declared to hold; anything else would be read back as something else.
  let kind: ColumnKind

  var codingPath: [any CodingKey] { sink.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    RefusingEncoder(error: notScalar).container(keyedBy: type)
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    RefusingEncoder(error: notScalar).unkeyedContainer()
  }

  private var notScalar: EncodingError {
    sink.refused(
      Any.self,
      "it is read as a single value but encodes a container; its two halves must agree"
    )
  }

  func encodeNil() throws { try sink.null() }

  func encode<T: Encodable>(_ value: T) throws {
    let shape = FieldShape.of(T.self)
    guard shape.kind == kind else {
      throw sink.refused(
        T.self,
        "its column holds \(kind) values, as its init(from:) asks; this is \(shape.kind)"
      )
    }
    try sink.write(value, as: shape)
  }
}

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

extension SQL.StringInterpolation {
  /// A value of a known storage class, bound; a REAL that is NaN is refused like any other.
  public mutating func appendInterpolation(_ value: SQLValue) {
    if case .real(let number) = value { return appendInterpolation(number) }
    sql.append(.value(value))
  }

  /// A value, bound as a column of its type would store it: a date, a UUID, an enum, an optional.
  ///
  /// A value that cannot be stored, such as NaN, throws `EncodingError` when the statement runs.
  public mutating func appendInterpolation<T: Encodable>(_ value: T) {
    do {
      sql.append(.value(try SQLValue(encoding: value)))
    } catch {
      sql.append(.refused(error))
    }
  }

  /// A value that may be nil, bound; nil is NULL.
  public mutating func appendInterpolation<T: Encodable>(_ value: T?) {
    guard let value else { return sql.append(.value(.null)) }
    appendInterpolation(value)
  }
}

extension SQL.StringInterpolation {
  /// Several values, bound, in parentheses for `IN`: `WHERE id IN \(list: ids)`; where parentheses
  /// are open already, in those.
  ///
  /// The text is the same for any number of integers or texts, so that one statement serves:
  /// `IN (SELECT value FROM json_each(?))`. Other values are bound one by one.
  ///
  /// A value that cannot be stored throws `EncodingError` when the statement runs.
  public mutating func appendInterpolation<Values: Sequence>(list values: Values)
  where Values.Element: Encodable {
    do {
      let values = try values.map { try SQLValue(encoding: $0) }
      // In parentheses within others, a SELECT would be its first value.
      let isOpen = sql.tail.last { !$0.isWhitespace } == "("
      defer { if !isOpen { appendLiteral(")") } }
      if !isOpen { appendLiteral("(") }
      if let array = JSONText.array(of: values) {
        return appendInterpolation("SELECT value FROM json_each(\(SQLValue.text(array)))" as SQL)
      }
      for (index, value) in values.enumerated() {
        if index > 0 { appendLiteral(", ") }
        appendInterpolation(value)
      }
    } catch {
      sql.append(.refused(error))
    }
  }
}

extension SQL {
  /// The values to bind.
  ///
  /// - Throws: the refusal of a value that cannot be stored.
  func values() throws -> [SQLValue] {
    try writtenOut(in: .byHand).bindings.map {
      switch $0 {
      case .value(let value): value
      case .refused(let error): throw error
      }
    }
  }
}
