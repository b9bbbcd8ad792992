import Foundation

/// What an article for maintainers names must exist.
enum ArticleRules {
  static func unknownNames() throws -> [Violation] {
    let files = try SourceTree.files(in: "Sources") + SourceTree.files(in: "Tests")
    let base = SourceTree.root.appendingPathComponent("Sources").path
    let readme = SourceTree.root.appendingPathComponent("README.md")
    let articles = try FileManager.default.subpathsOfDirectory(atPath: base).sorted()
      .filter { $0.hasSuffix(".md") }
    return try articles.flatMap { path in
      unknownNames(
        in: try String(contentsOfFile: "\(base)/\(path)", encoding: .utf8),
        of: "Sources/\(path)",
        files,
        README: try String(contentsOf: readme, encoding: .utf8)
      )
    }
  }

  /// The names and files in backticks that neither the sources nor README know.
  static func unknownNames(
    in text: String,
    of path: String,
    _ files: [SourceFile],
    README: String
  ) -> [Violation] {
    let known = Set(files.flatMap(\.tokens).map(\.text))
    let fileNames = Set(files.map { $0.path.split(separator: "/").last.map(String.init) ?? "" })
    var violations: [Violation] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      // Every second piece stands between backticks.
      for (number, piece) in line.split(separator: "`", omittingEmptySubsequences: false)
        .enumerated()
      where number % 2 == 1 {
        for name in names(String(piece), fileNames) where !known.contains(name) {
          guard !README.contains(name) else { continue }
          violations.append(Violation(path, line: index + 1, "there is no \(name) in the sources"))
        }
      }
    }
    return violations
  }

  /// The parts of `Type.member` or `function(label:)`; a file that exists has none.
  private static func names(_ piece: String, _ fileNames: Set<String>) -> [String] {
    // What no source may hold, and pages that are no sources.
    if SafetyRules.traps.contains(piece) || piece.hasSuffix(".md") { return [] }
    if piece.hasSuffix(".swift") {
      let name = piece.split(separator: "/").last.map(String.init) ?? piece
      return fileNames.contains(name) ? [] : [name]
    }
    let head = piece.prefix { $0 != "(" }
    guard head.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" }) else {
      return []
    }
    return head.split(separator: ".").map(String.init)
  }
}
