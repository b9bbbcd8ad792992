import Foundation
import Testing

@testable import Roster

/// A backup goes to databases with other pages and other encodings, or says why not.
@Suite(.timeLimit(.minutes(3)))
struct BackupFormatTests {
  private let files = FileManager.default

  /// Runs each statement on a connection of SQLite's defaults.
  private func write(_ path: String, _ script: String) throws {
    let connection = try Connection(Connection.Options(path: path))
    try connection.executeScript(script)
    try connection.close()
  }

  private func fill(rows: Int) -> String {
    """
    CREATE TABLE t (n INTEGER, text TEXT);
    INSERT INTO t WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < \(rows))
    SELECT n, hex(randomblob(100)) FROM c
    """
  }

  private func rows(_ database: Database) throws -> Int {
    try database.query("SELECT count(*) FROM t", as: Int.self).first ?? -1
  }

  private func rows(_ path: String) throws -> Int {
    let database = try Database(path: path)
    let count = try rows(database)
    try database.close()
    return count
  }

  /// A source of some 200 pages, in WAL mode.
  private func source(_ folder: ScratchFolder) throws -> Database {
    let database = try Database(path: folder.path("source"))
    try database.execute(SQL(stringLiteral: fill(rows: 3000)))
    return database
  }

  private static let formats = [
    "PRAGMA page_size = 8192", "PRAGMA page_size = 1024", "PRAGMA encoding = 'UTF-16le'",
    "PRAGMA page_size = 512; PRAGMA encoding = 'UTF-16be'",
  ]

  @Test(arguments: formats, ["WAL", "DELETE"])
  func replacesAFileOfAnotherFormat(format: String, mode: String) throws {
    try ScratchFolder.lend { folder in
      let script = "\(format); PRAGMA journal_mode = \(mode); \(fill(rows: 700))"
      let database = try source(folder)
      for direction in ["to", "from"] {
        let path = folder.path(direction)
        try write(path, script)
        var reports = 0
        if direction == "to" {
          try database.backup(to: path, pagesPerStep: 10) { _ in reports += 1 }
        } else {
          try Database(path: path).backup(to: folder.path("copy"), pagesPerStep: 10) { _ in
            reports += 1
          }
        }
        #expect(reports > 1)
        let copy = try Database(path: direction == "to" ? path : folder.path("copy"))
        #expect(try rows(copy) == (direction == "to" ? 3000 : 700))
        #expect(try copy.integrityCheck() == [])
        try copy.execute("INSERT INTO t VALUES (0, 'é')")
        try copy.close()
      }
      #expect(try files.contentsOfDirectory(atPath: folder.url.path).sorted().contains("to"))
    }
  }

  @Test(arguments: formats)
  func anOpenDatabaseOfAnotherFormatIsRefusedAndKeepsItsRows(format: String) throws {
    try ScratchFolder.lend { folder in
      try write(folder.path("odd"), "\(format); \(fill(rows: 700))")
      let (database, odd) = (try source(folder), try Database(path: folder.path("odd")))
      let memory = try Database.inMemory()
      try memory.execute("CREATE TABLE mine (n)")
      for (from, to) in [(database, odd), (odd, database), (odd, memory)] {
        let error = try #require(throws: DatabaseError.self) { try from.backup(to: to) }
        #expect(error.code == .misuse, "\(error)")
        #expect("\(error)".contains("bytes and texts in 'UTF-"), "\(error)")
      }
      #expect(try rows(odd) == 700)
      #expect(try rows(database) == 3000)
      try odd.execute("INSERT INTO t VALUES (0, '')")
      #expect(try memory.query("SELECT count(*) FROM mine", as: Int.self) == [0])
      // A new one in memory has no pages yet, but an encoding.
      let new = try Database.inMemory()
      if format.contains("encoding") {
        #expect(throws: DatabaseError.self) { try odd.backup(to: new) }
        try new.execute("CREATE TABLE mine (n)")
      } else {
        try odd.backup(to: new)
        #expect(try rows(new) == 701)
      }
    }
  }

  @Test func aFileOfAnotherFormatInUseIsBusyAndKeepsItsRows() throws {
    try ScratchFolder.lend { folder in
      let path = folder.path("odd")
      try write(path, "PRAGMA page_size = 8192; PRAGMA journal_mode = WAL; \(fill(rows: 700))")
      var configuration = Configuration()
      configuration.busyTimeout = .milliseconds(50)
      let user = try Database(path: path)
      #expect(try rows(user) == 700)
      let database = try Database(path: folder.path("source"), configuration)
      try database.execute(SQL(stringLiteral: fill(rows: 300)))
      let error = try #require(throws: DatabaseError.self) { try database.backup(to: path) }
      #expect(error.primaryCode == .busy, "\(error)")
      #expect(try rows(user) == 700)
      try user.close()
      try database.backup(to: path)
      #expect(try rows(Database(path: path)) == 300)
    }
  }
}
