import CSQLite

/// The version of the SQLite library in use, and the oldest that Roster accepts.
///
/// ```swift
/// print(SQLiteVersion.current)   // 3.40.1
/// ```
public struct SQLiteVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The number as SQLite counts it: 3035000 for 3.35.0.
  public let number: Int32

  /// The library that this process is linked with.
  public static var current: SQLiteVersion { SQLiteVersion(number: sqlite3_libversion_number()) }

  /// The oldest version that opens a database: 3.35.0, the first with `RETURNING`.
  ///
  /// See <https://www.sqlite.org/lang_returning.html>.
  public static let minimum = SQLiteVersion(number: 3_035_000)

  /// The first with STRICT tables: 3.37.0.
  static let withStrictTables = SQLiteVersion(number: 3_037_000)

  /// The first whose JSON paths find a key however it is escaped: 3.45.0.
  static let withEscapesInPaths = SQLiteVersion(number: 3_045_000)

  /// The version in dotted form.
  public var description: String {
    "\(number / 1_000_000).\(number / 1000 % 1000).\(number % 1000)"
  }

  /// Whether the left version is older.
  public static func < (left: SQLiteVersion, right: SQLiteVersion) -> Bool {
    left.number < right.number
  }

  /// Throws unless this version has what `feature` needs.
  ///
  /// - Throws: `DatabaseError` with code `.error`, naming the feature and both versions.
  func require(_ needed: SQLiteVersion, for feature: String) throws {
    guard self >= needed else {
      throw DatabaseError(
        .error,
        "\(feature) needs SQLite \(needed) or newer; this process is linked with \(self)"
      )
    }
  }
}

extension SQLiteVersion {
  /// Whether its Bloom filters, new in 3.38, tell texts apart by their length.
  ///
  /// 3.40 does; 3.44, which does not, is the oldest that was looked at.
  var hasLossyBloomFilters: Bool { (3_038_000..<3_044_000).contains(number) }

  /// - Throws: `DatabaseError` when this version is older than `minimum`.
  func requireMinimum() throws(DatabaseError) {
    guard self >= .minimum else {
      throw DatabaseError(
        .error,
        "Roster needs SQLite \(Self.minimum) or newer; this process is linked with \(self)"
      )
    }
  }
}
