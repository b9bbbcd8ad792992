import Foundation

extension SwiftFunctions {
  static func create(on connection: Connection) throws(DatabaseError) {
    try connection.createFunction(contains) { text, other in
      answer(text, other) { .init(has($0, $1)) }
    }
    try connection.createFunction(starts) { text, prefix in
      answer(text, prefix) { .init($0.starts(with: $1)) }
    }
    // The second argument does not count.
    try connection.createFunction(count) { text, _ in
      text.map { .integer(Int64($0.count)) } ?? .null
    }
    try connection.createFunction(search) { text, other in
      answer(text, other) { .init($0.localizedStandardContains($1)) }
    }
    try connection.createFunction(localizedCompare) { text, other in
      answer(text, other) { .integer(Int64($0.localizedCompare($1).rawValue)) }
    }
    try connection.createFunction(caseInsensitiveCompare) { text, other in
      answer(text, other) { .integer(Int64($0.caseInsensitiveCompare($1).rawValue)) }
    }
    try connection.createNumberFunction(divide) { $0 / $1 }
  }

  private static func answer(
    _ left: String?,
    _ right: String?,
    _ body: (String, String) -> SQLValue
  ) -> SQLValue {
    guard let left, let right else { return .null }
    return body(left, right)
  }

  /// Generic, as a predicate's own `contains` is: Foundation has another one for strings, which
  /// does not compare by characters.
  private static func has<Whole: Collection, Part: Collection>(
    _ whole: Whole,
    _ part: Part
  ) -> Bool where Whole.Element: Equatable, Part.Element == Whole.Element {
    whole.contains(part)
  }
}

extension SQLValue {
  fileprivate init(_ truth: Bool) { self = .integer(truth ? 1 : 0) }
}
