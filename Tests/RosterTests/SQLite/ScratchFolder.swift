import Foundation

@testable import Roster

/// A directory of one test's own.
struct ScratchFolder {
  let url: URL

  func path(_ name: String = "test.sqlite") -> String {
    "\(url.path)/\(name)"
  }

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("roster-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  func remove() { try? FileManager.default.removeItem(at: url) }

  /// Lends a new directory to `body` and removes it afterwards.
  static func lend<Result>(_ body: (ScratchFolder) throws -> Result) throws -> Result {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    return try body(folder)
  }
}

extension Connection {
  static func inMemory(
    capacity: Int = 100,
    showsValuesInErrors: Bool = false
  ) throws -> Connection {
    var options = Options(path: ":memory:")
    options.statementCacheCapacity = capacity
    options.showsValuesInErrors = showsValuesInErrors
    return try Connection(options)
  }

  /// The values of a query's first row.
  func firstRow(_ sql: SQL) throws -> [SQLValue] {
    try withStatement(StatementKey(sql.text)) { statement in
      try statement.bind(try sql.values())
      guard try statement.step() else { return [] }
      return try (0..<statement.columnCount).map { try statement.value($0) }
    }
  }

  func run(_ texts: String...) throws {
    for text in texts {
      try withStatement(StatementKey(text)) { try $0.run() }
    }
  }
}

extension SQLValue {
  /// The UTF-8 of a text: `String` compares by canonical equivalence, SQLite by bytes.
  var utf8: [UInt8]? {
    if case .text(let text) = self { Array(text.utf8) } else { nil }
  }
}
