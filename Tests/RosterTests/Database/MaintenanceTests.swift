import Foundation
import Testing

@testable import Roster

struct MaintenanceTests {
  private func filled(_ path: String, _ configuration: Configuration = .init()) throws -> Database {
    let database = try Database(path: path, configuration)
    try database.execute("CREATE TABLE t (n INTEGER, text TEXT)")
    try fill(database)
    return database
  }

  private func fill(_ database: Database, rows: Int = 500) throws {
    try database.execute(
      """
      INSERT INTO t
      WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < \(rows))
      SELECT n, hex(randomblob(100)) FROM c
      """
    )
  }

  private func size(_ path: String) throws -> Int {
    try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
  }

  @Test(arguments: CheckpointMode.allCases)
  func movesTheWholeLogWhenNobodyReads(mode: CheckpointMode) throws {
    try ScratchFolder.lend { folder in
      let database = try filled(folder.path())
      let checkpoint = try database.checkpoint(mode)
      #expect(checkpoint.isComplete)
      #expect(checkpoint.framesInLog == checkpoint.framesCheckpointed)
      #expect((checkpoint.framesInLog == 0) == (mode == .truncate))
      #expect((try size(folder.path() + "-wal") == 0) == (mode == .truncate))
      try database.close()
    }
  }

  @Test func saysThatAReaderWasInTheWay() throws {
    try ScratchFolder.lend { folder in
      var configuration = Configuration()
      configuration.busyTimeout = .milliseconds(50)
      let database = try filled(folder.path(), configuration)
      let reader = try Database(path: folder.path())
      try reader.read {
        _ = try reader.query("SELECT count(*) FROM t", as: Int.self)
        try fill(database)
        for mode in CheckpointMode.allCases {
          #expect(try !database.checkpoint(mode).isComplete)
        }
      }
      #expect(try database.checkpoint(.truncate).isComplete)
    }
  }

  @Test func hasNothingToMoveInMemory() throws {
    let checkpoint = try Database.inMemory().checkpoint(.full)
    #expect(checkpoint == Checkpoint(framesInLog: 0, framesCheckpointed: 0, isComplete: true))
  }

  @Test func refusesACheckpointInsideATransaction() throws {
    try ScratchFolder.lend { folder in
      let database = try filled(folder.path())
      let error = try #require(throws: DatabaseError.self) {
        try database.write { try database.checkpoint() }
      }
      #expect(error.primaryCode == .locked)
    }
  }

  @Test func leavesTheLogAloneWhereAutocheckpointIsOff() throws {
    try ScratchFolder.lend { folder in
      func framesAfterManyCommits(_ name: String, _ pages: Int) throws -> Int {
        var configuration = Configuration()
        configuration.durability = .normal
        configuration.walAutocheckpoint = pages
        let database = try filled(folder.path(name), configuration)
        for _ in 0..<20 { try fill(database, rows: 50) }
        return try size(folder.path(name) + "-wal")
      }
      let kept = try framesAfterManyCommits("never", 0)
      let moved = try framesAfterManyCommits("often", 10)
      #expect(kept > 2 * moved)
    }
  }

  @Test func setsWhatTheConfigurationSays() throws {
    try ScratchFolder.lend { folder in
      var configuration = Configuration()
      configuration.cacheSize = 8 << 20
      configuration.memoryMapSize = 1 << 20
      configuration.walAutocheckpoint = 17
      configuration.journalSizeLimit = 1 << 16
      let database = try Database(path: folder.path(), configuration)
      for (pragma, value) in [
        ("cache_size", -8192), ("mmap_size", 1 << 20), ("wal_autocheckpoint", 17),
        ("journal_size_limit", 1 << 16),
      ] {
        let found = try database.pool.useWriter { try $0.firstValue("PRAGMA \(pragma)") }
        #expect(found == .integer(Int64(value)), "\(pragma)")
      }
      #expect(
        try database.pool.useReader { try $0.firstValue("PRAGMA cache_size") } == .integer(-8192)
      )
      #expect(
        try database.pool.useReader { try $0.firstValue("PRAGMA mmap_size") } == .integer(1 << 20)
      )
    }
  }

  @Test func findsNothingInASoundDatabase() throws {
    try ScratchFolder.lend { folder in
      let database = try filled(folder.path())
      #expect(try database.integrityCheck() == [])
    }
    #expect(try Database.inMemory().integrityCheck() == [])
  }

  @Test func findsDamageInTheFile() throws {
    try ScratchFolder.lend { folder in
      let database = try filled(folder.path())
      try database.execute("CREATE INDEX i ON t (text)")
      try database.close()
      let file = try #require(FileHandle(forUpdatingAtPath: folder.path()))
      // The middle of the file: pages of the table or of its index.
      try file.seek(toOffset: UInt64(try size(folder.path()) / 2 / 4096 * 4096))
      try file.write(contentsOf: Data(repeating: 7, count: 3 * 4096))
      try file.close()
      let findings = try Database(path: folder.path()).integrityCheck()
      #expect(!findings.isEmpty)
      #expect(try Database(path: folder.path()).integrityCheck(limit: 1).count == 1)
    }
  }

  @Test func findsReferencesToRowsThatAreNotThere() throws {
    let database = try Database.inMemory()
    try database.execute(
      """
      CREATE TABLE parent (id INTEGER PRIMARY KEY);
      CREATE TABLE child (id INTEGER PRIMARY KEY, parent REFERENCES parent);
      PRAGMA foreign_keys = OFF;
      INSERT INTO child VALUES (3, 7)
      """
    )
    let wanted = ["\"child\" row 3 refers to a row of \"parent\" that is not there"]
    #expect(try database.integrityCheck() == wanted)
    #expect(try database.read { try database.integrityCheck() } == wanted)
  }

  @Test func findsAForeignKeyThatNamesNothingUnique() throws {
    let database = try Database.inMemory()
    try database.execute(
      "CREATE TABLE parent (id); CREATE TABLE child (parent REFERENCES parent (id))"
    )
    let findings = try database.integrityCheck()
    #expect(findings.count == 1)
    #expect(findings.first?.contains("mismatch") == true)
  }

  @Test func makesTheFileSmallerByAVacuum() throws {
    try ScratchFolder.lend { folder in
      let database = try filled(folder.path())
      try database.checkpoint(.truncate)
      let before = try size(folder.path())
      try database.execute("DELETE FROM t WHERE n > 10")
      try database.vacuum()
      try database.checkpoint(.truncate)
      #expect(try size(folder.path()) < before)
      #expect(try database.query("SELECT count(*) FROM t", as: Int.self) == [10])
    }
  }

  @Test func vacuumsIntoANewFileBesideAWriter() throws {
    try ScratchFolder.lend { folder in
      let database = try filled(folder.path())
      let other = try Database(path: folder.path())
      try other.write {
        try other.execute("DELETE FROM t")
        try database.vacuum(into: folder.path("copy"))
      }
      let copy = try Database(path: folder.path("copy"))
      #expect(try copy.query("SELECT count(*) FROM t", as: Int.self) == [500])
      #expect(try copy.integrityCheck() == [])
    }
  }

  @Test func vacuumsAReadOnlyDatabaseIntoAFile() throws {
    try ScratchFolder.lend { folder in
      try filled(folder.path()).close()
      var configuration = Configuration()
      configuration.isReadOnly = true
      let database = try Database(path: folder.path(), configuration)
      try database.vacuum(into: folder.path("copy"))
      #expect(
        try Database(path: folder.path("copy")).query("SELECT count(*) FROM t", as: Int.self)
          == [500]
      )
    }
  }

  @Test func refusesToVacuumIntoWhatIsThereOrCannotBe() throws {
    try ScratchFolder.lend { folder in
      let database = try filled(folder.path())
      try Data("mine".utf8).write(to: URL(fileURLWithPath: folder.path("taken")))
      for (path, code) in [
        (folder.path("taken"), ResultCode.notADatabase), (folder.path(), .error),
        (folder.path("no/where"), .cannotOpen),
        ("", .cannotOpen), ("a\0b", .cannotOpen), (":memory:", .misuse),
      ] {
        let error = try #require(throws: DatabaseError.self, "\(path)") {
          try database.vacuum(into: path)
        }
        #expect(error.primaryCode == code, "\(path): \(error)")
      }
      #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path("taken"))) == Data("mine".utf8))
    }
  }

  @Test func refusesAVacuumInsideATransaction() throws {
    try ScratchFolder.lend { folder in
      let database = try filled(folder.path())
      let calls: [() throws -> Void] = [
        { try database.write { try database.vacuum() } },
        { try database.write { try database.vacuum(into: folder.path("copy")) } },
        { try database.read { try database.vacuum(into: folder.path("copy")) } },
      ]
      for call in calls {
        let error = try #require(throws: DatabaseError.self) { try call() }
        #expect("\(error)".contains("within a transaction"))
      }
      #expect(!FileManager.default.fileExists(atPath: folder.path("copy")))
    }
  }

  @Test func leavesNoHalfCopyWhenItIsStopped() throws {
    try ScratchFolder.lend { folder in
      let database = try filled(folder.path())
      try fill(database, rows: 30_000)
      #expect(throws: DeadlineExceeded.self) {
        try Database.withDeadline(.milliseconds(3)) {
          try database.vacuum(into: folder.path("copy"))
        }
      }
      #expect(!FileManager.default.fileExists(atPath: folder.path("copy")))
    }
  }

  @Test func refusesToOperateOnAClosedDatabase() throws {
    try ScratchFolder.lend { folder in
      let database = try filled(folder.path())
      try database.close()
      let calls: [() throws -> Void] = [
        { try database.checkpoint() }, { _ = try database.integrityCheck() },
        { try database.vacuum() }, { try database.vacuum(into: folder.path("copy")) },
        { try database.backup(to: folder.path("copy")) },
        { try database.backup(to: Database.inMemory()) },
        { try Database.inMemory().backup(to: database) },
        { try database.register(function: "f") { (n: Int) in n } },
        { try database.register(collation: "c") { $0.compare($1) } },
      ]
      for call in calls {
        let error = try #require(throws: DatabaseError.self) { try call() }
        #expect(error.code == .misuse)
        #expect("\(error)".contains("closed"))
      }
    }
  }

  @Test func hasAnAsynchronousFormOfEach() async throws {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    let database = try filled(folder.path())
    try await database.checkpoint(.truncate)
    #expect(try await database.integrityCheck() == [])
    try await database.vacuum()
    try await database.vacuum(into: folder.path("copy"))
    try await database.backup(to: folder.path("backup"))
    let copy = try Database.inMemory()
    try await database.backup(to: copy)
    #expect(try await copy.query("SELECT count(*) FROM t", as: Int.self) == [500])
  }
}
