import Foundation
import Testing

@testable import Roster

/// The contract of a column: what must throw, on the way in and on the way out.
@Suite struct RefusalTests {
  private func refusesToStore<Value: Codable & Sendable & SendableMetatype>(
    _ value: Value,
    _ reason: String,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let boxes = try boxes(of: Value.self)
    let error = try thrown(EncodingError.self) { try boxes.insert(Box(id: nil, value: value)) }
    guard case .invalidValue(_, let context) = error else { return }
    #expect(context.codingPath.map(\.stringValue) == ["value"], sourceLocation: location)
    #expect(context.debugDescription.contains(reason), sourceLocation: location)
    #expect(
      context.debugDescription.contains(#"column "value" of table "boxes""#),
      sourceLocation: location
    )
    #expect(try boxes.count() == 0, sourceLocation: location)
  }

  @Test func refusesValuesThatWouldNotComeBack() throws {
    try refusesToStore(UInt64.max, "end at Int64.max")
    try refusesToStore(UInt.max, "end at Int64.max")
    try refusesToStore(Double.nan, "NaN")
    try refusesToStore(Float.nan, "NaN")
    try refusesToStore(Decimal.nan, "NaN")
    try refusesToStore(Date(timeIntervalSinceReferenceDate: .nan), "outside the years")
    try refusesToStore(Date(timeIntervalSinceReferenceDate: .infinity), "outside the years")
    try refusesToStore(Date(timeIntervalSinceReferenceDate: 1e12), "outside the years")
    try refusesToStore(Date(timeIntervalSinceReferenceDate: -1e11), "outside the years")
    try refusesToStore(Double?.some(.nan), "NaN")
    try refusesToStore(Decimal.greatestFiniteMagnitude, "more than 38 digits")
    let base = try #require(URL(string: "https://example.org/x/"))
    try refusesToStore(try #require(URL(string: "a/b", relativeTo: base)), "not come back the same")
  }

  @Test func namesThePathInsideJSONThatCannotBeStored() throws {
    struct Inner: Codable { var numbers: [Double] }
    let boxes = try boxes(of: Inner.self)
    let error = try thrown(EncodingError.self) {
      try boxes.insert(Box(id: nil, value: Inner(numbers: [1, .nan])))
    }
    guard case .invalidValue(_, let context) = error else { return }
    #expect(context.codingPath.map(\.stringValue) == ["value", "numbers", "Index 1"])
  }

  private func refusesToRead<Value: Codable & Sendable & SendableMetatype>(
    _ type: Value.Type,
    _ literal: String,
    _ reason: String,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    // A column without affinity, so that SQLite stores the literal as it is.
    let database = try Database.inMemory()
    try database.execute("CREATE TABLE boxes (id INTEGER PRIMARY KEY, value)")
    let boxes = Repository<Box<Value>>(database)
    let error = try thrown(DecodingError.self) { try boxes.reading(literal) as Value }
    let context = try #require(error.context)
    #expect(
      context.codingPath.map(\.stringValue) == ["value"],
      "\(literal) as \(type)",
      sourceLocation: location
    )
    let text = context.debugDescription
    #expect(text.contains(reason), "\(literal) as \(type): \(text)", sourceLocation: location)
    #expect(
      text.contains(#"column "value" of table "boxes", row id = 7"#),
      sourceLocation: location
    )
  }

  @Test func refusesOtherStorageClasses() throws {
    for literal in ["'abc'", "'5'", "x'05'"] {
      let found = literal.hasPrefix("x") ? "BLOB" : "TEXT"
      try refusesToRead(Int.self, literal, "found \(found), wanted Int")
      try refusesToRead(Int?.self, literal, "found \(found), wanted Int")
      try refusesToRead(UInt8.self, literal, "found \(found), wanted UInt8")
      try refusesToRead(Double.self, literal, "found \(found), wanted Double")
      try refusesToRead(Bool.self, literal, "found \(found), wanted Bool")
    }
    for literal in ["5", "0.5", "x'61'"] {
      try refusesToRead(String.self, literal, "wanted String")
      try refusesToRead(String?.self, literal, "wanted String")
      try refusesToRead([String].self, literal, "wanted Array<String>")
    }
    try refusesToRead(Data.self, "'text'", "found TEXT, wanted Data")
    try refusesToRead([UInt8].self, "1", "found INTEGER, wanted Array<UInt8>")
    try refusesToRead(Date.self, "1700000000", "found INTEGER, wanted Date")
    try refusesToRead(UUID.self, "1", "found INTEGER, wanted UUID")
    try refusesToRead(URL.self, "1", "found INTEGER, wanted URL")
    try refusesToRead(Decimal.self, "0.5", "REAL")
  }

  @Test func refusesNullWhereThereIsNoOptional() throws {
    try refusesToRead(Int.self, "NULL", "found NULL, wanted Int")
    try refusesToRead(String.self, "NULL", "found NULL, wanted String")
    try refusesToRead(Bool.self, "NULL", "found NULL, wanted Bool")
    try refusesToRead(Double.self, "NULL", "found NULL, wanted Double")
    try refusesToRead(Date.self, "NULL", "found NULL, wanted Date")
    try refusesToRead(Data.self, "NULL", "found NULL, wanted Data")
    try refusesToRead([Int].self, "NULL", "found NULL, wanted Array<Int>")
    try refusesToRead(ContractTests.Kind.self, "NULL", "found NULL, wanted String")
  }

  @Test func refusesNumbersThatDoNotFit() throws {
    try refusesToRead(Int8.self, "300", "out of range for Int8")
    try refusesToRead(Int16.self, "-40000", "out of range for Int16")
    try refusesToRead(Int32.self, "3000000000", "out of range for Int32")
    try refusesToRead(UInt8.self, "-1", "out of range for UInt8")
    try refusesToRead(UInt64.self, "-1", "out of range for UInt64")
    try refusesToRead(Int.self, "1.5", "cannot hold exactly")
    try refusesToRead(Int.self, "1e300", "cannot hold exactly")
    try refusesToRead(Int.self, "9e999", "cannot hold exactly")
    try refusesToRead(Double.self, "9007199254740993", "cannot hold exactly")
    try refusesToRead(Float.self, "0.1", "cannot hold exactly")
    try refusesToRead(Bool.self, "2", "neither 0 nor 1")
    try refusesToRead(Bool.self, "-1", "neither 0 nor 1")
  }

  @Test func refusesMalformedText() throws {
    for text in [
      "", "x", "2026", "2026-13-01", "2026-02-30", "2026-1-1", "2026-01-01 24:00:00",
      "2026-01-01 12:60", "2026-01-01 12:00:60", "2026-01-01 12:00:00.", "2026-01-01 12:00:00 ",
      "2026-01-01T12", "2026-01-01 12:00+1", "2025-02-29", "1900-02-29", "2026-01-01Z",
      "+026-01-01",
    ] {
      try refusesToRead(Date.self, "'\(text)'", "not a date")
    }
    for text in [
      "", "x", "0123ABCD-4567-89EF-0123-456789ABCDE", "0123ABCD+4567-89EF-0123-456789ABCDEF",
    ] {
      try refusesToRead(UUID.self, "'\(text)'", "not a UUID")
    }
    try refusesToRead(UUID.self, "x'0102'", "2 bytes, not 16")
    for text in ["", "a b", "http://[", "https://example.org/å b"] {
      try refusesToRead(URL.self, "'\(text)'", "not a URL")
    }
    for text in [
      "", "x", ".", "1.2.3", "1,5", "1e", "0x10", "1 ", "NaN", "--1", "1e5+",
      "123456789012345678901234567890123456789",
    ] {
      try refusesToRead(Decimal.self, "'\(text)'", "not a decimal")
    }
    try refusesToRead(String.self, "CAST(x'ff' AS TEXT)", "not UTF-8")
  }

  @Test func namesARawValueThatTheEnumLacks() throws {
    try refusesToRead(ContractTests.Kind.self, "'gone'", "gone")
    try refusesToRead(ContractTests.Kind?.self, "'gone'", "gone")
    try refusesToRead(ContractTests.Level.self, "3", "3")
  }

  @Test func givesThePathInsideTheJSONOnce() throws {
    struct Inner: Codable { var points: [Point] }
    struct Point: Codable { var x: Int }
    let boxes = try boxes(of: Inner.self)
    let json = #"'{"points":[{"x":1},{"x":"no"}]}'"#
    let error = try thrown(DecodingError.self) { try boxes.reading(json) as Inner }
    #expect(error.context?.codingPath.map(\.stringValue) == ["value", "points", "Index 1", "x"])
    #expect(error.context?.debugDescription.contains("row id = 7") == true)
    let broken: DecodingError = try thrown { try boxes.reading("'{'") as Inner }
    #expect(broken.context?.codingPath.map(\.stringValue) == ["value"])
  }

  @Test func readsWhatConvertsWithoutLoss() throws {
    let database = try Database.inMemory()
    try database.execute("CREATE TABLE boxes (id INTEGER PRIMARY KEY, value)")
    func read<V: Codable & Sendable & SendableMetatype>(_ literal: String, _ type: V.Type) throws
      -> V
    {
      try Repository<Box<V>>(database).reading(literal)
    }
    #expect(try read("5.0", Int.self) == 5)
    #expect(try read("5", Double.self) == 5)
    #expect(try read("0.5", Float.self) == 0.5)
    #expect(try read("12", Decimal.self) == 12)
    #expect(try read("'1e3'", Decimal.self) == 1000)
    #expect(try read("'-.5'", Decimal.self) == Decimal(string: "-0.5"))
    let uuid = try #require(UUID(uuidString: "0123ABCD-4567-89EF-0123-456789ABCDEF"))
    #expect(try read("'0123abcd-4567-89ef-0123-456789abcdef'", UUID.self) == uuid)
    #expect(try read("x'0123abcd456789ef0123456789abcdef'", UUID.self) == uuid)
    let noon = Date(timeIntervalSince1970: 1_767_268_800)
    for text in [
      "2026-01-01 12:00", "2026-01-01 12:00:00", "2026-01-01T12:00:00Z", "2026-01-01T12:00:00.000Z",
      "2026-01-01T13:30:00+01:30", "2026-01-01 07:00:00-0500", "2026-01-01 12:00:00.0000000000",
    ] {
      #expect(try read("'\(text)'", Date.self) == noon)
    }
    #expect(try read("'2026-01-01'", Date.self) == noon.addingTimeInterval(-43_200))
    #expect(try read("'0000-01-01'", Date.self).timeIntervalSince1970 == -62_167_219_200)
  }
}
