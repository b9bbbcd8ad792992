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
    switch (DateText.date(left), DateText.date(right)) {
    case (let left?, let right?): left < right ? -1 : left > right ? 1 : 0
    case (_?, nil): -1
    case (nil, _?): 1
    case (nil, nil): left.lexicographicallyPrecedes(right) ? -1 : left.elementsEqual(right) ? 0 : 1
    }
  }
}
