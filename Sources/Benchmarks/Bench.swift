import Foundation
import Roster

/// Two databases of the same content, one for each side, in a folder that goes away with this
/// object.
final class Bench {
  let options: Options
  let database: Database
  let hand: ByHand
  private let folder: URL

  init(_ options: Options) throws {
    self.options = options
    folder = URL(filePath: options.folder)
      .appending(path: "roster-benchmarks-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    database = try Database(path: folder.appending(path: "roster.sqlite").path)
    hand = try ByHand(path: folder.appending(path: "hand.sqlite").path)
  }

  deinit {
    try? database.close()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Makes a record's table on both sides.
  func createTable<T: Record>(_ type: T.Type) throws -> Repository<T> {
    let repository = Repository<T>(database)
    try repository.createTable()
    for sql in try repository.createStatements { try hand.execute(sql) }
    return repository
  }

  /// Makes a record's table on both sides and fills it.
  func fill<T: Record>(_ records: [T]) throws -> Repository<T> {
    let repository = try createTable(T.self)
    try repository.insert(contentsOf: records)
    try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    // A copy of the file's content by SQLite, so that the pages of both sides are alike.
    try hand.execute(
      """
      ATTACH '\(database.path)' AS other;
      INSERT INTO main."\(T.tableName)" SELECT * FROM other."\(T.tableName)";
      DETACH other;
      PRAGMA wal_checkpoint(TRUNCATE)
      """
    )
    return repository
  }

  func measure(
    _ name: String,
    rows: Int,
    prepare: (Bool) throws -> Void = { _ in },
    roster: () throws -> Void,
    byHand: () throws -> Void
  ) throws -> Measurement {
    try Measurement(
      name,
      rows: rows,
      rounds: options.rounds,
      prepare: prepare,
      roster: roster,
      byHand: byHand
    )
  }
}

/// Keeps the optimizer from leaving out work whose result nobody uses: what it is given must be in
/// memory, whole.
@inline(never)
func keep<T>(_ value: T) {
  withUnsafePointer(to: value) { lastKept = UnsafeRawPointer($0) }
}

/// Safe because it is only written to, by the one thread that measures.
nonisolated(unsafe) private var lastKept: UnsafeRawPointer?

/// The two sides disagree, so that their times mean nothing.
struct Disagreement: Error {
  let workload: String
}
