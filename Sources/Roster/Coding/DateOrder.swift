import Foundation

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
