/// What Swift computes for SQL, where SQLite's own functions have another meaning.
///
/// SQLite takes a text for code points, up to the first NUL, where Swift sees characters: "\r\n" is
/// one, and an accent belongs to the letter before it. SQLite also has NULL for a division by zero.
enum SwiftFunctions {
  static let contains = "roster_contains"
  static let starts = "roster_starts"
  static let count = "roster_count"
  static let search = "roster_search"
  static let localizedCompare = "roster_localized_compare"
  static let caseInsensitiveCompare = "roster_case_insensitive_compare"
  static let divide = "roster_divide"
}
