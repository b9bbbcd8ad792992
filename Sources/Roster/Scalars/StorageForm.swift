/// The form in which a `Date` or `UUID` column is stored, where the standard one does not suit.
///
/// ```swift
/// static let schema: Schema<Visit> = [
///   .stored(\.arrivedAt, as: .unixMilliseconds),   // "arrivedAt" INTEGER NOT NULL
///   .stored(\.token, as: .blob),                   // "token" BLOB NOT NULL
/// ]
/// ```
///
/// The standard form of a date keeps every bit. The other three keep what their unit can hold and
/// round the rest; `insert` returns the record as stored, so the rounding is in plain sight.
public enum StorageForm: UInt8, Sendable {
  /// What the type's row in the contract of a column says: TEXT for dates and UUIDs.
  case standard
  /// A date as REAL seconds since 1970, exact to about a microsecond.
  case unixSeconds
  /// A date as INTEGER milliseconds since 1970, rounded to the nearest.
  case unixMilliseconds
  /// A date as a REAL Julian day, exact to about 0.1 milliseconds.
  case julianDay
  /// A date as TEXT in whatever form others write it, among those that are read: a date alone, `T`,
  /// `Z`, offsets. It is written in the standard form, and compared and ordered by value, which no
  /// index serves.
  ///
  /// A column that its table declares otherwise than TEXT, as DATETIME for one, is taken for such a
  /// one without being told.
  case foreignText
  /// A UUID as a 16-byte BLOB.
  case blob
}
