import Foundation
import Synchronization
import Testing

@testable import Roster

/// One connection writes while others read; a thread keeps what it has.
@Suite struct PoolTests {
  private func counters(_ folder: ScratchFolder, readers: Int = 3) throws -> Database {
    var configuration = Configuration()
    configuration.maximumReaders = readers
    configuration.busyTimeout = .milliseconds(300)
    let database = try Database(path: folder.path(), configuration)
    try database.execute(
      "CREATE TABLE counters (n INTEGER NOT NULL); INSERT INTO counters VALUES (1)"
    )
    return database
  }

  private func count(_ database: Database) throws -> Int {
    try database.query("SELECT n FROM counters", as: Int.self)[0]
  }

  /// Runs `body` on a thread of its own and waits for it.
  private func elsewhere<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) throws -> Result {
    let done = DispatchSemaphore(value: 0)
    let result = Mutex<Swift.Result<Result, any Error>?>(nil)
    Thread.detachNewThread {
      let made = Swift.Result { try body() }
      result.withLock { $0 = made }
      done.signal()
    }
    done.wait()
    return try #require(result.withLock { $0 }).get()
  }

  @Test func readsBesideAWriterTheStateBefore() throws {
    try ScratchFolder.lend { folder in
      let database = try counters(folder)
      try database.write {
        try database.execute("UPDATE counters SET n = 2")
        #expect(try count(database) == 2, "the transaction sees its own work")
        let count1 = try elsewhere { try self.count(database) }
        #expect(count1 == 1, "others do not")
      }
      let count2 = try elsewhere { try self.count(database) }
      #expect(count2 == 2)
    }
  }

  @Test func readsOneStateInARead() throws {
    try ScratchFolder.lend { folder in
      let database = try counters(folder)
      try database.read {
        #expect(try count(database) == 1)
        _ = try elsewhere { try database.execute("UPDATE counters SET n = 2") }
        #expect(try count(database) == 1)
        let inner = try database.read { try count(database) }
        #expect(inner == 1, "a read in a read is the same one")
      }
      #expect(try count(database) == 2)
    }
  }

  @Test func refusesAWriteInsideARead() throws {
    try ScratchFolder.lend { folder in
      let database = try counters(folder)
      try database.read {
        let writes: [() throws -> Void] = [
          { _ = try database.execute("UPDATE counters SET n = 9") },
          { try database.write { _ = try database.execute("UPDATE counters SET n = 9") } },
          { _ = try database.query("UPDATE counters SET n = 9 RETURNING n", as: Int.self) },
        ]
        for write in writes {
          let error = #expect(throws: DatabaseError.self) { try write() }
          #expect(error?.primaryCode == .readOnly)
        }
      }
      #expect(try count(database) == 1)
    }
  }

  @Test func leavesOtherDatabasesAndThreadsOutOfATransaction() throws {
    struct Fault: Error {}
    try ScratchFolder.lend { folder in
      let database = try counters(folder)
      let other = try Database(path: folder.path("other.sqlite"))
      try other.execute("CREATE TABLE t (n)")
      do {
        try database.write {
          try database.execute("UPDATE counters SET n = 2")
          try other.execute("INSERT INTO t VALUES (1)")
          // It waits for the writer, as any other thread does, and then gives up.
          let error = #expect(throws: DatabaseError.self) {
            _ = try elsewhere { try database.execute("UPDATE counters SET n = 3") }
          }
          #expect(error?.primaryCode == .busy)
          throw Fault()
        }
      } catch is Fault {}
      #expect(try count(database) == 1)
      #expect(try other.query("SELECT n FROM t", as: Int.self) == [1])
    }
  }

  @Test func takesTurnsWhenAllReadersAreBusy() throws {
    try ScratchFolder.lend { folder in
      let database = try counters(folder, readers: 2)
      try database.read {
        _ = try elsewhere {
          try database.read {
            let error = #expect(throws: DatabaseError.self) {
              _ = try self.elsewhere { try self.count(database) }
            }
            #expect(error?.primaryCode == .busy)
            return try self.count(database)
          }
        }
        let count3 = try elsewhere { try self.count(database) }
        #expect(count3 == 1, "a place is free again")
      }
      #expect(database.statistics.readers == 2)
      #expect(database.statistics.waits == 1)
      #expect(database.statistics.longestWait >= .milliseconds(300))
    }
  }

  @Test func keepsTheSumOfAllAccountsUnderManyThreads() throws {
    try ScratchFolder.lend { folder in
      var configuration = Configuration()
      configuration.busyTimeout = .seconds(60)
      let database = try Database(path: folder.path(), configuration)
      try database.execute("CREATE TABLE accounts (id INTEGER PRIMARY KEY, money INTEGER NOT NULL)")
      for id in 0..<10 { try database.execute("INSERT INTO accounts VALUES (\(id), 100)") }
      DispatchQueue.concurrentPerform(iterations: 16) { thread in
        var dice = Dice(UInt64(thread))
        for _ in 0..<40 {
          do {
            if dice.next() % 5 == 0 {
              let (from, to) = (dice.next() % 10, dice.next() % 10)
              try database.write {
                try database.execute("UPDATE accounts SET money = money - 7 WHERE id = \(from)")
                try database.execute("UPDATE accounts SET money = money + 7 WHERE id = \(to)")
              }
            } else {
              let sum = try database.query("SELECT sum(money) FROM accounts", as: Int.self)
              #expect(sum == [1000])
            }
          } catch { Issue.record(error) }
        }
      }
    }
  }

  @Test func readsTemporaryAndAttachedTablesWhereTheyAre() throws {
    try ScratchFolder.lend { folder in
      let database = try counters(folder)
      #expect(try count(database) == 1)
      // It hides the table of the file, for all reads.
      try database.execute("CREATE TEMP TABLE counters (n); INSERT INTO temp.counters VALUES (7)")
      #expect(try count(database) == 7)
      try database.execute("DROP TABLE temp.counters")
      #expect(try count(database) == 1)
      try database.execute("ATTACH ':memory:' AS extra")
      try database.execute("CREATE TABLE extra.t (n); INSERT INTO t VALUES (5)")
      #expect(try database.query("SELECT n FROM t", as: Int.self) == [5])
    }
  }

  @Test func seesAChangedTableOnEveryReader() throws {
    struct Item: Record, Equatable {
      static let tableName = "items"
      static let primaryKey = PrimaryKey(\Item.id)
      var id: Int
      var name: String
    }
    try ScratchFolder.lend { folder in
      let database = try counters(folder)
      let items = Repository<Item>(database)
      try items.createTable()
      try items.insert(Item(id: 1, name: "a"))
      try database.read {
        #expect(try items.find(1)?.name == "a")
        try elsewhere {
          _ = try items.find(1)
          try database.execute("ALTER TABLE items RENAME COLUMN name TO title")
        }
      }
      #expect(throws: RecordError.self) { try items.find(1) }
      #expect(throws: RecordError.self) { _ = try elsewhere { try items.find(1)?.name } }
    }
  }

  @Test func meetsATableOnAReaderAsTheWriterHasLeftIt() throws {
    struct Short: Record {
      static let tableName = "items"
      static let primaryKey = PrimaryKey(\Short.id)
      var id: Int
    }
    struct Long: Record {
      static let tableName = "items"
      static let primaryKey = PrimaryKey(\Long.id)
      var id: Int
      var name: String?
    }
    try ScratchFolder.lend { folder in
      let database = try counters(folder)
      let (short, long) = (Repository<Short>(database), Repository<Long>(database))
      try short.createTable()
      try short.insert(Short(id: 1))
      #expect(try short.all().count == 1)
      try database.execute("ALTER TABLE items ADD COLUMN name TEXT DEFAULT 'new'")
      #expect(try long.all().map(\.name) == ["new"])
      #expect(try database.query("SELECT * FROM items", as: Long.self).map(\.name) == ["new"])
    }
  }

  @Test func closesWhenTheLastCallIsDone() throws {
    try ScratchFolder.lend { folder in
      let database = try counters(folder)
      let (isReading, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let closed = Atomic(false)
      Thread.detachNewThread {
        let count = try? database.read {
          isReading.signal()
          mayEnd.wait()
          let isClosed = closed.load(ordering: .sequentiallyConsistent)
          #expect(!isClosed)
          return try self.count(database)
        }
        #expect(count == 1, "what has begun goes on")
      }
      isReading.wait()
      let isClosing = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        isClosing.signal()
        try? database.close()
        closed.store(true, ordering: .sequentiallyConsistent)
        isClosing.signal()
      }
      isClosing.wait()
      while (try? self.elsewhere { try self.count(database) }) != nil {}
      mayEnd.signal()
      isClosing.wait()
      try database.close()
      let error = #expect(throws: DatabaseError.self) { try count(database) }
      #expect(error?.message == "the database is closed")
      #expect(!FileManager.default.fileExists(atPath: folder.path() + "-wal"))
    }
  }

  @Test func stopsWhatRunsWhenToldTo() throws {
    try ScratchFolder.lend { folder in
      let database = try counters(folder)
      let isRunning = DispatchSemaphore(value: 0)
      let done = DispatchSemaphore(value: 0)
      let failure = Mutex<(any Error)?>(nil)
      Thread.detachNewThread {
        do {
          try database.prepare(Self.endless).forEach { _ in isRunning.signal() }
        } catch { failure.withLock { $0 = error } }
        done.signal()
      }
      isRunning.wait()
      try database.close(interrupting: true)
      done.wait()
      #expect((failure.withLock { $0 } as? DatabaseError)?.code == .interrupt)
    }
  }

  /// A row at once, and then none for hours.
  static let endless = """
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
    SELECT i FROM n WHERE i = 1 OR i < 0
    """
}
