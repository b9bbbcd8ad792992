/// How files look from outside: documented, short, and where they belong.
enum ShapeRules {
  static let lineLimit = 300
  static let columnLimit = 100

  /// What the top level of the repository holds, besides hidden files.
  static let topLevel: Set = ["Package.swift", "Sources", "Tests", "Fixtures", "README.md"]

  static func tooLarge(_ file: SourceFile) -> [Violation] {
    // A line break at the end of the file begins no line.
    let count = file.lines.last == "" ? file.lines.count - 1 : file.lines.count
    var violations = file.lines.enumerated().filter { $1.count > columnLimit }.map {
      Violation(file, line: $0 + 1, "has \($1.count) columns, over \(columnLimit)")
    }
    if count >= lineLimit {
      violations.append(
        Violation(file, line: count, "has \(count) lines, not under \(lineLimit)")
      )
    }
    return violations
  }

  /// Reports what lies beside the sources, unless Git ignores it.
  ///
  /// - Parameter patterns: lines of `.gitignore`, of which only names and `*` at the start count.
  static func strangers(_ names: [String], ignoring patterns: [String]) -> [Violation] {
    names.filter { name in
      !name.hasPrefix(".") && !topLevel.contains(name)
        && !patterns.contains { pattern in
          pattern.hasPrefix("*")
            ? name.hasSuffix(pattern.dropFirst())
            : pattern == name || pattern == "/\(name)" || pattern == "\(name)/"
        }
    }
    .map { Violation($0, line: 1, "does not belong at the top level") }
  }

  /// Reports public declarations without a `///` right above, where attributes may stand between.
  static func undocumented(_ file: SourceFile) -> [Violation] {
    file.tokens.indices.compactMap { index in
      let access = file.tokens[index]
      guard access.text == "public" || access.text == "open",
        let keyword = keyword(after: index, in: file.tokens)
      else { return nil }
      if keyword == "extension" {
        return Violation(file, line: access.line, "has a \(access.text) extension")
      }
      let line = firstLine(ofDeclarationAt: index, in: file.tokens)
      let above = line >= 2 ? file.lines[line - 2].drop { $0 == " " } : ""
      guard !above.hasPrefix("///") else { return nil }
      return Violation(
        file,
        line: access.line,
        "has a \(access.text) \(keyword) without a doc comment"
      )
    }
  }

  private static let modifiers: Set = [
    "static", "final", "mutating", "nonmutating", "override", "required", "convenience", "lazy",
    "weak", "indirect", "prefix", "postfix", "infix", "nonisolated", "dynamic", "distributed",
    "consuming", "borrowing", "private", "fileprivate", "internal", "package",
  ]
  private static let keywords: Set = [
    "struct", "class", "enum", "protocol", "actor", "typealias", "func", "var", "let", "init",
    "subscript", "macro", "extension", "precedencegroup", "operator",
  ]

  /// What an access level makes visible, or nil if the word is only a name, or an import.
  private static func keyword(after index: Int, in tokens: [Token]) -> String? {
    var next = index + 1
    while next + 1 < tokens.count {
      let text = tokens[next].text
      if text == "class", ["func", "var", "let", "subscript"].contains(tokens[next + 1].text) {
        next += 1
      } else if modifiers.contains(text) {
        // `private(set)` and `nonisolated(unsafe)` are four words.
        next += tokens[next + 1].text == "(" ? 4 : 1
      } else {
        return keywords.contains(text) ? text : nil
      }
    }
    return nil
  }

  /// The line where the modifiers and attributes before an access level begin.
  private static func firstLine(ofDeclarationAt index: Int, in tokens: [Token]) -> Int {
    var first = index
    while first > 0 {
      var word = first - 1
      if tokens[word].text == ")" {
        var depth = 0
        repeat {
          if tokens[word].text == ")" { depth += 1 }
          if tokens[word].text == "(" { depth -= 1 }
          word -= 1
        } while depth > 0 && word > 0
      }
      if word > 0, tokens[word].isWord, tokens[word - 1].text == "@" {
        first = word - 1
      } else if modifiers.contains(tokens[word].text) {
        first = word
      } else {
        break
      }
    }
    return tokens[first].line
  }
}
