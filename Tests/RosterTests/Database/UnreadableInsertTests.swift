import Foundation
import Testing

@testable import Roster

/// `insert` reads back what it wrote; if that fails, nothing stays stored.
struct UnreadableInsertTests {
  private struct Square: Record {
    static let tableName = "square"
    static let primaryKey = PrimaryKey(\Square.id)

    var id: Int64?
    var side: Int
    var area: Int?
  }

  private let database: Database
  private let squares: Repository<Square>

  init() throws {
    database = try Database.inMemory()
    squares = Repository(database)
    try database.execute(
      """
      CREATE TABLE square (
        id INTEGER PRIMARY KEY,
        side INTEGER NOT NULL,
        area AS (iif(side < 0, 'negative', side * side))
      )
      """
    )
  }

  private func insertUnreadable() throws { _ = try squares.insert(Square(side: -1)) }

  private func sides() throws -> [Int] {
    try database.query("SELECT side FROM square ORDER BY side", as: Int.self)
  }

  @Test func storesNothingAlone() throws {
    #expect(throws: DecodingError.self) { try insertUnreadable() }
    #expect(try sides() == [])
    #expect(try squares.insert(Square(side: 3)).area == 9)
  }

  @Test func spoilsItsTransactionEvenWhenHandled() throws {
    #expect(throws: DecodingError.self) {
      try database.write {
        try squares.insert(Square(side: 1))
        try caught(DecodingError.self) { try insertUnreadable() }
      }
    }
    #expect(try sides() == [])
    try database.write { _ = try squares.insert(Square(side: 2)) }
    #expect(try sides() == [2])
  }

  @Test func spoilsOnlyTheNestedTransaction() throws {
    try database.write {
      try squares.insert(Square(side: 1))
      #expect(throws: DecodingError.self) {
        try database.write { try insertUnreadable() }
      }
      try squares.insert(Square(side: 2))
    }
    #expect(try sides() == [1, 2])
  }

  @Test func spoilsItsTransactionThoughANestedOneFollows() throws {
    #expect(throws: DecodingError.self) {
      try database.write {
        try caught(DecodingError.self) { try insertUnreadable() }
        try? database.write { _ = try squares.insert(Square(side: 1)) }
      }
    }
    #expect(try !sides().contains(-1))
  }

  @Test func spoilsItsTransactionThoughANestedOneFails() throws {
    #expect(throws: DecodingError.self) {
      try database.write {
        try caught(DecodingError.self) { try insertUnreadable() }
        try? database.write { throw CancellationError() }
      }
    }
    #expect(try !sides().contains(-1))
  }
}
