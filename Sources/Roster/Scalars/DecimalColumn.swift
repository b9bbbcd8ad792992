import Foundation

/// A `Decimal`: its exact digits, which only a collation of their own sorts as numbers.
enum DecimalColumn: ScalarColumn, ColumnRules {
  typealias Rules = Self

  static let name = "decimal"
  static let storageClass = StorageClass.text
  static func storageClass(in form: StorageForm) -> StorageClass? { nil }
  static func collation(in form: StorageForm) -> TextOrder? { byValue }
  static let formInJSON = FormInJSON.rounded
  static let isNumber = false
  static let isOrdered = true
  // 1.0 and 1 are one number.
  static let hasOneTextInJSON = false
  static let samples = Samples<Decimal>(first: 1, second: 2, wild: -1.5)

  private static let byValue = TextOrder("roster_decimal", by: DecimalText.decimal)

  static func read(_ field: Field, _ form: StorageForm) throws(FieldRefusal) -> Decimal {
    if field.type == Field.integerType { return Decimal(field.integer) }
    if field.type == Field.realType {
      throw .malformed("found REAL, a binary fraction: read it as Double, or store it as TEXT")
    }
    guard let decimal = DecimalText.decimal(try field.utf8()) else {
      throw .malformed("the TEXT is not a decimal number of at most 38 digits")
    }
    return decimal
  }

  static func write(_ decimal: Decimal, to sink: some FieldSink) throws {
    guard let text = DecimalText.text(decimal) else {
      throw sink.refused(Decimal.self, "it is NaN, or has more than 38 digits")
    }
    try sink.text(text)
  }
}

/// Decimals as their exact digits, with a point whatever the locale.
enum DecimalText {
  /// Reads digits with an optional sign, point and exponent; nil if `Decimal` would round them.
  ///
  /// Decimal's own parser reads as far as it can and ignores the rest, so the shape is checked
  /// first.
  static func decimal(_ text: UnsafeBufferPointer<UInt8>) -> Decimal? {
    var rest = text[...]
    if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    let whole = rest.prefix(while: isDigit)
    rest = rest[whole.endIndex...]
    var fraction = rest.prefix(0)
    if rest.first == UInt8(ascii: ".") {
      fraction = rest.dropFirst().prefix(while: isDigit)
      rest = rest[fraction.endIndex...]
    }
    guard !whole.isEmpty || !fraction.isEmpty else { return nil }
    if rest.isEmpty, let small = small(whole, fraction) {
      return text.first == UInt8(ascii: "-") ? -small : small
    }
    if let e = rest.first {
      guard e | 0x20 == UInt8(ascii: "e") else { return nil }
      rest.removeFirst()
      if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
      guard !rest.isEmpty, rest.count <= 3, rest.allSatisfy(isDigit) else { return nil }
    }
    // Beyond 38 digits Decimal may round, and a rounded amount is a wrong one.
    let significant = (Array(whole) + fraction).drop { $0 == 48 }.reversed().drop { $0 == 48 }
    guard significant.count <= 38,
      let value = Decimal(string: String(decoding: text, as: UTF8.self), locale: posix),
      !value.isNaN
    else { return nil }
    return value
  }

  /// The usual amounts, of at most 18 digits, without the detour through a parser.
  private static func small(
    _ whole: Slice<UnsafeBufferPointer<UInt8>>,
    _ fraction: Slice<UnsafeBufferPointer<UInt8>>
  ) -> Decimal? {
    guard whole.count + fraction.count <= 18 else { return nil }
    var number: UInt64 = 0
    for digit in whole { number = number * 10 + UInt64(digit - 48) }
    for digit in fraction { number = number * 10 + UInt64(digit - 48) }
    return Decimal(sign: .plus, exponent: -fraction.count, significand: Decimal(number))
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 48 && byte <= 57 }

  /// The digits of a decimal, or nil if they would not be read back as the same number.
  static func text(_ decimal: Decimal) -> String? {
    var text = decimal.description
    return text.withUTF8(Self.decimal) == decimal ? text : nil
  }

  private static let posix = Locale(identifier: "en_US_POSIX")
}
