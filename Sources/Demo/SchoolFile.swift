import Foundation
import Roster

/// The file that the story is told in.
enum SchoolFile {
  /// "Rost" in ASCII: written into the header, it tells our files from anybody else's.
  private static let mark: Int64 = 0x526F_7374

  /// Makes the database and marks it as ours.
  static func open(_ path: String) throws -> Database {
    let database = try Database(path: path)
    try database.execute("PRAGMA application_id = \(raw: String(mark))")
    return database
  }

  /// Removes what an earlier run left, and refuses to remove anything else.
  static func removeOld(_ path: String) throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return }
    guard !isFolder.boolValue, try isOurs(path) else {
      throw DemoError("\(path) is not of this demo's making, so it stays; name another file")
    }
    for file in [path, path + "-wal", path + "-shm"]
    where FileManager.default.fileExists(atPath: file) {
      try FileManager.default.removeItem(atPath: file)
    }
  }

  private static func isOurs(_ path: String) throws -> Bool {
    var configuration = Configuration()
    configuration.isReadOnly = true
    do {
      let old = try Database(path: path, configuration)
      let marks = try old.query("PRAGMA application_id", as: Int64.self)
      let tables = try old.query("SELECT count(*) FROM sqlite_schema", as: Int.self)
      try old.close()
      return marks == [mark] || tables == [0]
    } catch let error as DatabaseError where error.code == .notADatabase {
      return false
    }
  }
}
