import Testing

@testable import Roster

struct ResultCodeTests {
  @Test(
    arguments: [
      (ResultCode.constraintUnique, ResultCode.constraint), (.constraintForeignKey, .constraint),
      (.busySnapshot, .busy), (.error, .error), (.ok, .ok),
      (ResultCode(rawValue: 266), .inputOutput),
    ] as [(ResultCode, ResultCode)]
  )
  func groupsByTheLowestByte(code: ResultCode, primary: ResultCode) {
    #expect(code.primary == primary)
  }

  @Test(
    arguments: [
      (ResultCode.constraintUnique, "SQLITE_CONSTRAINT_UNIQUE (2067)"),
      (.busy, "SQLITE_BUSY (5)"),
      (ResultCode(rawValue: 266), "SQLITE_IOERR (266)"),
    ] as [(ResultCode, String)]
  )
  func printsSQLitesName(code: ResultCode, description: String) {
    #expect(code.description == description)
  }

  @Test func printsAnUnknownNumber() {
    #expect(ResultCode(rawValue: 9999).description.contains("9999"))
  }

  @Test(
    arguments: [
      (3_035_000, "3.35.0"), (3_040_001, "3.40.1"), (3_034_001, "3.34.1"), (0, "0.0.0"),
    ] as [(Int32, String)]
  )
  func printsAVersion(number: Int32, description: String) {
    #expect(SQLiteVersion(number: number).description == description)
  }

  @Test func ordersVersions() {
    #expect(SQLiteVersion(number: 3_034_001) < .minimum)
    #expect(!(SQLiteVersion.minimum < .minimum))
    #expect(SQLiteVersion.current >= .minimum)
  }

  @Test func namesTheFeatureThatIsMissing() throws {
    let error = try #require(throws: DatabaseError.self) {
      try SQLiteVersion(number: 3_036_000).require(
        SQLiteVersion(number: 3_037_000),
        for: "a STRICT table"
      )
    }
    #expect(error.code == .error)
    for part in ["a STRICT table", "3.37.0", "3.36.0"] { #expect(error.message.contains(part)) }
  }
}
