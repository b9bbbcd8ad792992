import Foundation
import Testing

@testable import Roster

struct RowTests {
  private func row(_ sql: String, _ handler: (borrowing Row) throws -> Void) throws {
    var rows = 0
    try Database.inMemory().prepare(sql).forEach { row in
      rows += 1
      try handler(row)
    }
    #expect(rows == 1)
  }

  @Test func getsAColumnByIndexAndByName() throws {
    try row("SELECT 7 AS number, 'Ann' AS name, 1.5 AS weight, x'01' AS data") { row throws in
      #expect(row.columnNames == ["number", "name", "weight", "data"])
      #expect(try row.get(0, as: Int.self) == 7)
      #expect(try row.get("number", as: Int.self) == 7)
      #expect(try row.get(1, as: String.self) == "Ann")
      #expect(try row.get("name", as: String.self) == "Ann")
      let weight: Double = try row.get("weight")
      #expect(weight == 1.5)
      #expect(try row.get(3, as: Data.self) == Data([1]))
      #expect(try row.value(1) == "Ann")
    }
  }

  @Test(arguments: [-1, 2, 1000, Int.max, Int.min])
  func refusesAnIndexBeyondTheColumns(index: Int) throws {
    try row("SELECT 1, 2") { row throws in
      #expect(throws: DecodingError.self) { try row.get(index, as: Int.self) }
      #expect(throws: DecodingError.self) { try row.get(index, as: Int?.self) }
      #expect(throws: DecodingError.self) { try row.value(index) }
    }
  }

  @Test(arguments: ["nope", "", "NUMBER "])
  func namesTheColumnsThatAreThere(name: String) throws {
    try row("SELECT 1 AS number, 2 AS \"other one\"") { row throws in
      let error = try #require(throws: DecodingError.self) {
        try row.get(name, as: Int?.self)
      }
      guard case .keyNotFound(let key, _) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(key.stringValue == name)
      for part in ["number", "other one"] { #expect("\(error)".contains(part)) }
    }
  }

  @Test func refusesANameThatTwoColumnsBear() throws {
    try row("SELECT 1 AS n, 2 AS n") { row throws in
      #expect(throws: DecodingError.self) { try row.get("n", as: Int.self) }
      #expect(try row.get(0, as: Int.self) == 1)
      #expect(try row.get(1, as: Int.self) == 2)
    }
  }

  @Test func namesTypeStorageClassAndColumnOfAMismatch() throws {
    try row("SELECT 'seven' AS number") { row throws in
      for error in [
        try #require(throws: DecodingError.self) { try row.get(0, as: Int.self) },
        try #require(throws: DecodingError.self) { try row.get("number", as: Int.self) },
      ] {
        guard case .typeMismatch(_, let context) = error else {
          Issue.record("\(error)")
          return
        }
        #expect(context.codingPath.map(\.stringValue) == ["number"])
        for part in ["number", "TEXT", "Int"] { #expect(context.debugDescription.contains(part)) }
      }
    }
  }

  @Test(arguments: ["'7'", "1.5", "x'01'", "9223372036854775807 + 1.0"])
  func refusesAnIntegerThatIsNone(literal: String) throws {
    try row("SELECT \(literal)") { row throws in
      #expect(throws: DecodingError.self) { try row.get(0, as: Int.self) }
      #expect(throws: DecodingError.self) { try row.get(0, as: Int?.self) }
    }
  }

  @Test func refusesAnIntegerOutOfRange() throws {
    try row("SELECT 256, -1") { row throws in
      #expect(throws: DecodingError.self) { try row.get(0, as: UInt8.self) }
      #expect(throws: DecodingError.self) { try row.get(1, as: UInt64.self) }
      #expect(try row.get(0, as: Int16.self) == 256)
    }
  }

  @Test func readsNULLAsNilAndRefusesItOtherwise() throws {
    try row("SELECT NULL AS absent") { row throws in
      #expect(try row.get(0, as: Int?.self) == nil)
      #expect(try row.get("absent", as: String?.self) == nil)
      #expect(try row.value(0) == .null)
      let error = try #require(throws: DecodingError.self) { try row.get(0, as: Int.self) }
      guard case .valueNotFound = error else {
        Issue.record("\(error)")
        return
      }
      #expect("\(error)".contains("absent"))
      #expect(throws: DecodingError.self) { try row.get("absent", as: String.self) }
    }
  }

  @Test func readsTheSameColumnAsSeveralTypes() throws {
    try row("SELECT 1") { row throws in
      #expect(try row.get(0, as: Int.self) == 1)
      #expect(try row.get(0, as: Bool.self) == true)
      #expect(try row.get(0, as: Double.self) == 1)
      #expect(try row.get(0, as: Int8?.self) == 1)
      #expect(throws: DecodingError.self) { try row.get(0, as: String.self) }
      #expect(try row.get(0, as: Int.self) == 1)
    }
  }

  @Test func refusesTextThatIsNotUTF8() throws {
    try row("SELECT CAST(x'ff' AS TEXT)") { row throws in
      #expect(throws: DecodingError.self) { try row.get(0, as: String.self) }
      #expect(throws: DatabaseError.self) { try row.value(0) }
    }
  }
}
