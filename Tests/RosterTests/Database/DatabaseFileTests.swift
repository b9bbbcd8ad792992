import Foundation
import Testing

@testable import Roster

/// All connections of a database are to one file, whatever becomes of the paths that lead to it.
@Suite(.serialized, .timeLimit(.minutes(1)))
struct DatabaseFileTests {
  private struct Item: Record, Equatable {
    static let tableName = "items"
    static let primaryKey = PrimaryKey(\Item.id)

    var id: Int64?
    var name: String
  }

  private let files = FileManager.default

  private func filled(_ path: String, _ names: String...) throws -> Database {
    let database = try Database(path: path)
    let items = Repository<Item>(database)
    try items.createTable()
    for name in names { try items.insert(Item(name: name)) }
    return database
  }

  private func names(_ database: Database) throws -> [String] {
    try Repository<Item>(database).order(by: \.id).all().map(\.name)
  }

  /// As long as a read may trust that the file is where it was.
  private func waitUntilReadsLookAgain() { usleep(30_000) }

  private func expectMoved(
    _ what: String,
    _ location: SourceLocation = #_sourceLocation,
    _ call: () throws -> Void
  ) throws {
    let error = try #require(throws: DatabaseError.self, sourceLocation: location) { try call() }
    #expect(error.code == .readOnlyDatabaseMoved, "\(error)", sourceLocation: location)
    #expect("\(error)".contains(what), "\(error)", sourceLocation: location)
  }

  /// What can become of a file while it is open, and what the error says of it.
  enum Fate: String, CaseIterable, Sendable {
    case deleted, moved, replaced, exchanged

    var word: String {
      switch self {
      case .deleted, .moved: "deleted or moved"
      case .replaced, .exchanged: "replaced"
      }
    }
  }

  private func befall(_ fate: Fate, _ folder: ScratchFolder) throws {
    let path = folder.path()
    switch fate {
    case .deleted: try files.removeItem(atPath: path)
    case .moved: try files.moveItem(atPath: path, toPath: folder.path("elsewhere"))
    case .replaced:
      try files.removeItem(atPath: path)
      try filled(path, "of another").close()
    case .exchanged:
      try filled(folder.path("other"), "of another").close()
      #expect(rename(folder.path("other"), path) == 0)
    }
  }

  @Test(arguments: Fate.allCases)
  func everyCallSaysThatTheFileIsGone(fate: Fate) throws {
    try ScratchFolder.lend { folder in
      let database = try filled(folder.path(), "mine")
      let items = Repository<Item>(database)
      try befall(fate, folder)
      // A write looks before it is committed.
      try expectMoved(fate.word) { try items.insert(Item(name: "lost")) }
      try expectMoved(fate.word) { try database.execute("DELETE FROM items") }
      try expectMoved(fate.word) { try database.write { _ = try items.insert(Item(name: "lost")) } }
      // A read has no reader yet, and may not open one.
      try expectMoved(fate.word) { _ = try items.all() }
      try expectMoved(fate.word) { try database.backup(to: folder.path("backup")) }
      try expectMoved(fate.word) { try Database.inMemory().backup(to: database) }
      waitUntilReadsLookAgain()
      try expectMoved(fate.word) { try database.checkpoint() }
      try expectMoved(fate.word) { _ = try database.query("SELECT 1", as: Int.self) }
      try expectMoved(fate.word) { try database.close() }
      try database.close()
      #expect {
        try database.execute("SELECT 1")
      } throws: {
        ($0 as? DatabaseError)?.code == .misuse
      }
      #expect(!files.fileExists(atPath: folder.path("backup")))
      if fate.word == "replaced" {
        #expect(try names(Database(path: folder.path())) == ["of another"])
      }
      if fate == .moved { #expect(try names(Database(path: folder.path("elsewhere"))) == ["mine"]) }
    }
  }

  @Test(arguments: Fate.allCases)
  func anOpenReaderNoticesSoonAfter(fate: Fate) throws {
    try ScratchFolder.lend { folder in
      let database = try filled(folder.path(), "mine")
      #expect(try names(database) == ["mine"])
      try befall(fate, folder)
      waitUntilReadsLookAgain()
      try expectMoved(fate.word) { _ = try names(database) }
    }
  }

  @Test func aTransactionIsRolledBackWhenItsFileHasGone() throws {
    try ScratchFolder.lend { folder in
      let database = try filled(folder.path(), "mine")
      try expectMoved("deleted or moved") {
        try database.write {
          try Repository<Item>(database).insert(Item(name: "lost"))
          try files.moveItem(atPath: folder.path(), toPath: folder.path("elsewhere"))
        }
      }
      try expectMoved("deleted or moved") { try database.close() }
      #expect(try names(Database(path: folder.path("elsewhere"))) == ["mine"])
    }
  }

  @Test func closingSparesTheLogOfTheDatabaseThatTookItsPlace() throws {
    try ScratchFolder.lend { folder in
      let database = try filled(folder.path(), "mine")
      for suffix in ["", "-wal", "-shm"] {
        try files.moveItem(
          atPath: folder.path() + suffix,
          toPath: folder.path("elsewhere") + suffix
        )
      }
      let successor = try filled(folder.path(), "theirs")
      try expectMoved("replaced") { try database.close() }
      // What is committed still lies in the log, which has the name that the other had.
      #expect(files.fileExists(atPath: folder.path() + "-wal"))
      try Repository<Item>(successor).insert(Item(name: "more"))
      #expect(try names(Database(path: folder.path())) == ["theirs", "more"])
      #expect(try successor.integrityCheck() == [])
      #expect(try names(Database(path: folder.path("elsewhere"))) == ["mine"])
    }
  }

  @Test(arguments: [true, false])
  func theNextDatabaseAtThePathDoesNotTakeOverTheLog(isClosed: Bool) throws {
    try ScratchFolder.lend { folder in
      var database: Database? = try filled(folder.path(), "mine", "mine too")
      try filled(folder.path("other"), "of another").close()
      #expect(rename(folder.path("other"), folder.path()) == 0)
      if isClosed { try expectMoved("replaced") { try database?.close() } }
      database = nil
      let successor = try Database(path: folder.path())
      #expect(try names(successor) == ["of another"])
      #expect(try successor.integrityCheck() == [])
    }
  }

  @Test(arguments: [true, false], [true, false])
  func whatTheNextDatabaseAtThePathHasCommittedStays(isDeleted: Bool, isClosed: Bool) throws {
    try ScratchFolder.lend { folder in
      var database: Database? = try filled(folder.path(), "mine")
      if isDeleted {
        try files.removeItem(atPath: folder.path())
      } else {
        try files.moveItem(atPath: folder.path(), toPath: folder.path("elsewhere"))
      }
      let successor = try filled(folder.path(), "theirs")
      if isClosed { try expectMoved("replaced") { try database?.close() } }
      database = nil
      try Repository<Item>(successor).insert(Item(name: "more"))
      #expect(try names(successor) == ["theirs", "more"])
      try successor.close()
      #expect(try names(Database(path: folder.path())) == ["theirs", "more"])
    }
  }

  @Test func aChangeOfTheWorkingDirectoryLeadsNowhereElse() async throws {
    // In a process of its own: other tests have the same working directory.
    await #expect(processExitsWith: .success) { try DatabaseFileTests().changeDirectories() }
  }

  private func changeDirectories() throws {
    try ScratchFolder.lend { folder in
      try files.createDirectory(atPath: folder.path("a"), withIntermediateDirectories: false)
      try files.createDirectory(atPath: folder.path("b"), withIntermediateDirectories: false)
      try filled(folder.path("b/school.sqlite"), "of another").close()
      #expect(files.changeCurrentDirectoryPath(folder.path("a")))
      let database = try filled("school.sqlite", "mine")
      #expect(files.changeCurrentDirectoryPath(folder.path("b")))
      #expect(try names(database) == ["mine"])
      try Repository<Item>(database).insert(Item(name: "mine too"))
      #expect(try names(database) == ["mine", "mine too"])
      try database.backup(to: "backup.sqlite")
      #expect(try names(Database(path: folder.path("b/backup.sqlite"))) == ["mine", "mine too"])
      try database.backup(to: "school.sqlite")
      #expect(try names(Database(path: folder.path("b/school.sqlite"))) == ["mine", "mine too"])
      #expect(throws: DatabaseError.self) { try database.backup(to: "../a/school.sqlite") }
      try database.close()
    }
  }

  @Test func aLinkThatIsPointedElsewhereLeadsNowhereElse() throws {
    try ScratchFolder.lend { folder in
      let link = folder.path("current")
      try filled(folder.path("two"), "of another").close()
      try filled(folder.path("one")).close()
      try files.createSymbolicLink(atPath: link, withDestinationPath: "one")
      let database = try filled(link, "mine")
      try files.removeItem(atPath: link)
      try files.createSymbolicLink(atPath: link, withDestinationPath: "two")
      waitUntilReadsLookAgain()
      #expect(try names(database) == ["mine"])
      try Repository<Item>(database).insert(Item(name: "mine too"))
      #expect(try names(database) == ["mine", "mine too"])
      // The link is the other file's name now, and so may be backed up to.
      try database.backup(to: link)
      #expect(try names(Database(path: folder.path("two"))) == ["mine", "mine too"])
      try database.close()
    }
  }

  @Test func aFolderThatIsALinkMayBePointedElsewhere() throws {
    try ScratchFolder.lend { folder in
      for name in ["one", "two"] {
        try files.createDirectory(atPath: folder.path(name), withIntermediateDirectories: false)
        try filled(folder.path("\(name)/x"), name).close()
      }
      let link = folder.path("current")
      try files.createSymbolicLink(atPath: link, withDestinationPath: "one")
      let database = try Database(path: "\(link)/x")
      try files.removeItem(atPath: link)
      try files.createSymbolicLink(atPath: link, withDestinationPath: "two")
      #expect(try names(database) == ["one"])
      try database.close()
    }
  }

  @Test func aFileThatCameBackIsTheSame() throws {
    try ScratchFolder.lend { folder in
      let database = try filled(folder.path(), "mine")
      try files.moveItem(atPath: folder.path(), toPath: folder.path("elsewhere"))
      try expectMoved("deleted or moved") { _ = try names(database) }
      try files.moveItem(atPath: folder.path("elsewhere"), toPath: folder.path())
      #expect(try names(database) == ["mine"])
      try Repository<Item>(database).insert(Item(name: "mine too"))
      try database.close()
    }
  }

  @Test func theAsynchronousFormsSaySoToo() async throws {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    let database = try filled(folder.path(), "mine")
    try files.removeItem(atPath: folder.path())
    let error = await #expect(throws: DatabaseError.self) {
      try await Repository<Item>(database).insert(Item(name: "lost"))
    }
    #expect(error?.code == .readOnlyDatabaseMoved)
    let closing = await #expect(throws: DatabaseError.self) { try await database.close() }
    #expect(closing?.code == .readOnlyDatabaseMoved)
  }
}
