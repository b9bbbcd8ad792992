import Foundation

/// Values as the text of a JSON array, for `json_each`.
enum JSONText {
  /// The array, or nil for values that JSON does not hold exactly: reals, bytes, and text with NUL.
  static func array(of values: [SQLValue]) -> String? {
    var integers: [Int64] = []
    var texts: [String] = []
    for value in values {
      switch value {
      case .integer(let integer): integers.append(integer)
      case .text(let text) where !text.utf8.contains(0): texts.append(text)
      default: return nil
      }
    }
    guard integers.isEmpty || texts.isEmpty else { return nil }
    if texts.isEmpty { return "[\(integers.map(String.init).joined(separator: ","))]" }
    guard let json = try? JSONEncoder().encode(texts) else { return nil }
    return String(decoding: json, as: UTF8.self)
  }
}
