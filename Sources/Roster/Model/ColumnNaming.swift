/// How a column gets its name from a coding key.
///
/// ```swift
/// static let columnNaming = ColumnNaming.snakeCase   // parentURLString -> parent_url_string
/// ```
public enum ColumnNaming: Sendable {
  /// The coding key as it is.
  case codingKeys
  /// Lower case with underscores between words; an acronym is one word.
  ///
  /// `StudentID` becomes `student_id`, `HTTPStatus2Code` becomes `http_status2_code`.
  case snakeCase

  /// The column for a coding key.
  func column(_ key: String) -> String {
    switch self {
    case .codingKeys: key
    case .snakeCase: Self.snakeCase(key)
    }
  }

  private static func snakeCase(_ key: String) -> String {
    let characters = Array(key)
    var name = ""
    for (index, character) in characters.enumerated() {
      if character.isUppercase, index > 0, characters[index - 1] != "_" {
        // A word begins at a capital after anything else, and at the last capital of an acronym.
        let followsCapital = characters[index - 1].isUppercase
        let precedesSmall = index + 1 < characters.count && characters[index + 1].isLowercase
        if !followsCapital || precedesSmall { name += "_" }
      }
      name += character.lowercased()
    }
    return name
  }
}
