import Foundation

/// Dates as the numbers that other programs keep.
enum UnixTime {
  private static let julianDayOf2001 = 2_451_910.5

  static func date(seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }

  static func date(milliseconds: Int64) -> Date {
    // Whole seconds apart from the rest, so that far dates keep their milliseconds.
    let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
    let interval = Double(seconds) - Date.timeIntervalBetween1970AndReferenceDate
    return Date(timeIntervalSinceReferenceDate: (interval * 1000 + Double(rest)) / 1000)
  }

  static func date(julianDay: Double) -> Date {
    Date(timeIntervalSinceReferenceDate: (julianDay - julianDayOf2001) * 86_400)
  }

  /// The milliseconds since 1970, or nil beyond 64 bits.
  static func milliseconds(_ date: Date) -> Int64? {
    let fromReference = (date.timeIntervalSinceReferenceDate * 1000).rounded()
    guard let milliseconds = Int64(exactly: fromReference) else { return nil }
    let sum = milliseconds.addingReportingOverflow(978_307_200_000)
    return sum.overflow ? nil : sum.partialValue
  }

  static func julianDay(_ date: Date) -> Double {
    date.timeIntervalSinceReferenceDate / 86_400 + julianDayOf2001
  }
}

/// UUIDs as the 36 characters that everyone writes.
enum UUIDText {
  /// Reads either case; nil for anything but 8-4-4-4-12 hexadecimal digits.
  static func uuid(_ text: UnsafeBufferPointer<UInt8>) -> UUID? {
    guard text.count == 36 else { return nil }
    var value: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    let isUUID = withUnsafeMutableBytes(of: &value) { bytes in
      var position = 0
      for index in 0..<16 {
        if index == 4 || index == 6 || index == 8 || index == 10 {
          guard text[position] == UInt8(ascii: "-") else { return false }
          position += 1
        }
        guard let high = digit(text[position]), let low = digit(text[position + 1]) else {
          return false
        }
        bytes[index] = high << 4 | low
        position += 2
      }
      return true
    }
    return isUUID ? UUID(uuid: value) : nil
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 48...57: byte - 48
    case 65...70: byte - 55
    case 97...102: byte - 87
    default: nil
    }
  }
}

/// URLs as their text.
enum URLText {
  /// Reads what is a URL as it stands; a lenient reader would percent-encode, and so change it.
  static func url(_ text: String) -> URL? {
    URL(string: text, encodingInvalidCharacters: false)
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
