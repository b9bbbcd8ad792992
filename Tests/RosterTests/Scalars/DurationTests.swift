import Foundation
import Testing

@testable import Roster

/// What is of durations alone: their text, to the last attosecond.
@Suite struct DurationTests {
  @Test(arguments: [
    (Int128(0), "0"), (1, "0.000000000000000001"), (-1, "-0.000000000000000001"),
    (1_500_000_000_000_000_000, "1.5"), (-1_500_000_000_000_000_000, "-1.5"),
    (60_000_000_000_000_000_000, "60"), (.max, "170141183460469231731.687303715884105727"),
    (.min, "-170141183460469231731.687303715884105728"),
  ])
  func writesExactSeconds(attoseconds: Int128, text: String) throws {
    let boxes = try boxes(of: Duration.self)
    let duration = Duration(attoseconds: attoseconds)
    #expect(try boxes.stored(duration) == "text '\(text)'")
    #expect(try boxes.all().first?.value == duration)
  }

  @Test func keepsEveryAttosecond() throws {
    for _ in 0..<3000 {
      // All magnitudes alike, not only the largest.
      let attoseconds = Int128.random(in: .min ... .max) >> Int.random(in: 0..<127)
      let duration = Duration(attoseconds: attoseconds)
      var text = DurationText.text(duration)
      #expect(text.withUTF8(DurationText.duration) == duration)
    }
  }

  @Test(
    arguments: [
      ("'+2.50'", 2_500_000_000_000_000_000), ("'.5'", 500_000_000_000_000_000),
      ("'007.'", 7_000_000_000_000_000_000), ("-3", -3_000_000_000_000_000_000),
      ("'0.0000000000000000010'", 1),
      // As a column of JSON held it, when a duration was no scalar yet.
      ("'[0,1000000000000000000]'", 1_000_000_000_000_000_000),
      ("'[-1,18446744073709551615]'", -1),
    ] as [(String, Int128)]
  )
  func readsWhatOthersWrite(literal: String, attoseconds: Int128) throws {
    let boxes = try loose()
    #expect(try boxes.reading(literal) == Duration(attoseconds: attoseconds))
  }

  @Test(arguments: [
    "''", "'.'", "'-'", "'1e3'", "' 1'", "'1 '", "'1,5'", "'0:01'", "'1.5s'", "'0x1'", "1.5",
    "X'31'", "'0.0000000000000000001'", "'170141183460469231731.687303715884105728'",
    "'[0]'", "'[0,1'", "'[0,-1]'",
  ])
  func refusesWhatNoDurationIsExactly(literal: String) throws {
    let boxes = try loose()
    let error = try thrown(DecodingError.self) { try boxes.reading(literal) }
    #expect("\(error)".contains("Duration"))
  }

  @Test func comparesByValueWhateverTheText() throws {
    let boxes = try loose()
    try boxes.database.execute(
      "INSERT INTO boxes VALUES (1, '[0,1500000000000000000]'), (2, '10'), (3, '-2'), (4, '9')"
    )
    let found = try boxes.filter { $0.value == .milliseconds(1500) || $0.value > .seconds(9) }.all()
    #expect(found.map(\.id) == [1, 2])
    #expect(try boxes.order(by: \.value).all().map(\.id) == [3, 1, 4, 2])
    #expect(try boxes.filter { $0.value.isIn(.zero ... .seconds(9)) }.count() == 2)
  }

  @Test func isNotComparedInsideJSON() throws {
    let boxes = try boxes(of: [Duration].self)
    let second = Duration.seconds(1)
    let durations = [second, Duration(attoseconds: .min)]
    #expect(try boxes.insert(Box(id: nil, value: durations)).value == durations)
    let error = try thrown(RecordError.self) {
      try boxes.filter { $0.value.contains(second) }.all()
    }
    #expect("\(error)".contains("duration values inside JSON"))
    #expect(throws: RecordError.self) {
      try boxes.filter(#Predicate { $0.value.contains(second) }).all()
    }
    #expect(throws: RecordError.self) {
      try boxes.filter(#Predicate { $0.value.max() == second }).all()
    }
  }

  /// Boxes in a table of others, whose column has no type and changes nothing.
  private func loose() throws -> Repository<Box<Duration>> {
    let boxes = try boxes(of: Duration.self)
    try boxes.database.execute("DROP TABLE boxes")
    try boxes.database.execute("CREATE TABLE boxes (id INTEGER PRIMARY KEY, value)")
    return boxes
  }
}
