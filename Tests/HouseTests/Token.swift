/// A word or a single other character of stripped code.
struct Token: Equatable {
  let text: String
  /// Counted from 1.
  let line: Int
  /// Whether white space, or nothing, stands before it.
  let followsSpace: Bool

  var isWord: Bool { text.first.map(Self.isWordCharacter) ?? false }

  static func tokens(of code: String) -> [Token] {
    var tokens: [Token] = []
    var word = ""
    var line = 1
    var followsSpace = true
    func endWord(_ tokens: inout [Token]) {
      guard !word.isEmpty else { return }
      tokens.append(Token(text: word, line: line, followsSpace: followsSpace))
      word = ""
      followsSpace = false
    }
    for character in code {
      if isWordCharacter(character) {
        word.append(character)
        continue
      }
      endWord(&tokens)
      if character.isWhitespace {
        if character.isNewline { line += 1 }
        followsSpace = true
      } else {
        tokens.append(Token(text: String(character), line: line, followsSpace: followsSpace))
        followsSpace = false
      }
    }
    endWord(&tokens)
    return tokens
  }

  private static func isWordCharacter(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}

/// A type that a file declares.
struct Declaration: Equatable {
  let name: String
  /// At the top level, and to be seen from other files.
  let isShared: Bool

  private static let keywords: Set = [
    "struct", "class", "enum", "protocol", "actor", "typealias", "associatedtype",
  ]
  /// What may stand between an access level and the keyword of a type.
  private static let modifiers: Set = ["final", "indirect", "nonisolated", "distributed"]

  static func declarations(in tokens: [Token]) -> [Declaration] {
    var declarations: [Declaration] = []
    var depth = 0
    for (index, token) in tokens.enumerated() {
      if token.text == "{" { depth += 1 }
      if token.text == "}" { depth -= 1 }
      guard keywords.contains(token.text), index + 1 < tokens.count, tokens[index + 1].isWord,
        // `class func` declares no type.
        !["func", "var", "let", "subscript"].contains(tokens[index + 1].text)
      else { continue }
      let access = tokens[..<index].last { !modifiers.contains($0.text) }?.text
      let isPrivate = access == "private" || access == "fileprivate"
      declarations.append(
        Declaration(name: tokens[index + 1].text, isShared: depth == 0 && !isPrivate)
      )
    }
    return declarations
  }

  /// The functions, properties and cases that other files can see.
  static func members(in tokens: [Token]) -> Set<String> {
    Set(named(in: tokens).filter { !$0.isPrivate }.map(\.name))
  }

  /// All names that a file gives to something, parameters and local ones included.
  static func names(in tokens: [Token]) -> Set<String> {
    var names = Set(named(in: tokens).map(\.name))
    for (index, token) in tokens.enumerated().dropLast() where tokens[index + 1].text == ":" {
      names.insert(token.text)
    }
    return names
  }

  private static func named(in tokens: [Token]) -> [(name: String, isPrivate: Bool)] {
    tokens.indices.dropLast().compactMap { index in
      guard ["func", "var", "let", "case"].contains(tokens[index].text), tokens[index + 1].isWord
      else { return nil }
      let before = tokens[max(0, index - 4)..<index].reversed().prefix { $0.text != "}" }
      let isPrivate = before.contains { ["private", "fileprivate"].contains($0.text) }
      return (tokens[index + 1].text, isPrivate)
    }
  }
}
