/// Every call on a database can also be awaited.
enum AsyncRules {
  /// Reports the names of public methods that throw of which there are more in a synchronous form
  /// than in an asynchronous one.
  ///
  /// What types implement of a protocol has one asynchronous form for all of them, in an extension.
  static func missingForms(_ files: [SourceFile]) -> [Violation] {
    let required = Set(files.flatMap(requirements))
    let methods = files.flatMap { file in throwingMethods(in: file).map { (file, $0) } }
    return Dictionary(grouping: methods) { $0.1.name }.sorted { $0.key < $1.key }
      .compactMap { name, methods in
        let synchronous = methods.filter { !$0.1.isAsync }
        let count = methods.count - synchronous.count
        let wanted = required.contains(name) ? min(1, synchronous.count) : synchronous.count
        guard wanted > count, let (file, method) = synchronous.first else { return nil }
        return Violation(
          file,
          line: method.line,
          "has \(name), of which \(count) of \(synchronous.count) forms can be awaited"
        )
      }
  }

  /// Reports asynchronous forms that no test of these compares with the synchronous one.
  static func uncompared(_ files: [SourceFile], in tests: [SourceFile]) -> [Violation] {
    let called = Set(
      tests.flatMap { test in
        test.tokens.indices.dropFirst().filter { test.tokens[$0 - 1].text == "." }
          .map { test.tokens[$0].text }
      }
    )
    return files.flatMap { file in
      throwingMethods(in: file).filter { $0.isAsync && !called.contains($0.name) }.map {
        Violation(file, line: $0.line, "has \($0.name), whose asynchronous form is not compared")
      }
    }
  }

  /// The methods that the protocols of a file require.
  private static func requirements(in file: SourceFile) -> [String] {
    let tokens = file.tokens
    return tokens.indices.filter { tokens[$0].text == "protocol" }.flatMap { start -> [String] in
      guard let body = tokens[start...].firstIndex(where: { $0.text == "{" }) else { return [] }
      var (depth, names): (Int, [String]) = (0, [])
      for index in body..<tokens.count {
        if tokens[index].text == "{" { depth += 1 }
        if tokens[index].text == "}" { depth -= 1 }
        if tokens[index - 1].text == "func" { names.append(tokens[index].text) }
        if depth == 0 { break }
      }
      return names
    }
  }

  private struct Method {
    let name: String
    let line: Int
    let isAsync: Bool
  }

  private static func throwingMethods(in file: SourceFile) -> [Method] {
    let tokens = file.tokens
    return tokens.indices.compactMap { index in
      guard index + 2 < tokens.count, tokens[index].text == "public",
        tokens[index + 1].text == "func"
      else { return nil }
      let name = tokens[index + 2]
      var (next, depth) = (index + 3, 0)
      // What stands between the parameters and the body, or the result.
      while next < tokens.count, depth > 0 || !["{", "-"].contains(tokens[next].text) {
        if tokens[next].text == "(" { depth += 1 }
        if tokens[next].text == ")" { depth -= 1 }
        if depth == 0, tokens[next].text == "throws" || tokens[next].text == "rethrows" {
          return Method(
            name: name.text,
            line: name.line,
            isAsync: tokens[next - 1].text == "async"
          )
        }
        next += 1
      }
      return nil
    }
  }
}
