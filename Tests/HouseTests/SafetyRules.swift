/// What may not stand in the sources, because it ends the process or hides a decision.
enum SafetyRules {
  static let traps: Set = [
    "fatalError", "preconditionFailure", "assertionFailure", "unowned",
  ]

  static func traps(_ file: SourceFile) -> [Violation] {
    let tokens = file.tokens
    return tokens.indices.compactMap { index in
      let token = tokens[index]
      if traps.contains(token.text) {
        return Violation(file, line: token.line, "uses \(token.text)")
      }
      if tokens[index...].prefix(4).map(\.text) == ["while", "true", "{", "}"],
        !tokens[..<index].suffix(20).contains(where: { $0.text == "unavailable" })
      {
        return Violation(file, line: token.line, "loops for ever where nothing should come")
      }
      guard token.text == "!", !token.followsSpace, index > 0 else { return nil }
      // `a!=b` compares.
      if index + 1 < tokens.count, tokens[index + 1].text == "=", !tokens[index + 1].followsSpace {
        return nil
      }
      let previous = tokens[index - 1]
      if previous.text == "try" || previous.text == "as" {
        return Violation(file, line: token.line, "uses \(previous.text)!")
      }
      guard previous.isWord || [")", "]", ">", "`"].contains(previous.text) else { return nil }
      return Violation(file, line: token.line, "forces an unwrap")
    }
  }

  /// Reports unfinished work, in comments above all.
  static func leftovers(_ file: SourceFile) -> [Violation] {
    file.lines.enumerated().flatMap { number, line in
      let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
      return ["TODO", "FIXME"].filter { words.contains($0[...]) }
        .map { Violation(file, line: number + 1, "holds a \($0)") }
    }
  }

  /// Reports unchecked and unsafe code that does not say why it is safe.
  ///
  /// What takes the compiler's word away needs the reason beside it. What handles raw memory often
  /// does so all through a file, so there one reason in the file is enough.
  static func unexplained(_ file: SourceFile) -> [Violation] {
    let reasons = file.lines.indices.filter { file.lines[$0].contains("Safe because") }
    return file.code.indices.compactMap { index in
      let line = file.code[index]
      if let word = ["@unchecked Sendable", "unsafeBitCast", "unsafeDowncast"].first(
        where: line.contains
      ) {
        guard !reasons.contains(where: { (index - 12...index + 3).contains($0) }) else {
          return nil
        }
        return Violation(file, line: index + 1, "\(word) without a \"Safe because\" beside it")
      }
      guard reasons.isEmpty, let word = rawMemory(in: line) else { return nil }
      return Violation(file, line: index + 1, "\(word) in a file without a \"Safe because\"")
    }
  }

  private static func rawMemory(in line: String) -> String? {
    let words = ["nonisolated(unsafe)", "assumingMemoryBound", "bytesNoCopy", "Unmanaged"]
    if let word = words.first(where: line.contains) { return word }
    let isStored = line.contains(#/\b(let|var)\s+\w+\s*:\s*UnsafeMutable(Buffer)?Pointer</#)
    return isStored ? "a stored UnsafeMutablePointer" : nil
  }
}
