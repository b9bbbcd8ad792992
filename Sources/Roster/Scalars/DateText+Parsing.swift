import Foundation

extension DateText {
  /// Reads `YYYY-MM-DD`, then optionally a space or `T` and `HH:MM[:SS[.fraction]]`, then
  /// optionally `Z` or an offset such as `+01:00`; nil for anything else.
  static func date(_ text: UnsafeBufferPointer<UInt8>) -> Date? {
    var scanner = DigitScanner(bytes: text)
    guard let year = scanner.number(4), scanner.skip("-"),
      let month = scanner.number(2), scanner.skip("-"),
      let day = scanner.number(2), let days = CivilDay.days(year, month, day)
    else { return nil }
    var seconds = days * 86_400
    var fraction = 0..<0
    if !scanner.isAtEnd {
      guard scanner.skip(" ") || scanner.skip("T"),
        let hour = scanner.number(2), hour < 24, scanner.skip(":"),
        let minute = scanner.number(2), minute < 60
      else { return nil }
      seconds += hour * 3600 + minute * 60
      if scanner.skip(":") {
        guard let second = scanner.number(2), second < 60 else { return nil }
        seconds += second
        if scanner.skip(".") {
          fraction = scanner.digits()
          guard !fraction.isEmpty else { return nil }
        }
      }
      guard let offset = scanner.offset(), scanner.isAtEnd else { return nil }
      seconds -= offset
    }
    // From 1970, where civil days are counted, to 2001, where dates are.
    return date(seconds: seconds - 978_307_200, fraction: text[fraction])
  }

  /// The date nearest to a whole number of seconds and the decimal digits after the point.
  private static func date(seconds: Int, fraction: Slice<UnsafeBufferPointer<UInt8>>) -> Date? {
    // Up to 2^53 and 10^22, both sides of the division are exact and so it rounds once, correctly.
    if fraction.count <= 7 {
      var numerator = seconds
      var denominator = 1
      for digit in fraction {
        numerator = numerator * 10
        denominator *= 10
        numerator += Int(digit) - 48
      }
      if numerator.magnitude < 1 << 53 {
        return Date(timeIntervalSinceReferenceDate: Double(numerator) / Double(denominator))
      }
    }
    var digits = Array(fraction)
    while digits.last == 48 { digits.removeLast() }
    var whole = seconds
    if seconds < 0, !digits.isEmpty {
      whole += 1
      complement(&digits)
    }
    let sign = seconds < 0 ? "-" : ""
    let decimal = "\(sign)\(whole.magnitude).\(String(decoding: digits, as: UTF8.self))0"
    return Double(decimal).map(Date.init(timeIntervalSinceReferenceDate:))
  }
}

/// Reads fixed-width numbers from ASCII text.
private struct DigitScanner {
  let bytes: UnsafeBufferPointer<UInt8>
  var position = 0

  init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  mutating func number(_ width: Int) -> Int? {
    guard position + width <= bytes.count else { return nil }
    var number = 0
    for byte in bytes[position..<position + width] {
      guard byte >= 48, byte <= 57 else { return nil }
      number = number * 10 + Int(byte) - 48
    }
    position += width
    return number
  }

  mutating func digits() -> Range<Int> {
    let start = position
    while position < bytes.count, bytes[position] >= 48, bytes[position] <= 57 { position += 1 }
    return start..<position
  }

  /// Seconds east of UTC: 0 at the end of the text or for `Z`, nil if malformed.
  mutating func offset() -> Int? {
    if isAtEnd || skip("Z") { return 0 }
    let isEast = skip("+")
    guard isEast || skip("-"), let hours = number(2), hours < 24 else { return nil }
    _ = skip(":")
    guard let minutes = number(2), minutes < 60 else { return nil }
    return (isEast ? 1 : -1) * (hours * 3600 + minutes * 60)
  }
}
