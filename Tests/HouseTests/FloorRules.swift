/// The floors of the library: a file may use only types of its own floor and those below.
enum FloorRules {
  static let floors = [
    "SQLite": 1, "Scalars": 2, "Coding": 2, "Database": 2, "Model": 3, "Query": 4,
    "Repository": 5, "Migration": 5, "Observation": 5,
  ]

  static let library = "Sources/Roster/"

  /// The folders that may import the C library: its floor, and the loops by hand to compare with.
  static let importers = ["Sources/Roster/SQLite/", "Sources/Benchmarks/"]

  static func floor(of file: SourceFile) -> Int? {
    guard file.path.hasPrefix(library) else { return nil }
    let parts = file.path.dropFirst(library.count).split(separator: "/")
    return parts.count > 1 ? floors[String(parts[0])] : nil
  }

  static func filesOutsideFloors(_ files: [SourceFile]) -> [Violation] {
    files.filter { floor(of: $0) == nil }.map {
      Violation($0, line: 1, "lies on no floor; the floors are \(floors.keys.sorted())")
    }
  }

  /// Reports each type that is used below the floor that declares it.
  ///
  /// Names are compared, not types, so a name of several floors, or one that the file declares
  /// itself, says nothing.
  static func reachesUp(_ files: [SourceFile]) -> [Violation] {
    var floorsOfName: [String: Set<Int>] = [:]
    for file in files {
      guard let floor = floor(of: file) else { continue }
      for declaration in Declaration.declarations(in: file.tokens) where declaration.isShared {
        floorsOfName[declaration.name, default: []].insert(floor)
      }
    }
    let floorOfName = floorsOfName.compactMapValues { $0.count == 1 ? $0.first : nil }
    return files.flatMap { file -> [Violation] in
      guard let floor = floor(of: file) else { return [] }
      let own = Set(Declaration.declarations(in: file.tokens).map(\.name))
      return file.tokens.compactMap { token in
        guard let other = floorOfName[token.text], other > floor, !own.contains(token.text) else {
          return nil
        }
        return Violation(file, line: token.line, "uses \(token.text) of floor \(other)")
      }
    }
  }

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
