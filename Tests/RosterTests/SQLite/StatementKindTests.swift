import Testing

@testable import Roster

@Suite struct StatementKindTests {
  @Test(arguments: [
    ("SELECT 1", StatementKind.data),
    (" ;\n-- a comment\n/* and another */ insert into t values (1)", .data),
    ("\u{feff}WITH a AS (SELECT 1) SELECT * FROM a", .data),
    ("begin", .transaction),
    ("SAVEPOINT a", .transaction),
    ("CREATE TABLE t (a)", .other),
    ("ALTER TABLE t ADD b", .alteration),
    ("drop view v", .alteration),
    ("ATTACH 'x' AS y", .other),
    ("PRAGMA schema_version", .data),
    // These two write the version, and with it change what all connections know.
    ("PRAGMA schema_version = 7", .other),
    ("PRAGMA schema_version(7)", .other),
    ("PRAGMA table_info(t)", .other),
    ("SELECTED", .other),
    ("", .other),
    ("-- nothing else", .other),
  ])
  func isToldByTheFirstWord(_ sql: String, _ kind: StatementKind) {
    #expect(StatementKind(sql: Array(sql.utf8)) == kind)
  }
}
