/// Every call on a database can also be awaited.
enum AsyncRules {
  /// Reports the names of public methods that throw of which there are more in a synchronous form
  /// than in an asynchronous one.
  static func missingForms(_ files: [SourceFile]) -> [Violation] {
    let methods = files.flatMap { file in throwingMethods(in: file).map { (file, $0) } }
    return Dictionary(grouping: methods) { $0.1.name }.sorted { $0.key < $1.key }
      .compactMap { name, methods in
        let synchronous = methods.filter { !$0.1.isAsync }
        let count = methods.count - synchronous.count
        guard synchronous.count > count, let (file, method) = synchronous.first else { return nil }
        return Violation(
          file,
          line: method.line,
          "has \(name), of which \(count) of \(synchronous.count) forms can be awaited"
        )
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
