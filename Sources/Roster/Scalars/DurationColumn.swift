import Foundation

/// A `Duration`: its exact seconds as text, which only a collation of their own sorts as numbers.
enum DurationColumn: ScalarColumn, ColumnRules {
  typealias Rules = Self

  static let name = "duration"
  static let storageClass = StorageClass.text
  static func storageClass(in form: StorageForm) -> StorageClass? { nil }
  static func collation(in form: StorageForm) -> TextOrder? { byValue }
  // Two integers there, the halves of one of 128 bits.
  static let formInJSON = FormInJSON.hidden
  static let isNumber = false
  static let isOrdered = true
  static let hasOneTextInJSON = true
  static let samples = Samples<Duration>(
    first: .seconds(1),
    second: .seconds(2),
    wild: .milliseconds(-1500)
  )

  private static let byValue = TextOrder("roster_duration", by: DurationText.duration)

  static func read(_ field: Field, _ form: StorageForm) throws(FieldRefusal) -> Duration {
    if field.type == Field.integerType { return .seconds(field.integer) }
    if field.type == Field.realType {
      throw .malformed("found REAL, a binary fraction: read it as Double, or store it as TEXT")
    }
    guard let duration = DurationText.duration(try field.utf8()) else {
      throw .malformed("the TEXT is not a number of seconds like 1.5, exact to 18 digits")
    }
    return duration
  }

  static func write(_ duration: Duration, to sink: some FieldSink) throws {
    try sink.text(DurationText.text(duration))
  }
}

/// Durations as their seconds, `-1.5`, with as many digits after the point as it takes.
enum DurationText {
  /// A duration is a whole number of attoseconds, 18 digits after the point of a second.
  private static let digits = 18
  private static let attosecondsPerSecond: Int128 = 1_000_000_000_000_000_000

  static func text(_ duration: Duration) -> String {
    // Its magnitude, since the least duration has no positive one.
    let (whole, rest) = duration.attoseconds.magnitude.quotientAndRemainder(
      dividingBy: attosecondsPerSecond.magnitude
    )
    var text = duration < .zero ? "-\(whole)" : "\(whole)"
    guard rest > 0 else { return text }
    let fraction = String(rest)
    text += "." + String(repeating: "0", count: digits - fraction.count) + fraction
    while text.last == "0" { text.removeLast() }
    return text
  }

  /// Reads digits with an optional sign and point, and what Swift's own coding makes of a duration
  /// in JSON; nil for what no duration is exactly.
  static func duration(_ text: UnsafeBufferPointer<UInt8>) -> Duration? {
    if text.first == UInt8(ascii: "[") {
      return try? JSONDecoder().decode(Duration.self, from: Data(text))
    }
    var rest = text[...]
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    let whole = rest.prefix(while: isDigit)
    rest = rest[whole.endIndex...]
    var fraction = rest.prefix(0)
    if rest.first == UInt8(ascii: ".") {
      fraction = rest.dropFirst().prefix(while: isDigit)
      rest = rest[fraction.endIndex...]
    }
    guard rest.isEmpty, !whole.isEmpty || !fraction.isEmpty,
      fraction.dropFirst(digits).allSatisfy({ $0 == UInt8(ascii: "0") })
    else { return nil }
    // Counted away from zero, so that the least duration is not too large on the way.
    var attoseconds: Int128 = 0
    for index in 0..<(whole.count + digits) {
      let place = index - whole.count
      let digit: Int128 =
        if place < 0 {
          Int128(whole[whole.startIndex + index] - 48)
        } else if place < fraction.count {
          Int128(fraction[fraction.startIndex + place] - 48)
        } else { 0 }
      let (product, isTooLarge) = attoseconds.multipliedReportingOverflow(by: 10)
      let (sum, isToo) = product.addingReportingOverflow(isNegative ? -digit : digit)
      guard !isTooLarge, !isToo else { return nil }
      attoseconds = sum
    }
    return Duration(attoseconds: attoseconds)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 48 && byte <= 57 }
}
