/// A value of Swift, to be written once its form is known.
struct LooseValue: Sendable {
  /// The form of the type itself, for where nothing else decides.
  let natural: ValueForm
  let encode: @Sendable (ValueForm) throws -> SQLValue

  init<Value: ColumnValue & Sendable>(_ value: Value) {
    natural = ValueForm(kind: FieldShape.of(Value.self).kind)
    encode = { form in
      guard form.isJSON else { return try SQLValue(encoding: value, form: form.form) }
      return try JSONColumn.text(value)
    }
  }

  /// A value that a predicate has captured.
  init(captured value: any Encodable, _ type: any Any.Type) {
    let captured = Captured(value: value)
    natural = ValueForm(kind: FieldShape.of(type).kind)
    encode = { try captured.encode($0) }
  }

  init(_ value: SQLValue) {
    natural = ValueForm(kind: .text)
    encode = { _ in value }
  }
}

/// A value out of a predicate.
///
/// Safe because a predicate is Sendable, with all that it has captured, and it is only read.
private struct Captured: @unchecked Sendable {
  let value: any Encodable

  func encode(_ form: ValueForm) throws -> SQLValue {
    guard form.isJSON else { return try SQLValue(encoding: value, form: form.form) }
    return try JSONColumn.text(value)
  }
}

/// The values of `isIn`, in the form of what is looked for.
struct ListValues: Sendable {
  let encode: @Sendable (ValueForm) throws -> [SQLValue]

  init<Value: ColumnValue & Sendable>(_ values: [Value]) {
    encode = { form in
      guard form.isJSON else {
        return try values.map { try SQLValue(encoding: $0, form: form.form) }
      }
      return try values.map { try JSONColumn.text($0) }
    }
  }

  init(_ values: [LooseValue]) {
    encode = { form in try values.map { try $0.encode(form) } }
  }
}
