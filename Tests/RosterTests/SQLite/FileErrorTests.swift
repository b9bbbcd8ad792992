import Foundation
import Testing

@testable import Roster

/// Files that are not there, not databases, damaged or not to be written.
struct FileErrorTests {
  private func seed(_ path: String) throws {
    let database = try Database(path: path)
    try database.execute("CREATE TABLE t (n INTEGER PRIMARY KEY, text TEXT)")
    try database.write {
      for number in 1...500 {
        try database.execute(
          "INSERT INTO t VALUES (\(number), \(String(repeating: "x", count: 100)))"
        )
      }
    }
    try database.close()
  }

  @Test(arguments: ["no/such/folder/test.sqlite", ".", "file.txt/test.sqlite"])
  func cannotOpenAPathThatLeadsNowhere(name: String) throws {
    try ScratchFolder.lend { folder in
      try Data("text".utf8).write(to: folder.url.appendingPathComponent("file.txt"))
      let path = folder.path(name)
      let error = try #require(throws: DatabaseError.self) { _ = try Database(path: path) }
      #expect(error.primaryCode == .cannotOpen)
      #expect(error.message.contains("unable to open database file"))
      #expect("\(error)".contains(path))
      #expect("\(error)".contains("SQLITE_CANTOPEN"))
    }
  }

  @Test func cannotOpenAPathWithANUL() throws {
    try ScratchFolder.lend { folder in
      let error = try #require(throws: DatabaseError.self) {
        _ = try Database(path: folder.path("a\0b.sqlite"))
      }
      #expect(error.code == .cannotOpen)
      #expect(error.message.contains("NUL"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }
  }

  @Test func doesNotMakeAFileToReadOnly() throws {
    try ScratchFolder.lend { folder in
      var configuration = Configuration()
      configuration.isReadOnly = true
      let error = try #require(throws: DatabaseError.self) {
        _ = try Database(path: folder.path(), configuration)
      }
      #expect(error.primaryCode == .cannotOpen)
      #expect(!FileManager.default.fileExists(atPath: folder.path()))
    }
  }

  @Test(arguments: [2, 100, 10_000])
  func refusesATextFileAndLeavesItAlone(count: Int) throws {
    try ScratchFolder.lend { folder in
      let text = Data(String(repeating: "a", count: count).utf8)
      try text.write(to: URL(fileURLWithPath: folder.path()))
      let error = try #require(throws: DatabaseError.self) {
        _ = try Database(path: folder.path())
      }
      #expect(error.code == .notADatabase)
      #expect(error.message == "file is not a database")
      #expect(error.sql != nil)
      #expect("\(error)".contains("SQLITE_NOTADB (26)"))
      #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path())) == text)
    }
  }

  @Test func opensAnEmptyFile() throws {
    try ScratchFolder.lend { folder in
      try Data().write(to: URL(fileURLWithPath: folder.path()))
      let database = try Database(path: folder.path())
      #expect(try database.query("SELECT count(*) FROM sqlite_schema", as: Int.self) == [0])
    }
  }

  @Test func reportsDamagedPages() throws {
    try ScratchFolder.lend { folder in
      try seed(folder.path())
      let file = try FileHandle(forUpdating: URL(fileURLWithPath: folder.path()))
      let size = try file.seekToEnd()
      #expect(size > 8 * 4096)
      try file.seek(toOffset: 4096)
      try file.write(contentsOf: Data(repeating: 0xaa, count: Int(size) - 4096))
      try file.close()

      let database = try Database(path: folder.path())
      let error = try #require(throws: DatabaseError.self) {
        _ = try database.query("SELECT text FROM t", as: String.self)
      }
      #expect(error.primaryCode == .corrupt)
      #expect(error.message == "database disk image is malformed")
      #expect(error.sql == "SELECT text FROM t")
      #expect("\(error)".contains("SQLITE_CORRUPT"))
      #expect(try database.query("SELECT 1", as: Int.self) == [1])
      try database.close()
    }
  }

  @Test func reportsADamagedSchemaWhenItOpens() throws {
    try ScratchFolder.lend { folder in
      try seed(folder.path())
      let file = try FileHandle(forUpdating: URL(fileURLWithPath: folder.path()))
      try file.seek(toOffset: 100)
      try file.write(contentsOf: Data(repeating: 0xaa, count: 3996))
      try file.close()
      let error = try #require(throws: DatabaseError.self) {
        _ = try Database(path: folder.path())
      }
      #expect(error.primaryCode == .corrupt)
    }
  }

  @Test func refusesToWriteAReadOnlyDatabase() throws {
    try ScratchFolder.lend { folder in
      try seed(folder.path())
      var configuration = Configuration()
      configuration.isReadOnly = true
      let database = try Database(path: folder.path(), configuration)
      let insert = try database.prepare("INSERT INTO t (text) VALUES (?)")
      let calls: [() throws -> Void] = [
        { try database.execute("INSERT INTO t (text) VALUES (\("x"))") },
        { try database.execute("DELETE FROM t") },
        { try database.execute("CREATE TABLE u (n)") },
        { try insert.run("x") },
        { _ = try database.write { try insert.run("x") } },
      ]
      for call in calls {
        let error = try #require(throws: DatabaseError.self) { try call() }
        #expect(error.primaryCode == .readOnly)
        #expect(error.message == "attempt to write a readonly database")
        #expect(error.sql != nil)
      }
      #expect(try database.query("SELECT count(*) FROM t", as: Int.self) == [500])
      #expect(try database.read { try database.query("SELECT 1", as: Int.self) } == [1])
    }
  }
}
