import Foundation
import Testing

@testable import Roster

/// Random conditions on random records, answered by SQL on a table and by Swift on an array.
@Suite struct QueryOracleTests {
  typealias Question = (
    name: String, sql: (Columns<Thing>) -> Condition, swift: (Thing) -> Bool
  )

  static let utc: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()

  @Test(arguments: 1...24) func filtersLikeSwift(seed: UInt64) throws {
    var dice = Dice(seed)
    let things = (1...50).map { dice.thing(Int64($0)) }
    let table = Repository<Thing>(try Database.inMemory())
    try table.createTable()
    try table.insert(contentsOf: things)
    for _ in 0..<150 {
      let question = Self.question(&dice, depth: 3)
      let expected = things.filter(question.swift)
      #expect(try table.filter(question.sql).all() == expected, "\(question.name)")
      #expect(try table.filter { !question.sql($0) }.count() == things.count - expected.count)
      // As a value, a condition is true or false and never NULL.
      let answers = try table.select { question.sql($0) }.all()
      #expect(answers == things.map(question.swift), "\(question.name)")
    }
  }

  static func question(_ dice: inout Dice, depth: Int) -> Question {
    switch depth == 0 ? 3 : dice.next() % 6 {
    case 0:
      let (left, right) = (question(&dice, depth: depth - 1), question(&dice, depth: depth - 1))
      return (
        "(\(left.name) && \(right.name))", { left.sql($0) && right.sql($0) },
        { left.swift($0) && right.swift($0) }
      )
    case 1:
      let (left, right) = (question(&dice, depth: depth - 1), question(&dice, depth: depth - 1))
      return (
        "(\(left.name) || \(right.name))", { left.sql($0) || right.sql($0) },
        { left.swift($0) || right.swift($0) }
      )
    case 2:
      let inner = question(&dice, depth: depth - 1)
      return ("!\(inner.name)", { !inner.sql($0) }, { !inner.swift($0) })
    default: return leaf(&dice)
    }
  }

  private static func leaf(_ dice: inout Dice) -> Question {
    switch dice.next() % 8 {
    case 0: compared(&dice, "small", { $0.small }, \.small, Pool.smalls)
    case 1: compared(&dice, "big", { $0.big }, \.big, Pool.bigs)
    case 2: compared(&dice, "real", { $0.real }, \.real, Pool.reals)
    case 3: compared(&dice, "text", { $0.text }, \.text, Pool.texts)
    case 4: comparedDates(&dice)
    case 5: comparedOptionals(&dice)
    case 6: words(&dice)
    default: others(&dice)
    }
  }

  private static func compared<Value: Comparable & ColumnValue & Codable & Sendable>(
    _ dice: inout Dice,
    _ name: String,
    _ column: @escaping (Columns<Thing>) -> SQLExpression<Value>,
    _ property: KeyPath<Thing, Value>,
    _ pool: [Value]
  ) -> Question {
    let value = dice.pick(pool)
    let others = dice.some(pool)
    let (low, high) = { $0 < $1 ? ($0, $1) : ($1, $0) }(value, dice.pick(pool))
    switch dice.next() % 10 {
    case 0:
      return ("\(name) == \(value)", { column($0) == value }, { $0[keyPath: property] == value })
    case 1:
      return ("\(name) != \(value)", { column($0) != value }, { $0[keyPath: property] != value })
    case 2: return ("\(name) < \(value)", { column($0) < value }, { $0[keyPath: property] < value })
    case 3:
      return ("\(name) <= \(value)", { column($0) <= value }, { $0[keyPath: property] <= value })
    case 4: return ("\(name) > \(value)", { column($0) > value }, { $0[keyPath: property] > value })
    case 5:
      return ("\(name) >= \(value)", { column($0) >= value }, { $0[keyPath: property] >= value })
    case 6:
      return (
        "\(name) in \(others)", { column($0).isIn(others) },
        { others.contains($0[keyPath: property]) }
      )
    case 7:
      return (
        "\(name) in \(low)...\(high)", { column($0).isIn(low...high) },
        { (low...high).contains($0[keyPath: property]) }
      )
    case 8:
      return (
        "\(name) in \(low)..<\(high)", { column($0).isIn(low..<high) },
        { (low..<high).contains($0[keyPath: property]) }
      )
    default:
      return (
        "\(name) between \(low), \(high)", { column($0).between(low, high) },
        { (low...high).contains($0[keyPath: property]) }
      )
    }
  }

  private static func comparedDates(_ dice: inout Dice) -> Question {
    let number = Int(dice.next() % 3000)
    switch dice.next() % 8 {
    case 0: return compared(&dice, "date", { $0.date }, \.date, Pool.dates)
    case 1: return compared(&dice, "seen", { $0.seen }, \.seen, Pool.dates)
    case 2: return compared(&dice, "money", { $0.money }, \.money, Pool.moneys)
    case 3:
      return (
        "date.year > \(number)", { $0.date.year > number },
        { utc.component(.year, from: $0.date) > number }
      )
    case 4:
      return (
        "seen.month == 12", { $0.seen.month == 12 }, { utc.component(.month, from: $0.seen) == 12 }
      )
    case 5:
      return (
        "seen.second == 59 && seen.hour > 12", { $0.seen.second == 59 && $0.seen.hour > 12 },
        { utc.component(.second, from: $0.seen) == 59 && utc.component(.hour, from: $0.seen) > 12 }
      )
    case 6:
      return (
        "date.day > 28 || date.weekday == 0 || date.minute == 30",
        { $0.date.day > 28 || $0.date.weekday == 0 || $0.date.minute == 30 },
        {
          utc.component(.day, from: $0.date) > 28 || utc.component(.weekday, from: $0.date) == 1
            || utc.component(.minute, from: $0.date) == 30
        }
      )
    default:
      return (
        "maybeDate.year < \(number)", { $0.maybeDate.year < number },
        { $0.maybeDate.map { utc.component(.year, from: $0) < number } ?? false }
      )
    }
  }

  private static func comparedOptionals(_ dice: inout Dice) -> Question {
    let (number, text, color) = (
      dice.pick(Pool.smalls), dice.pick(Pool.texts), dice.pick(Thing.Color.allCases)
    )
    let (maybe, numbers) = (dice.maybe(Pool.smalls), dice.some(Pool.smalls))
    switch dice.next() % 16 {
    case 0: return ("other == \(number)", { $0.other == number }, { $0.other == number })
    case 1: return ("other != \(number)", { $0.other != number }, { $0.other != number })
    case 2:
      return ("other < \(number)", { $0.other < number }, { $0.other.map { $0 < number } ?? false })
    case 3:
      return (
        "other >= \(number)", { $0.other >= number }, { $0.other.map { $0 >= number } ?? false }
      )
    case 4: return ("other == nil", { $0.other == nil }, { $0.other == nil })
    case 5: return ("maybeText != nil", { $0.maybeText != nil }, { $0.maybeText != nil })
    case 6: return ("maybeText == \(text)", { $0.maybeText == text }, { $0.maybeText == text })
    case 7: return ("other == maybe \(maybe as Any)", { $0.other == maybe }, { $0.other == maybe })
    case 8: return ("small == other", { $0.small == $0.other }, { $0.small == $0.other })
    case 9:
      return (
        "other < small", { $0.other < $0.small },
        { thing in thing.other.map { $0 < thing.small } ?? false }
      )
    case 10:
      return ("maybeColor != \(color)", { $0.maybeColor != color }, { $0.maybeColor != color })
    case 11:
      return (
        "other in \(numbers)", { $0.other.isIn(numbers) },
        { $0.other.map(numbers.contains) ?? false }
      )
    case 12: return ("(other ?? 3) > 2", { ($0.other ?? 3) > 2 }, { ($0.other ?? 3) > 2 })
    case 13:
      return (
        "(other ?? small) == \(number)", { ($0.other ?? $0.small) == number },
        { ($0.other ?? $0.small) == number }
      )
    case 14:
      return ("text == maybeText", { $0.text == $0.maybeText }, { $0.text == $0.maybeText })
    default:
      return (
        "maybeReal > real", { $0.maybeReal > $0.real },
        { thing in thing.maybeReal.map { $0 > thing.real } ?? false }
      )
    }
  }

  private static func words(_ dice: inout Dice) -> Question {
    let text = dice.pick(Pool.texts)
    switch dice.next() % 12 {
    case 0:
      return ("text.hasPrefix(\(text))", { $0.text.hasPrefix(text) }, { $0.text.hasPrefix(text) })
    case 1:
      return ("text.hasSuffix(\(text))", { $0.text.hasSuffix(text) }, { $0.text.hasSuffix(text) })
    case 2:
      return ("text.contains(\(text))", { $0.text.contains(text) }, { $0.text.contains(text) })
    case 3:
      return (
        "maybeText.hasPrefix(\(text))", { $0.maybeText.hasPrefix(text) },
        { $0.maybeText?.hasPrefix(text) ?? false }
      )
    case 4:
      return (
        "maybeText.contains(\(text))", { $0.maybeText.contains(text) },
        { $0.maybeText?.contains(text) ?? false }
      )
    case 5:
      return (
        "maybeText.hasSuffix(\(text))", { $0.maybeText.hasSuffix(text) },
        { $0.maybeText?.hasSuffix(text) ?? false }
      )
    case 6: return ("text.count > 1", { $0.text.count > 1 }, { $0.text.count > 1 })
    case 7: return ("text.isEmpty", { $0.text.isEmpty }, { $0.text.isEmpty })
    case 8:
      return (
        "text + text == \(text)", { $0.text + $0.text == text }, { $0.text + $0.text == text }
      )
    case 9:
      return (
        "text.hasPrefix(place.city)", { $0.text.hasPrefix($0.place.city) },
        { $0.text.hasPrefix($0.place.city) }
      )
    case 10:
      return (
        "(text + \"!\").hasSuffix(\"a!\")", { ($0.text + "!").hasSuffix("a!") },
        { ($0.text + "!").hasSuffix("a!") }
      )
    default:
      return ("tags.contains(\(text))", { $0.tags.contains(text) }, { $0.tags.contains(text) })
    }
  }

  private static func others(_ dice: inout Dice) -> Question {
    let (number, text, color) = (
      dice.pick(Pool.smalls), dice.pick(Pool.texts), dice.pick(Thing.Color.allCases)
    )
    let (token, place) = (dice.pick(Pool.tokens), dice.thing(0).place)
    let colors = dice.some(Thing.Color.allCases)
    switch dice.next() % 16 {
    case 0: return ("flag", { $0.flag }, { $0.flag })
    case 1: return ("flag == false", { $0.flag == false }, { $0.flag == false })
    case 2: return ("color == \(color)", { $0.color == color }, { $0.color == color })
    case 3: return ("color in \(colors)", { $0.color.isIn(colors) }, { colors.contains($0.color) })
    case 4: return ("token == \(token)", { $0.token == token }, { $0.token == token })
    case 5: return ("place.city == \(text)", { $0.place.city == text }, { $0.place.city == text })
    case 6:
      return (
        "place.zip < \(number)", { $0.place.zip < number },
        { $0.place.zip.map { $0 < number } ?? false }
      )
    case 7: return ("place.open", { $0.place.open }, { $0.place.open })
    case 8: return ("place == \(place)", { $0.place == place }, { $0.place == place })
    case 9: return ("place.zip == nil", { $0.place.zip == nil }, { $0.place.zip == nil })
    case 10:
      return ("small + 1 > \(number)", { $0.small + 1 > number }, { $0.small + 1 > number })
    case 11:
      return (
        "small * small - 3 < other", { $0.small * $0.small - 3 < $0.other },
        { thing in thing.other.map { thing.small * thing.small - 3 < $0 } ?? false }
      )
    case 12: return ("small / 7 == -1", { $0.small / 7 == -1 }, { $0.small / 7 == -1 })
    case 13: return ("small % 7 == -1", { $0.small % 7 == -1 }, { $0.small % 7 == -1 })
    case 14:
      return (
        "small.asDouble / 8 > 0.3", { $0.small.asDouble / 8 > 0.3 }, { Double($0.small) / 8 > 0.3 }
      )
    default:
      return (
        "tags.elementCount == place.zip", { $0.tags.elementCount == $0.place.zip },
        { $0.tags.count == $0.place.zip }
      )
    }
  }
}
