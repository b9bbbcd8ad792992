import Foundation

/// One Swift file of the package, and what is left of it without comments and string literals.
struct SourceFile {
  /// Relative to the package root, with `/` between the parts.
  let path: String
  let lines: [String]
  /// As many lines, with blanks in place of comments and of the text of string literals.
  let code: [String]
  let tokens: [Token]

  init(_ path: String, _ text: String) {
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let stripped = Stripper.strip(text)
    code = stripped.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    tokens = Token.tokens(of: stripped)
  }
}

/// Something that breaks a house rule.
struct Violation: Equatable, CustomStringConvertible {
  let path: String
  let line: Int
  let reason: String

  init(_ file: SourceFile, line: Int, _ reason: String) {
    self.init(file.path, line: line, reason)
  }

  init(_ path: String, line: Int, _ reason: String) {
    self.path = path
    self.line = line
    self.reason = reason
  }

  var description: String { "\(path):\(line) \(reason)" }
}

/// The package on disk.
enum SourceTree {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The Swift files below a folder of the package, in the order of their paths.
  static func files(in folder: String) throws -> [SourceFile] {
    let base = root.appendingPathComponent(folder).path
    return try FileManager.default.subpathsOfDirectory(atPath: base).sorted()
      .filter { $0.hasSuffix(".swift") }
      .map { path in
        SourceFile(
          "\(folder)/\(path)",
          try String(contentsOfFile: "\(base)/\(path)", encoding: .utf8)
        )
      }
  }

  static func topLevelNames() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.path).sorted()
  }

  /// The patterns of `.gitignore`, or none where there is no such file.
  static func ignoredPatterns() throws -> [String] {
    let file = root.appendingPathComponent(".gitignore")
    guard FileManager.default.fileExists(atPath: file.path) else { return [] }
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
  }
}
