import Foundation

/// Dates as sortable text in UTC, `2026-01-31 23:59:59.123`, that gives back the same `Date` bit
/// for bit.
///
/// A `Date` is a binary number of seconds since 2001. Its text has three digits after the point, or
/// as many more as it takes for the text to lie nearest to that number and no other. Text of equal
/// dates is equal, and text sorts as dates do. SQLite's date functions read it.
///
/// See <https://www.sqlite.org/lang_datefunc.html>.
enum DateText {
  /// 2001-01-01 in days since 1970-01-01.
  private static let referenceDay = 11_323
  private static let secondsPerDay = 86_400

  /// The text of a date, or nil outside the years 0000 to 9999.
  static func text(_ date: Date) -> String? {
    let interval = date.timeIntervalSinceReferenceDate
    // Also refuses NaN and infinities.
    guard interval > -63_200_000_000, interval < 252_500_000_000,
      let (seconds, digits) = split(interval)
    else { return nil }
    let days = floorDivide(seconds, secondsPerDay)
    let (year, month, day) = CivilDay.date(days: days.quotient + referenceDay)
    guard (0...9999).contains(year) else { return nil }
    let time = days.remainder
    return String(unsafeUninitializedCapacity: 20 + digits.count) { buffer in
      var end = 0
      func put(_ byte: UInt8) {
        buffer[end] = byte
        end += 1
      }
      func put(_ number: Int, _ width: Int) {
        var divisor = width == 4 ? 1000 : 10
        while divisor > 0 {
          put(UInt8(truncatingIfNeeded: 48 + number / divisor % 10))
          divisor /= 10
        }
      }
      put(year, 4)
      put(UInt8(ascii: "-"))
      put(month, 2)
      put(UInt8(ascii: "-"))
      put(day, 2)
      put(UInt8(ascii: " "))
      put(time / 3600, 2)
      put(UInt8(ascii: ":"))
      put(time / 60 % 60, 2)
      put(UInt8(ascii: ":"))
      put(time % 60, 2)
      put(UInt8(ascii: "."))
      for digit in digits { put(digit) }
      return end
    }
  }

  /// The whole seconds below a number of seconds, and the ASCII digits of what is left, at least
  /// three.
  private static func split(_ interval: Double) -> (seconds: Int, digits: [UInt8])? {
    // Most dates: a few digits after the point, within what integers hold exactly.
    var scale = 1000.0
    for width in 3...7 {
      let scaled = (interval * scale).rounded()
      guard abs(scaled) < 0x1p53 else { break }
      if scaled / scale == interval {
        let parts = floorDivide(Int(scaled), Int(scale))
        return (parts.quotient, digits(parts.remainder, width: width))
      }
      scale *= 10
    }
    return splitShortest(interval)
  }

  /// The same by way of the shortest decimal that reads back as this number.
  private static func splitShortest(_ interval: Double) -> (seconds: Int, digits: [UInt8])? {
    // "-757382400.1234567" or "1.5e-10": digits and the place of the point.
    var digits: [UInt8] = []
    var exponent = 0
    var pointFromEnd: Int?
    let text = Array(interval.magnitude.description.utf8)
    for (index, byte) in text.enumerated() {
      switch byte {
      case UInt8(ascii: "."): pointFromEnd = digits.count
      case UInt8(ascii: "e"):
        guard let power = Int(String(decoding: text[(index + 1)...], as: UTF8.self)) else {
          return nil
        }
        exponent = power
      default:
        if exponent == 0 { digits.append(byte) }
      }
      if exponent != 0 { break }
    }
    let point = (pointFromEnd ?? digits.count) + exponent
    let whole: [UInt8]
    var fraction: [UInt8]
    if point <= 0 {
      whole = [48]
      fraction = Array(repeating: 48, count: -point) + digits
    } else if point >= digits.count {
      whole = digits + Array(repeating: 48, count: point - digits.count)
      fraction = []
    } else {
      whole = Array(digits[..<point])
      fraction = Array(digits[point...])
    }
    while fraction.last == 48 { fraction.removeLast() }
    guard var seconds = Int(String(decoding: whole, as: UTF8.self)) else { return nil }
    if interval < 0 {
      seconds = -seconds
      if !fraction.isEmpty {
        // Below zero the whole part goes down and the fraction counts up from it.
        seconds -= 1
        complement(&fraction)
      }
    }
    while fraction.count < 3 { fraction.append(48) }
    return (seconds, fraction)
  }

  private static func digits(_ number: Int, width: Int) -> [UInt8] {
    var digits = [UInt8](repeating: 48, count: width)
    var rest = number
    for index in stride(from: width - 1, through: 0, by: -1) {
      digits[index] = UInt8(truncatingIfNeeded: 48 + rest % 10)
      rest /= 10
    }
    return digits
  }
}

/// ASCII digits of a fraction f turned into those of 1 - f; the last digit must not be zero.
func complement(_ fraction: inout [UInt8]) {
  for index in fraction.indices.dropLast() { fraction[index] = 105 - fraction[index] }
  if let last = fraction.indices.last { fraction[last] = 106 - fraction[last] }
}

/// Division that rounds down, so that the remainder is never negative.
func floorDivide(_ value: Int, _ divisor: Int) -> (quotient: Int, remainder: Int) {
  let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
  return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
}
