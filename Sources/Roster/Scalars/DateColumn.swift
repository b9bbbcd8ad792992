import Foundation

extension Field {
  func date(_ form: StorageForm) throws(FieldRefusal) -> Date {
    switch form {
    case .unixMilliseconds:
      let milliseconds = try integer(Int64.self)
      let date = UnixTime.date(milliseconds: milliseconds)
      guard UnixTime.milliseconds(date) == milliseconds else { throw .inexact }
      return date
    case .unixSeconds: return UnixTime.date(seconds: try double())
    case .julianDay: return UnixTime.date(julianDay: try double())
    case .standard, .foreignText, .blob:
      guard let date = DateText.date(try utf8()) else {
        throw .malformed("the TEXT is not a date like 2026-01-31 23:59:59.999")
      }
      return date
    }
  }
}

extension FieldSink {
  func date(_ date: Date) throws {
    switch form {
    case .unixSeconds: try number(date.timeIntervalSince1970, Date.self)
    case .julianDay: try number(UnixTime.julianDay(date), Date.self)
    case .unixMilliseconds:
      guard let milliseconds = UnixTime.milliseconds(date) else {
        throw refused(Date.self, "the date is out of range")
      }
      try integer(milliseconds)
    case .standard, .foreignText, .blob:
      guard let text = DateText.text(date) else {
        throw refused(Date.self, "the date is outside the years 0000 to 9999")
      }
      try self.text(text)
    }
  }
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

/// The order of dates kept as TEXT in whatever form, for SQLite.
enum DateOrder {
  /// Its name in SQL.
  static let collation = "roster_date"

  /// Compares two texts by the moment they say; what is no date comes after all that are.
  static func compare(
    _ left: UnsafeBufferPointer<UInt8>,
    _ right: UnsafeBufferPointer<UInt8>
  ) -> Int32 {
    TextOrder.compare(left, right, by: DateText.date)
  }
}
