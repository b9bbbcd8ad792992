import Foundation
import Testing

@testable import Roster

struct SQLTests {
  private enum Level: String, Codable { case low, high }
  private struct Point: Codable {
    var y = 2
    var x = 1
  }

  @Test(
    arguments: [
      ("\(7)", .integer(7)),
      ("\(Int64.min)", .integer(.min)),
      ("\(UInt8.max)", .integer(255)),
      ("\(true)", .integer(1)),
      ("\(false)", .integer(0)),
      ("\(0.5)", .real(0.5)),
      ("\(Double.infinity)", .real(.infinity)),
      ("\("Ann")", .text("Ann")),
      ("\("")", .text("")),
      ("\("a'b\"c\0d?e")", .text("a'b\"c\0d?e")),
      ("\(Data([0, 255]))", .blob(Data([0, 255]))),
      ("\(Data())", .blob(Data())),
      ("\([UInt8]([1, 2]))", .blob(Data([1, 2]))),
      ("\(Date(timeIntervalSinceReferenceDate: 0))", .text("2001-01-01 00:00:00.000")),
      ("\(Level.high)", .text("high")),
      ("\(Point())", .text(#"{"x":1,"y":2}"#)),
      ("\(Decimal(1) / 4)", .text("0.25")),
      ("\(nil as Int?)", .null),
      ("\("some" as String?)", .text("some")),
      ("\(SQLValue.null)", .null),
      ("\(SQLValue.blob(Data([9])))", .blob(Data([9]))),
    ] as [(SQL, SQLValue)]
  )
  func bindsAnInterpolation(interpolated: SQL, value: SQLValue) throws {
    let sql: SQL = "SELECT \(interpolated)"
    #expect(sql.text == "SELECT ?")
    #expect(try sql.values() == [value])
    #expect(try Connection.inMemory().firstRow(sql) == [value])
  }

  @Test func bindsAURLAndAUUIDAsText() throws {
    let url = try #require(URL(string: "https://example.org/a?b=%20c"))
    let uuid = try #require(UUID(uuidString: "e621e1f8-c36c-495a-93fc-0c247a3e6e5f"))
    let sql: SQL = "SELECT \(url), \(uuid)"
    #expect(
      try Connection.inMemory().firstRow(sql) == [
        "https://example.org/a?b=%20c", "E621E1F8-C36C-495A-93FC-0C247A3E6E5F",
      ]
    )
  }

  @Test func bindsInTheOrderOfTheText() throws {
    let sql: SQL = "SELECT \(1), \("two"), \(3.5), \(nil as Int?), \(5)"
    #expect(sql.text == "SELECT ?, ?, ?, ?, ?")
    #expect(try Connection.inMemory().firstRow(sql) == [1, "two", 3.5, nil, 5])
  }

  @Test func keepsTheOrderOfNestedSQL() throws {
    let innermost: SQL = "\(3), \(4)"
    let inner: SQL = "\(2), \(innermost), \(5)"
    let sql: SQL = "SELECT \(1), \(inner), \(6)"
    #expect(sql.text == "SELECT ?, ?, ?, ?, ?, ?")
    #expect(try Connection.inMemory().firstRow(sql) == [1, 2, 3, 4, 5, 6])
  }

  @Test func leavesNestedSQLUsableOnItsOwn() throws {
    let part: SQL = "SELECT \(1)"
    let whole: SQL = "\(part) UNION ALL \(part)"
    #expect(try part.values() == [1])
    #expect(try whole.values() == [1, 1])
  }

  @Test func insertsRawTextAsItIs() throws {
    let sql: SQL = "SELECT \(raw: "1 + 1, '?'"), \(3)"
    #expect(sql.text == "SELECT 1 + 1, '?', ?")
    #expect(try Connection.inMemory().firstRow(sql) == [2, "?", 3])
  }

  @Test func leavesAQuestionMarkInsideAStringAlone() throws {
    let sql: SQL = "SELECT '?' || \("!"), \"?\" FROM (SELECT \(2) AS \"?\") -- ?"
    #expect(try Connection.inMemory().firstRow(sql) == ["?!", 2])
  }

  @Test func bindsNothingWithoutInterpolation() throws {
    let sql: SQL = "SELECT 1"
    #expect(sql.text == "SELECT 1")
    #expect(try sql.values().isEmpty)
  }

  @Test func neverReadsABoundValueAsSQL() throws {
    let database = try Database.inMemory()
    try database.execute("CREATE TABLE t (name TEXT)")
    let attack = "'); DROP TABLE t; --"
    try database.execute("INSERT INTO t VALUES (\(attack))")
    #expect(try database.query("SELECT name FROM t", as: String.self) == [attack])
  }

  @Test(
    arguments: [
      "SELECT \(Double.nan)", "SELECT \(Float.nan)", "SELECT \(Double.signalingNaN)",
      "SELECT \(UInt64.max)", "SELECT \(SQLValue.real(.nan))",
    ] as [SQL]
  )
  func refusesAValueThatNoColumnCanStoreWhenItRuns(sql: SQL) throws {
    let database = try Database.inMemory()
    #expect(throws: EncodingError.self) { try database.execute(sql) }
    #expect(throws: EncodingError.self) { try database.query(sql, as: Double?.self) }
    #expect(throws: EncodingError.self) { try database.query(sql, as: (Double?).self) }
  }

  @Test func refusesNaNInAPreparedStatement() throws {
    let select = try Database.inMemory().prepare("SELECT ?")
    #expect(throws: EncodingError.self) { try select.run(Double.nan) }
    #expect(throws: EncodingError.self) { try select.forEach(Double.nan) { _ in } }
  }
}
