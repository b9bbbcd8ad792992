import Foundation

/// A `Date`: text in UTC that is exact and sorts as dates do, unless its column says otherwise.
enum DateColumn: ScalarColumn, ColumnRules {
  typealias Rules = Self

  static let name = "date"
  static let storageClass = StorageClass.text
  static func storageClass(in form: StorageForm) -> StorageClass? {
    switch form {
    case .standard, .foreignText: .text
    case .unixSeconds, .julianDay: .real
    case .unixMilliseconds: .integer
    case .blob: nil
    }
  }
  static func collation(in form: StorageForm) -> TextOrder? {
    switch form {
    case .foreignText: byValue
    case .standard, .unixSeconds, .unixMilliseconds, .julianDay, .blob: nil
    }
  }
  static let formInJSON = FormInJSON.same
  static let isNumber = false
  static let isOrdered = true
  // Others may write it in another form.
  static let hasOneTextInJSON = false
  static let samples = Samples(
    first: Date(timeIntervalSinceReferenceDate: 1),
    second: Date(timeIntervalSinceReferenceDate: 2),
    wild: Date(timeIntervalSinceReferenceDate: -1.5)
  )

  /// The order of dates kept as TEXT in whatever form.
  private static let byValue = TextOrder("roster_date", by: DateText.date)

  static func read(_ field: Field, _ form: StorageForm) throws(FieldRefusal) -> Date {
    switch form {
    case .unixMilliseconds:
      let milliseconds = try field.integer(Int64.self)
      let date = UnixTime.date(milliseconds: milliseconds)
      guard UnixTime.milliseconds(date) == milliseconds else { throw .inexact }
      return date
    case .unixSeconds: return UnixTime.date(seconds: try field.double())
    case .julianDay: return UnixTime.date(julianDay: try field.double())
    case .standard, .foreignText, .blob:
      guard let date = DateText.date(try field.utf8()) else {
        throw .malformed("the TEXT is not a date like 2026-01-31 23:59:59.999")
      }
      return date
    }
  }

  static func write(_ date: Date, to sink: some FieldSink) throws {
    switch sink.form {
    case .unixSeconds: try sink.number(date.timeIntervalSince1970, Date.self)
    case .julianDay: try sink.number(UnixTime.julianDay(date), Date.self)
    case .unixMilliseconds:
      guard let milliseconds = UnixTime.milliseconds(date) else {
        throw sink.refused(Date.self, "the date is out of range")
      }
      try sink.integer(milliseconds)
    case .standard, .foreignText, .blob:
      guard let text = DateText.text(date) else {
        throw sink.refused(Date.self, "the date is outside the years 0000 to 9999")
      }
      try sink.text(text)
    }
  }
}

// Inside JSON, a date has the text of a column in the standard form.
extension DateColumn {
  static func encode(_ date: Date, to encoder: any Encoder) throws {
    guard let text = DateText.text(date) else {
      throw EncodingError.refused(
        Date.self,
        at: encoder.codingPath,
        "the date is outside the years 0000 to 9999"
      )
    }
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  static func decode(from decoder: any Decoder) throws -> Date {
    var text = try decoder.singleValueContainer().decode(String.self)
    guard let date = text.withUTF8(DateText.date) else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "the text is not a date like 2026-01-31 23:59:59.999"
        )
      )
    }
    return date
  }
}

extension ColumnKind {
  static var date: ColumnKind { DateColumn.kind }
}

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
