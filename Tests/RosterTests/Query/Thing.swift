import Foundation

@testable import Roster

/// A record with a column of every kind, for comparing SQL's answers with Swift's.
struct Thing: Record, Equatable {
  static let tableName = "things"
  static let primaryKey = PrimaryKey(\Thing.id)
  static let schema: Schema<Thing> = [
    .stored(\.seen, as: .unixMilliseconds), .stored(\.token, as: .blob),
  ]

  enum Color: String, Codable, CaseIterable { case red, green, blue = "bl'ue" }
  struct Place: Codable, Equatable {
    var city: String
    var zip: Int?
    var open: Bool
  }

  var id: Int64
  var small: Int
  var other: Int?
  var big: Int64
  var real: Double
  var maybeReal: Double?
  var text: String
  var maybeText: String?
  var flag: Bool
  var date: Date
  var maybeDate: Date?
  var seen: Date
  var money: Decimal
  var color: Color
  var maybeColor: Color?
  var token: UUID
  var place: Place
  var tags: [String]
}

/// Values that go wrong easily.
enum Pool {
  static let smalls = [-100, -7, -1, 0, 1, 2, 3, 7, 42, 100]
  static let bigs: [Int64] = [.min, .min + 1, -1 << 53, -1, 0, 1, 1 << 53 + 1, .max - 1, .max]
  static let reals = [
    -Double.infinity, -1e300, -1.5, -0.0, 0.0, 0.1, 1, 1.5, 2, 1e15, 1e300, .infinity,
  ]
  /// Each letter one code point, so that Swift and SQL agree about what a letter is.
  static let texts = [
    "", " ", "a", "A", "ab", "abc", "aB", "b", "ba", "Lee", "lee", "L", "é", "É", "ß", "日本", "日",
    "😀",
    "😀a", "%", "_", "a%c", "'", "''", "\"", "it's", "--", "x;y", "\\", "null", "0", "00", "1",
    "\u{FFFD}",
    "zz\u{10FFFF}", "\u{D7FF}", "\u{E000}",
  ]
  static let dates = [
    "1583-01-01T00:00:00Z", "1969-12-31T23:59:59Z", "1970-01-01T00:00:00Z", "2000-02-29T12:30:45Z",
    "2026-11-30T23:59:59Z", "2026-12-01T00:00:00Z", "9999-12-31T23:59:59Z",
  ].compactMap { try? Date($0, strategy: .iso8601) }
  static let moneys = [
    "-10", "-9.99", "0", "0.1", "0.10", "2", "10", "10.0", "9", "123456789.123456789",
  ]
  .compactMap { Decimal(string: $0) }
  static let tokens = (0..<4).map {
    UUID(uuid: (UInt8($0), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8($0)))
  }
}

/// The same numbers for the same seed.
struct Dice: RandomNumberGenerator {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = (state ^ state >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }

  mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int(next() % UInt64(values.count))]
  }

  mutating func maybe<Value>(_ values: [Value]) -> Value? { next() % 3 == 0 ? nil : pick(values) }

  mutating func some<Value>(_ values: [Value]) -> [Value] {
    (0..<Int(next() % 4)).map { _ in pick(values) }
  }

  mutating func thing(_ id: Int64) -> Thing {
    Thing(
      id: id,
      small: pick(Pool.smalls),
      other: maybe(Pool.smalls),
      big: pick(Pool.bigs),
      real: pick(Pool.reals),
      maybeReal: maybe(Pool.reals),
      text: pick(Pool.texts),
      maybeText: maybe(Pool.texts),
      flag: next() % 2 == 0,
      date: pick(Pool.dates),
      maybeDate: maybe(Pool.dates),
      seen: pick(Pool.dates),
      money: pick(Pool.moneys),
      color: pick(Thing.Color.allCases),
      maybeColor: maybe(Thing.Color.allCases),
      token: pick(Pool.tokens),
      place: Thing.Place(
        city: pick(Pool.texts),
        zip: maybe(Pool.smalls),
        open: next() % 2 == 0
      ),
      tags: some(Pool.texts)
    )
  }
}
