import Foundation
import Testing

@testable import Roster

/// The contract of a column: what each type is stored as, and that it comes back equal.
@Suite struct ContractTests {
  private func roundTrips<Value: Codable & Equatable & Sendable & SendableMetatype>(
    _ values: [Value],
    declared: String,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let boxes = try boxes(of: Value.self)
    let sql = try boxes.createStatements[0]
    #expect(sql.contains("\"value\" \(declared)"), sourceLocation: location)
    for value in values {
      let stored = try boxes.insert(Box(id: nil, value: value))
      #expect(stored.value == value, sourceLocation: location)
      let id = try #require(stored.id)
      #expect(try boxes.find(id)?.value == value, sourceLocation: location)
    }
  }

  @Test func keepsEveryIntegerTypeToItsLimits() throws {
    try roundTrips([Int.min, -1, 0, .max], declared: "INTEGER NOT NULL")
    try roundTrips([Int8.min, 0, .max], declared: "INTEGER NOT NULL")
    try roundTrips([Int16.min, 0, .max], declared: "INTEGER NOT NULL")
    try roundTrips([Int32.min, 0, .max], declared: "INTEGER NOT NULL")
    try roundTrips([Int64.min, 0, .max], declared: "INTEGER NOT NULL")
    try roundTrips([UInt8.min, .max], declared: "INTEGER NOT NULL")
    try roundTrips([UInt16.min, .max], declared: "INTEGER NOT NULL")
    try roundTrips([UInt32.min, .max], declared: "INTEGER NOT NULL")
    try roundTrips([UInt64.min, UInt64(Int64.max)], declared: "INTEGER NOT NULL")
    try roundTrips([UInt.min, UInt(Int.max)], declared: "INTEGER NOT NULL")
    try roundTrips([true, false], declared: "INTEGER NOT NULL")
  }

  @Test func keepsNumbersToTheLastBit() throws {
    try roundTrips(
      [
        0.1, -0.0, .pi, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .infinity, -.infinity,
        9_007_199_254_740_992,
      ],
      declared: "REAL NOT NULL"
    )
    try roundTrips(
      [Float(0.1), .pi, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .infinity],
      declared: "REAL NOT NULL"
    )
  }

  @Test func keepsEveryString() throws {
    let long = String(repeating: "ø", count: 100_000)
    let strings = [
      "", "a", "a\0b", "\0", "O'Neill \"x\"; --", "日本語", "e\u{301}", "👩‍👩‍👧", "007", long,
    ]
    let boxes = try boxes(of: String.self)
    for string in strings {
      let stored = try boxes.insert(Box(id: nil, value: string)).value
      // Swift's == is blind to normalization; the bytes are not.
      #expect(Array(stored.utf8) == Array(string.utf8))
    }
    #expect(try boxes.stored("a\0b") == "text 'a'")
    #expect(
      try boxes.database.query(
        "SELECT length(CAST(value AS BLOB)) FROM boxes WHERE id = 3",
        as: Int.self
      ) == [3]
    )
  }

  @Test func keepsBytesAndTellsNoneFromNil() throws {
    let all = Data((0...255).map { UInt8($0) })
    try roundTrips([Data(), all], declared: "BLOB NOT NULL")
    try roundTrips([[UInt8](), [0, 255]], declared: "BLOB NOT NULL")
    try roundTrips([nil, Data()], declared: "BLOB\n")
    #expect(try boxes(of: Data.self).stored(Data()) == "blob X''")
    #expect(try boxes(of: Data?.self).stored(nil) == "null NULL")
  }

  @Test(arguments: [
    (0.0, "2001-01-01 00:00:00.000"), (-0.1, "2000-12-31 23:59:59.900"),
    (757_382_400.123, "2025-01-01 00:00:00.123"), (0.5, "2001-01-01 00:00:00.500"),
    (0.0001, "2001-01-01 00:00:00.0001"), (-63_113_904_000, "0001-01-01 00:00:00.000"),
    (252_423_993_599, "9999-12-31 23:59:59.000"), (-36_529_488_000, "0843-06-06 00:00:00.000"),
    (-63_145_526_400, "0000-01-01 00:00:00.000"), (1e-10, "2001-01-01 00:00:00.0000000001"),
    (-1e-10, "2000-12-31 23:59:59.9999999999"),
  ])
  func writesADateAsSortableText(interval: Double, text: String) throws {
    let boxes = try boxes(of: Date.self)
    let date = Date(timeIntervalSinceReferenceDate: interval)
    #expect(try boxes.stored(date) == "text '\(text)'")
    #expect(try boxes.all().first?.value == date)
  }

  @Test func keepsEveryBitOfADate() throws {
    var random = SystemRandomNumberGenerator()
    var intervals = [
      0.1 + 0.2, 1e-300, -1e-300, .leastNonzeroMagnitude, 757_382_400.123_456_7, -1.0 / 3,
    ]
    for _ in 0..<3000 {
      intervals.append(.random(in: -63_100_000_000...252_400_000_000, using: &random))
      intervals.append(.random(in: 700_000_000...900_000_000, using: &random))
      intervals.append(.random(in: -2...2, using: &random))
      intervals.append(Double(Int.random(in: -1_000_000_000...1_000_000_000)) / 1000)
    }
    var texts: [(String, Double)] = []
    for interval in intervals {
      var text = try #require(DateText.text(Date(timeIntervalSinceReferenceDate: interval)))
      let read = text.withUTF8(DateText.date)
      #expect(read?.timeIntervalSinceReferenceDate.bitPattern == interval.bitPattern)
      texts.append((text, interval))
    }
    // Text sorts as dates do.
    #expect(texts.sorted { $0.0 < $1.0 }.map(\.1) == intervals.sorted())
  }

  @Test func agreesWithSQLiteAboutDates() throws {
    let database = try Database.inMemory()
    for interval in stride(from: -62_000_000_000.0, through: 250_000_000_000, by: 1_234_567_891) {
      let date = Date(timeIntervalSinceReferenceDate: interval)
      let seconds = try database.query(
        "SELECT CAST(strftime('%s', \(date)) AS INTEGER)",
        as: Int.self
      )
      #expect(seconds == [Int(interval) + 978_307_200])
    }
  }

  @Test func storesUUIDsAsUpperCaseText() throws {
    let uuid = try #require(UUID(uuidString: "0123abcd-4567-89ef-0123-456789abcdef"))
    #expect(
      try boxes(of: UUID.self).stored(uuid) == "text '0123ABCD-4567-89EF-0123-456789ABCDEF'"
    )
    try roundTrips([uuid, UUID()], declared: "TEXT NOT NULL")
  }

  @Test func storesURLsAndDecimalsAsExactText() throws {
    let url = try #require(URL(string: "https://example.org/a%20b?q=1#f"))
    #expect(try boxes(of: URL.self).stored(url) == "text 'https://example.org/a%20b?q=1#f'")
    try roundTrips([url], declared: "TEXT NOT NULL")
    let decimals = ["0.1", "-12345678901234567890.123456789", "0", "1e-20", "99999999999999999999"]
      .compactMap { Decimal(string: $0) }
    #expect(decimals.count == 5)
    try roundTrips(decimals, declared: "TEXT NOT NULL")
    #expect(try boxes(of: Decimal.self).stored(decimals[0]) == "text '0.1'")
  }

  enum Kind: String, Codable { case one, two }
  enum Level: Int8, Codable { case low = -1, high = 5 }
  struct ID<Of>: Codable, Equatable, Sendable {
    let raw: UUID
    init(_ raw: UUID) { self.raw = raw }
    init(from decoder: any Decoder) throws {
      raw = try decoder.singleValueContainer().decode(UUID.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(raw)
    }
  }
  struct Flags: OptionSet, Codable, Equatable {
    let rawValue: UInt16
  }

  @Test func storesEnumsAndWrappersAsWhatTheyWrap() throws {
    #expect(try boxes(of: Kind.self).stored(.two) == "text 'two'")
    #expect(try boxes(of: Level.self).stored(.low) == "integer -1")
    #expect(try boxes(of: Kind?.self).stored(nil) == "null NULL")
    #expect(try boxes(of: Flags.self).stored(Flags(rawValue: 6)) == "integer 6")
    let uuid = UUID()
    #expect(try boxes(of: ID<Int>.self).stored(ID(uuid)) == "text '\(uuid.uuidString)'")
    try roundTrips([ID<Int>(uuid)], declared: "TEXT NOT NULL")
    try roundTrips([Kind.one, nil], declared: "TEXT\n")
  }

  struct Address: Codable, Equatable { var city: String, since: Date, geo: [Double] }
  enum Contact: Codable, Equatable { case mail(String), phone(country: Int, number: String), none }

  @Test func storesEverythingElseAsJSONWithSortedKeys() throws {
    let since = Date(timeIntervalSinceReferenceDate: 0.1 + 0.2)
    let address = Address(city: "Ås/\"x\"", since: since, geo: [0.1])
    #expect(
      try boxes(of: Address.self).stored(address)
        == #"text '{"city":"Ås/\"x\"","geo":[0.1],"#
        + #""since":"2001-01-01 00:00:00.30000000000000004"}'"#
    )
    try roundTrips([address], declared: "TEXT NOT NULL")
    try roundTrips([nil, address], declared: "TEXT\n")
    try roundTrips([[], ["a", "b"]], declared: "TEXT NOT NULL")
    try roundTrips([[:], ["b": 1, "a": 2]], declared: "TEXT NOT NULL")
    try roundTrips(
      [Contact.mail("x"), .phone(country: 47, number: "1"), .none],
      declared: "TEXT NOT NULL"
    )
    try roundTrips([1...5, -3...0], declared: "TEXT NOT NULL")
    #expect(try boxes(of: [String: Int].self).stored(["b": 1, "a": 2]) == #"text '{"a":2,"b":1}'"#)
  }

  @Test func keepsUInt64AndDecimalExactInsideJSON() throws {
    struct Inner: Codable, Equatable { var number: UInt64, amount: Decimal }
    let amount = try #require(Decimal(string: "12345678901234567.123456789"))
    try roundTrips([Inner(number: .max, amount: amount)], declared: "TEXT NOT NULL")
  }
}
