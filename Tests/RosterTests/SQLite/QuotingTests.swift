import Foundation
import Testing

@testable import Roster

struct QuotingTests {
  @Test(arguments: [
    (name: "students", quoted: "\"students\""),
    (name: "Order \"A\"", quoted: "\"Order \"\"A\"\"\""),
    (name: "\"", quoted: "\"\"\"\""),
    (name: "", quoted: "\"\""),
    (name: "it's", quoted: "\"it's\""),
  ])
  func doublesInnerQuotes(name: String, quoted: String) {
    let sql: SQL = "\(identifier: name)"
    #expect(sql.text == quoted)
    #expect(quotedIdentifier(name) == quoted)
  }

  /// The last three hold quotes that a combining scalar makes part of a longer character.
  @Test(arguments: [
    "plain", "with space", "a\"b", "\"", "\"\"", "select", "table", "a;b--c", "a'b", "a.b", "a,b",
    "[a]", "`a`", "a?b", "a\\b", "line\nbreak", "Ünïcode", "学生", "👩‍👩‍👧", "", "1st", "main", "rowid",
    "a\"\u{301}b", "\"\u{200d}", "\"\u{fe0f}; DROP TABLE x; --",
  ])
  func makesAnyNameATableAndAColumn(name: String) throws {
    let database = try Database.inMemory()
    try database.execute(
      "CREATE TABLE \(identifier: name) (k INTEGER PRIMARY KEY, \(identifier: name) INTEGER)"
    )
    try database.execute(
      "INSERT INTO \(identifier: name) (\(identifier: name)) VALUES (\(7))"
    )
    let value: SQL = "SELECT \(identifier: name) FROM \(identifier: name)"
    #expect(try database.query(value, as: Int.self) == [7])
    let names = try database.query("SELECT name FROM sqlite_schema", as: String.self)
    #expect(names.map { Array($0.utf8) } == [Array(name.utf8)])
  }

  /// A combining scalar makes one character of itself and the quote before it, but not for SQLite.
  @Test(arguments: ["", "\u{301}", "\u{200d}", "\u{fe0f}"])
  func keepsASecondStatementInsideTheName(mark: String) throws {
    let database = try Database.inMemory()
    try database.execute("CREATE TABLE victim (n)")
    let name = "n\"\(mark) FROM victim; DROP TABLE victim; --"
    let error = try #require(throws: DatabaseError.self) {
      try database.execute("SELECT \(identifier: name) FROM victim")
    }
    #expect(error.message.hasPrefix("no such column: "))
    #expect(
      try database.query("SELECT name FROM sqlite_schema", as: String.self) == ["victim"]
    )
  }

  @Test func refusesANameWithANUL() throws {
    let database = try Database.inMemory()
    let error = try #require(throws: DatabaseError.self) {
      try database.execute("CREATE TABLE \(identifier: "a\0b") (n)")
    }
    #expect(error.code == .error)
  }
}
