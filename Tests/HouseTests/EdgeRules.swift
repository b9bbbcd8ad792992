/// The diamond: which folders of the library a file may use, beside its own.
///
/// The pure row (Model, Query) knows no connection, and the row of effects (SQLite, Database) no
/// query; they meet in Repository and Observation.
enum EdgeRules {
  static let uses: [String: Set<String>] = [
    "SQLite": [],
    "Scalars": ["SQLite"],
    "Coding": ["SQLite", "Scalars"],
    "Model": ["SQLite", "Scalars", "Coding"],
    "Query": ["SQLite", "Scalars", "Coding", "Model"],
    "Database": ["SQLite", "Scalars", "Coding"],
    "Repository": ["SQLite", "Scalars", "Coding", "Model", "Query", "Database"],
    "Observation": ["SQLite", "Scalars", "Coding", "Model", "Query", "Database", "Repository"],
  ]

  static let library = "Sources/Roster/"

  /// The folders that may import the C library: the driver, and the loops by hand to compare with.
  static let importers = ["Sources/Roster/SQLite/", "Sources/Benchmarks/"]

  /// A name that one folder alone declares, used in another one.
  struct Use {
    let file: SourceFile
    let line: Int
    let name: String
    let from: String
    let to: String
  }

  static func folder(of file: SourceFile) -> String? {
    guard file.path.hasPrefix(library) else { return nil }
    let parts = file.path.dropFirst(library.count).split(separator: "/")
    return parts.count > 1 && uses[String(parts[0])] != nil ? String(parts[0]) : nil
  }

  static func filesOutsideFolders(_ files: [SourceFile]) -> [Violation] {
    files.filter { folder(of: $0) == nil }.map {
      Violation($0, line: 1, "lies in no folder of the library's: \(uses.keys.sorted())")
    }
  }

  /// Reports what is used against the arrows.
  static func forbidden(_ files: [SourceFile]) -> [Violation] {
    edges(files).filter { !(uses[$0.from]?.contains($0.to) ?? false) }.map {
      Violation($0.file, line: $0.line, "uses \($0.name) of \($0.to)")
    }
  }

  /// Reports folders that reach themselves by the arrows.
  static func cycles(_ uses: [String: Set<String>]) -> [String] {
    uses.keys.sorted().filter { start in
      var (seen, next): (Set<String>, [String]) = ([], Array(uses[start] ?? []))
      while let folder = next.popLast() {
        if seen.insert(folder).inserted { next += uses[folder] ?? [] }
      }
      return seen.contains(start)
    }
  }

  /// How many names each folder uses of each other one.
  static func map(_ files: [SourceFile]) -> [String] {
    let pairs = Dictionary(grouping: edges(files)) { "\($0.from) -> \($0.to)" }
    return pairs.map { "\($0.key): \(Set($0.value.map(\.name)).count) names" }.sorted()
  }

  /// Every use, in one folder, of a type or a member that only another one declares.
  ///
  /// Names are compared, not meanings, so a name of several folders, or one that the file declares
  /// itself, says nothing.
  static func edges(_ files: [SourceFile]) -> [Use] {
    var foldersOfType: [String: Set<String>] = [:]
    var foldersOfMember: [String: Set<String>] = [:]
    for file in files {
      guard let folder = folder(of: file) else { continue }
      for type in Declaration.declarations(in: file.tokens) where type.isShared {
        foldersOfType[type.name, default: []].insert(folder)
      }
      for member in Declaration.members(in: file.tokens) {
        foldersOfMember[member, default: []].insert(folder)
      }
    }
    let folderOfType = foldersOfType.compactMapValues { $0.count == 1 ? $0.first : nil }
    let folderOfMember = foldersOfMember.compactMapValues { $0.count == 1 ? $0.first : nil }
    return files.flatMap { file -> [Use] in
      guard let from = folder(of: file) else { return [] }
      let own = Set(Declaration.declarations(in: file.tokens).map(\.name))
        .union(Declaration.names(in: file.tokens))
      return file.tokens.indices.compactMap { index in
        let token = file.tokens[index]
        let isMember = index > 0 && file.tokens[index - 1].text == "."
        let to =
          folderOfType[token.text]
          ?? (isMember && !homonyms.contains(token.text) ? folderOfMember[token.text] : nil)
        guard let to, to != from, !own.contains(token.text) else { return nil }
        return Use(file: file, line: token.line, name: token.text, from: from, to: to)
      }
    }
  }

  /// Members of the library that types of others have, too.
  private static let homonyms: Set<String> = [
    "deallocate", "hasPrefix", "inserted", "joined", "localizedStandardContains", "remove",
    "reversed", "seconds",
    "self",
    "size", "uppercased", "utf8",
  ]

  static func importsOfSQLite(_ files: [SourceFile]) -> [Violation] {
    files.filter { file in !importers.contains { file.path.hasPrefix($0) } }.flatMap { file in
      file.tokens.indices.compactMap { index in
        // The name stands right behind the word, or behind the kind of the one thing imported.
        guard file.tokens[index].text == "import",
          file.tokens[index...].dropFirst().prefix(2).contains(where: { $0.text == "CSQLite" })
        else { return nil }
        return Violation(file, line: file.tokens[index].line, "imports CSQLite")
      }
    }
  }
}
