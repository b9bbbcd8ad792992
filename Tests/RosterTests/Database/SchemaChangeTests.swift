import Foundation
import Testing

@testable import Roster

/// A change of the schema invalidates what a repository knows of its table, whoever makes it.
struct SchemaChangeTests {
  private struct Code: Record, Equatable {
    static let tableName = "code"
    static let primaryKey = PrimaryKey(\Code.id)
    var id: Int64?
    var value: String
  }

  enum Way: CaseIterable {
    case execute, prepare, query, anotherDatabase

    func run(_ statements: [String], _ database: Database) throws {
      for sql in statements {
        switch self {
        case .execute: try database.execute(SQL(text: sql))
        case .prepare: try database.prepare(sql).run()
        case .query: _ = try database.query(SQL(text: sql), as: Int.self)
        case .anotherDatabase: try Database(path: database.path).execute(SQL(text: sql))
        }
      }
    }
  }

  private static let drop = "DROP TABLE code"
  private static let asText = "CREATE TABLE code (id INTEGER PRIMARY KEY, value TEXT)"
  private static let asNumber = "CREATE TABLE code (id INTEGER PRIMARY KEY, value NUMERIC)"
  private static let asGenerated =
    "CREATE TABLE code (id INTEGER PRIMARY KEY, value AS ('c' || id))"

  /// Lends a database whose table has the declaration, and a repository that knows it.
  private func lend(
    _ declaration: String,
    _ body: (Database, Repository<Code>) throws -> Void
  ) throws {
    try ScratchFolder.lend { folder in
      let database = try Database(path: folder.path())
      try database.execute(SQL(text: declaration))
      let codes = Repository<Code>(database)
      _ = try codes.count()
      try body(database, codes)
      try database.close()
    }
  }

  @Test(arguments: Way.allCases)
  func refusesATextThatWouldBecomeANumberNow(way: Way) throws {
    try lend(Self.asText) { database, codes throws in
      try way.run([Self.drop, Self.asNumber], database)
      #expect(throws: EncodingError.self) { try codes.insert(Code(value: "007")) }
      #expect(try codes.count() == 0)
    }
  }

  @Test(arguments: Way.allCases)
  func refusesManyTextsThatWouldBecomeNumbersNow(way: Way) throws {
    try lend(Self.asText) { database, codes throws in
      try way.run([Self.drop, Self.asNumber], database)
      #expect(throws: EncodingError.self) {
        try codes.insert(contentsOf: [Code(value: "007"), Code(value: "008")])
      }
      #expect(try codes.count() == 0)
    }
  }

  @Test(arguments: Way.allCases)
  func refusesATextThatTheSameStatementsHaveStoredBefore(way: Way) throws {
    try lend(Self.asText) { database, codes throws in
      #expect(try codes.insert(Code(value: "007")).value == "007")
      #expect(try codes.insert(contentsOf: [Code(value: "007")]) == 1)
      try way.run([Self.drop, Self.asNumber], database)
      #expect(throws: EncodingError.self) { try codes.insert(Code(value: "007")) }
      #expect(throws: EncodingError.self) {
        try codes.insert(contentsOf: [Code(value: "007")])
      }
      #expect(try codes.count() == 0)
    }
  }

  @Test(arguments: Way.allCases)
  func storesATextThatItHadToRefuseBefore(way: Way) throws {
    try lend(Self.asNumber) { database, codes throws in
      #expect(throws: EncodingError.self) { try codes.insert(Code(value: "007")) }
      try way.run([Self.drop, Self.asText], database)
      #expect(try codes.insert(Code(value: "007")).value == "007")
    }
  }

  @Test(arguments: Way.allCases)
  func skipsAColumnThatIsGeneratedNow(way: Way) throws {
    try lend(Self.asText) { database, codes throws in
      try codes.insert(Code(value: "x"))
      try way.run([Self.drop, Self.asGenerated], database)
      #expect(try codes.insert(Code(value: "x")) == Code(id: 1, value: "c1"))
    }
  }

  @Test(arguments: Way.allCases)
  func writesAColumnThatIsGeneratedNoMore(way: Way) throws {
    try lend(Self.asGenerated) { database, codes in
      #expect(try codes.insert(Code(value: "x")).value == "c1")
      try way.run([Self.drop, Self.asText], database)
      #expect(try codes.insert(Code(value: "x")) == Code(id: 1, value: "x"))
    }
  }

  @Test(arguments: Way.allCases)
  func reportsAColumnThatIsGone(way: Way) throws {
    try lend(Self.asText) { database, codes throws in
      _ = try codes.find(1)
      try way.run(["ALTER TABLE code RENAME COLUMN value TO other"], database)
      let error = try #require(throws: RecordError.self) { _ = try codes.find(1) }
      guard case .schemaDrift("code", ["value"], ["id", "other"]) = error else {
        Issue.record("\(error)")
        return
      }
    }
  }

  @Test func noticesTheRollbackOfAWrite() throws {
    try lend(Self.asNumber) { database, codes throws in
      #expect(throws: CancellationError.self) {
        try database.write {
          try database.execute("\(raw: Self.drop); \(raw: Self.asText)")
          #expect(try codes.insert(contentsOf: [Code(value: "007")]) == 1)
          throw CancellationError()
        }
      }
      #expect(throws: EncodingError.self) {
        try codes.insert(contentsOf: [Code(value: "008"), Code(value: "009")])
      }
      #expect(try codes.count() == 0)
    }
  }

  @Test func noticesTheRollbackOfANestedWrite() throws {
    try lend(Self.asNumber) { database, codes throws in
      try database.write {
        #expect(throws: CancellationError.self) {
          try database.write {
            try database.execute("\(raw: Self.drop); \(raw: Self.asText)")
            #expect(try codes.insert(contentsOf: [Code(value: "007")]) == 1)
            throw CancellationError()
          }
        }
        #expect(throws: EncodingError.self) {
          try codes.insert(contentsOf: [Code(value: "008"), Code(value: "009")])
        }
      }
      #expect(try codes.count() == 0)
    }
  }
}
