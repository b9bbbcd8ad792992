import Foundation

/// `Date` and `Date?`.
public protocol DateValue: ColumnValue {
  /// `Int`, or `Int?` where there may be no date.
  associatedtype Part: ColumnValue
}

extension Date: DateValue {
  /// A part of a date.
  public typealias Part = Int
}

extension Optional: DateValue where Wrapped == Date {
  /// A part of a date that may be nil.
  public typealias Part = Int?
}

/// The parts of a date in UTC, however the column stores it: `CAST(strftime('%Y', "day") AS
/// INTEGER)`.
///
/// An index on the column does not serve them; to find the days of a year, compare with its ends.
extension SQLExpression where Value: DateValue {
  /// The year, as 2026.
  public var year: SQLExpression<Value.Part> { part("%Y") }
  /// The month, 1 to 12.
  public var month: SQLExpression<Value.Part> { part("%m") }
  /// The day of the month, 1 to 31.
  public var day: SQLExpression<Value.Part> { part("%d") }
  /// The hour, 0 to 23.
  public var hour: SQLExpression<Value.Part> { part("%H") }
  /// The minute, 0 to 59.
  public var minute: SQLExpression<Value.Part> { part("%M") }
  /// The whole seconds of the minute, 0 to 59.
  public var second: SQLExpression<Value.Part> { part("%S") }
  /// The day of the week, 0 for Sunday to 6 for Saturday.
  public var weekday: SQLExpression<Value.Part> { part("%w") }

  private func part(_ format: String) -> SQLExpression<Value.Part> {
    SQLExpression<Value.Part>(.datePart(format, node))
  }
}
