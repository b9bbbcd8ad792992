import Foundation
import Testing

@testable import Roster

struct SQLValueLiteralTests {
  static let values: [SQLValue] = [
    .null,
    0, 1, -1, .integer(.max), .integer(.min), .integer(.min + 1),
    0.0, 1.0, -1.5, 0.1, .real(0.1 + 0.2), .real(.pi), 1e15, 1e16, 1e300, -1e-300,
    .real(.greatestFiniteMagnitude), .real(-.greatestFiniteMagnitude),
    .real(.leastNormalMagnitude), -7.055208684791632e-295, .real(.infinity), .real(-.infinity),
    .real(Double(Int64.max)), .real(Double(1 << 53)),
    "", "plain", "it's", "'", "''", "\"", "a\\b", "line\nbreak", "\0", "a\0b", "'\0'", "学生 👩‍👩‍👧",
    "7", "NULL", "x'00'", "?1", "-- no comment", "'\u{301}", "a'\u{200d}b", "e\u{301}",
    .blob(Data()), .blob(Data([0])), .blob(Data([0, 39, 255])), .blob(Data("text".utf8)),
  ]

  @Test(arguments: values)
  func readsBackAsTheSameValue(value: SQLValue) throws {
    let connection = try Connection.inMemory()
    let row = try connection.firstRow(
      SQL(text: "SELECT \(value.literal), typeof(\(value.literal))")
    )
    #expect(row == [value, .text(value.storageClass.rawValue.lowercased())])
    #expect(row.first?.utf8 == value.utf8)
  }

  @Test(arguments: values)
  func servesAsADefault(value: SQLValue) throws {
    let connection = try Connection.inMemory()
    try connection.executeScript("CREATE TABLE t (a, b DEFAULT (\(value.literal)))")
    try connection.executeScript("INSERT INTO t (a) VALUES (1)")
    let row = try connection.firstRow("SELECT b FROM t")
    #expect(row == [value])
    #expect(row.first?.utf8 == value.utf8)
  }

  @Test(arguments: [SQLValue.integer(-1), .integer(.min), .real(-1.5)])
  func standsAfterAMinus(value: SQLValue) throws {
    let connection = try Connection.inMemory()
    let bound = try connection.firstRow("SELECT 0.5 - \(value)")
    #expect(try connection.firstRow(SQL(text: "SELECT 0.5 - \(value.literal)")) == bound)
  }

  @Test(
    arguments: [
      (SQLValue.null, StorageClass.null), (1, .integer), (1.5, .real), ("a", .text),
      (.blob(Data()), .blob),
    ] as [(SQLValue, StorageClass)]
  )
  func namesItsStorageClassAsTypeofDoes(value: SQLValue, storage: StorageClass) throws {
    #expect(value.storageClass == storage)
    let type = try Connection.inMemory().firstRow("SELECT upper(typeof(\(value)))")
    #expect(type == [.text(storage.description)])
  }
}
