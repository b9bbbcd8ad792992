import Foundation
import Testing

@testable import Roster

/// Neither a backup nor a vacuum writes over the files of the database that is copied.
struct OwnFilesTests {
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

  private func expectMoved(
    _ what: String,
    _ location: SourceLocation = #_sourceLocation,
    _ call: () throws -> Void
  ) throws {
    let error = try #require(throws: DatabaseError.self, sourceLocation: location) { try call() }
    #expect(error.code == .readOnlyDatabaseMoved, "\(error)", sourceLocation: location)
    #expect("\(error)".contains(what), "\(error)", sourceLocation: location)
  }

  @Test func aBackupSparesTheFilesOfItsSource() throws {
    try ScratchFolder.lend { folder in
      let database = try filled(folder.path(), "mine")
      #expect(link(folder.path() + "-wal", folder.path("log")) == 0)
      #expect(link(folder.path() + "-wal", folder.path("copy-wal")) == 0)
      let odd = try filled(folder.path("x-wal"), "odd")
      try files.createSymbolicLink(
        atPath: folder.path("dangling"),
        withDestinationPath: "./test.sqlite-journal"
      )
      let calls: [(Database, String)] = [
        (database, folder.path() + "-wal"), (database, folder.path() + "-shm"),
        (database, folder.path() + "-journal"), (database, folder.path("log")),
        (database, folder.path("copy")), (odd, folder.path("x")),
        (database, folder.url.path + "/./test.sqlite-wal"), (database, folder.path() + "/"),
        (database, folder.path() + "/."), (database, folder.path() + "-wal/"),
        (database, folder.path("missing/../test.sqlite")),
        (database, folder.path() + "/../test.sqlite-wal"), (database, folder.path("dangling")),
      ]
      for (database, path) in calls {
        let error = try #require(throws: DatabaseError.self) { try database.backup(to: path) }
        #expect(error.code == .misuse, "\(path): \(error)")
        #expect(throws: DatabaseError.self, "\(path)") { try database.vacuum(into: path) }
      }
      #expect(!files.fileExists(atPath: folder.path() + "-journal"))
      #expect(!files.fileExists(atPath: folder.path("x")))
      // Empty, it would pass for a file to be written to.
      try database.checkpoint(.truncate)
      #expect(throws: DatabaseError.self) { try database.vacuum(into: folder.path() + "-wal") }
      try Repository<Item>(database).insert(Item(name: "mine too"))
      #expect(try names(database) == ["mine", "mine too"])
      #expect(try names(odd) == ["odd"])
      // A file that has moved is known by what it is.
      try files.moveItem(atPath: folder.path(), toPath: folder.path("elsewhere"))
      #expect(throws: DatabaseError.self) { try database.backup(to: folder.path("elsewhere")) }
      try expectMoved("deleted or moved") { try database.close() }
      #expect(try names(Database(path: folder.path("elsewhere"))) == ["mine", "mine too"])
    }
  }
}
