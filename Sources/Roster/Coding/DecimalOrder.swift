import Foundation

/// The order of decimals kept as TEXT, for SQLite.
enum DecimalOrder {
  /// Its name in SQL.
  static let collation = "roster_decimal"

  /// Compares two texts by the number they say; what is no number comes after all that are.
  static func compare(
    _ left: UnsafeBufferPointer<UInt8>,
    _ right: UnsafeBufferPointer<UInt8>
  ) -> Int32 {
    switch (DecimalText.decimal(left), DecimalText.decimal(right)) {
    case (let left?, let right?): left < right ? -1 : left > right ? 1 : 0
    case (_?, nil): -1
    case (nil, _?): 1
    case (nil, nil): left.lexicographicallyPrecedes(right) ? -1 : left.elementsEqual(right) ? 0 : 1
    }
  }
}
