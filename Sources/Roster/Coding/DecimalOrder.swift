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
    TextOrder.compare(left, right, by: DecimalText.decimal)
  }
}
