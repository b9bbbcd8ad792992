import Testing

@testable import Roster

@Suite struct ColumnNamingTests {
  @Test(arguments: [
    ("id", "id"), ("StudentID", "student_id"), ("parentURLString", "parent_url_string"),
    ("HTTPStatus2Code", "http_status2_code"), ("firstName", "first_name"), ("URL", "url"),
    ("aB", "a_b"), ("ABTest", "ab_test"), ("already_snake", "already_snake"), ("X", "x"),
    ("_private", "_private"), ("Age", "age"), ("address2Line", "address2_line"), ("", ""),
    ("snake_Case", "snake_case"), ("straßeÄnderung", "straße_änderung"),
  ])
  func turnsAKeyIntoSnakeCase(key: String, column: String) {
    #expect(ColumnNaming.snakeCase.column(key) == column)
    #expect(ColumnNaming.codingKeys.column(key) == key)
  }

  struct Clash: Record {
    static let tableName = "clash"
    static let primaryKey = PrimaryKey(\Clash.userID)
    static let columnNaming = ColumnNaming.snakeCase
    var userID: Int
    var userId: Int
  }
  struct CaseClash: Record {
    static let tableName = "clash"
    static let primaryKey = PrimaryKey(\CaseClash.name)
    var name: Int
    var Name: Int
  }

  @Test func namesTwoPropertiesThatLandOnOneColumn() throws {
    let error = try thrown(RecordError.self) { try RecordColumns.of(Clash.self) }
    #expect(error.description.contains(#""userID" and "userId" are both column "user_id""#))
    #expect(throws: RecordError.self) { try RecordColumns.of(CaseClash.self) }
  }
}
