/// What a column of a table that others declared would do to a value that does not suit it.
///
/// Tables that Roster creates have no such column. In others, SQLite turns text that looks like a
/// number into one, and a number in a TEXT column into text; neither would come back as it went in.
///
/// See <https://www.sqlite.org/datatype3.html#type_affinity>.
enum AffinityGuard: UInt8, Sendable {
  case none
  /// INTEGER or NUMERIC affinity: text that looks like a number would become one.
  case numeric
  /// REAL affinity: the same, and an integer would become a Double.
  case real
  /// TEXT affinity: a number would become text.
  case text

  /// The guard for a declared type, by SQLite's rules of affinity.
  init(declaredType: String, isStrict: Bool) {
    let type = declaredType.uppercased()
    if type.contains("INT") {
      self = .numeric
    } else if type.contains("CHAR") || type.contains("CLOB") || type.contains("TEXT") {
      self = .text
    } else if type.contains("BLOB") || type.isEmpty || (isStrict && type == "ANY") {
      self = .none
    } else if type.contains("REAL") || type.contains("FLOA") || type.contains("DOUB") {
      self = .real
    } else {
      self = .numeric
    }
  }

  /// Whether a column that holds values of this class needs no guard.
  func isSatisfied(by storage: StorageClass) -> Bool {
    switch (self, storage) {
    case (.none, _), (_, .blob), (_, .null), (.text, .text), (.numeric, .integer),
      (.numeric, .real), (.real, .real):
      true
    default: false
    }
  }

  /// Why an integer would not come back, or nil.
  func refusal(of integer: Int64) -> String? {
    switch self {
    case .text: "its column is declared as text, and SQLite would store the number as text"
    case .real where Int64(exactly: Double(integer)) != integer:
      "its column is declared as REAL, which cannot hold this integer exactly"
    default: nil
    }
  }

  var refusalOfReal: String? {
    self == .text
      ? "its column is declared as text, and SQLite would store the number as text" : nil
  }

  /// Why text would not come back, or nil.
  func refusal(of text: UnsafeBufferPointer<UInt8>) -> String? {
    guard self == .numeric || self == .real, Self.looksNumeric(text) else { return nil }
    return "its column is declared as a number, and SQLite would store this text as one"
  }

  /// Why a value would not be the one that the column holds, or nil.
  func refusal(of value: SQLValue) -> String? {
    switch value {
    case .integer(let integer): return refusal(of: integer)
    case .real: return refusalOfReal
    case .text(var text): return text.withUTF8 { refusal(of: $0) }
    case .null, .blob: return nil
    }
  }

  /// Whether text is a well-formed INTEGER or REAL literal, spaces around it allowed.
  private static func looksNumeric(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var rest = text[...]
    func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
    func digits() -> Int {
      let count = rest.prefix { (48...57).contains($0) }.count
      rest = rest.dropFirst(count)
      return count
    }
    func skip(_ characters: String) -> Bool {
      guard let first = rest.first, characters.utf8.contains(first) else { return false }
      rest = rest.dropFirst()
      return true
    }
    rest = rest.drop(while: isSpace)
    _ = skip("+-")
    var count = digits()
    if skip(".") { count += digits() }
    guard count > 0 else { return false }
    if skip("eE") {
      _ = skip("+-")
      guard digits() > 0 else { return false }
    }
    return rest.allSatisfy(isSpace)
  }
}
