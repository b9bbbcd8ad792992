import Foundation

@testable import Roster

/// Predicates on a `Thing`, at least one for each type of node, with random values in them.
enum PredicateQuestions {
  typealias Question = Expression<Thing, Bool>
  typealias Maker = @Sendable (inout Dice) -> Question

  static let all: [Maker] = numbers + computed + texts + optionals + others + arrays

  private static let numbers: [Maker] = [
    { dice in
      let n = dice.pick(Pool.smalls)
      return #Expression { $0.small == n }
    },
    { dice in
      let n = dice.pick(Pool.smalls)
      return #Expression { n != $0.small }
    },
    { dice in
      let n = dice.pick(Pool.bigs)
      return #Expression { $0.big < n }
    },
    { dice in
      let n = dice.pick(Pool.bigs)
      return #Expression { $0.big >= n }
    },
    { dice in
      let x = dice.pick(Pool.reals)
      return #Expression { $0.real <= x }
    },
    { dice in
      let x = dice.pick(Pool.reals)
      return #Expression { $0.real == x }
    },
    { dice in
      let x = dice.pick(Pool.reals)
      return #Expression { x > $0.real }
    },
    { dice in
      let (a, b) = dice.pair(Pool.smalls)
      return #Expression { (a...b).contains($0.small) }
    },
    { dice in
      let (a, b) = dice.pair(Pool.smalls)
      return #Expression { (a..<b).contains($0.small) }
    },
    { dice in
      let (a, b) = dice.pair(Pool.reals)
      let range = a...b
      return #Expression { range.contains($0.real) }
    },
    { dice in
      let (a, b) = dice.pair(Pool.bigs)
      let range = a..<b
      return #Expression { range.contains($0.big) }
    },
    { dice in
      let range = dice.pick(Pool.smalls)...
      return #Expression { range.contains($0.small) }
    },
    { dice in
      let range = ...dice.pick(Pool.texts)
      return #Expression { range.contains($0.text) }
    },
    { dice in
      let range = ..<dice.pick(Pool.dates)
      return #Expression { range.contains($0.seen) }
    },
    { dice in
      let some = dice.some(Pool.smalls)
      return #Expression { some.contains($0.small) }
    },
    { dice in
      let some = dice.some(Pool.reals)
      return #Expression { some.contains($0.real) }
    },
    { dice in
      let some = Set(dice.some(Pool.bigs))
      return #Expression { some.contains($0.big) }
    },
  ]

  private static let computed: [Maker] = [
    { dice in
      let (a, b) = (dice.pick(Pool.smalls), dice.pick(Pool.smalls))
      return #Expression { $0.small + a > b }
    },
    { dice in
      let (a, b) = (dice.pick(Pool.smalls), dice.pick(Pool.smalls))
      return #Expression { a - $0.small == b }
    },
    { dice in
      let (a, b) = (dice.pick(Pool.smalls), dice.pick(Pool.smalls))
      return #Expression { $0.small * a <= b }
    },
    { dice in
      let (a, b) = (dice.pick([-7, -3, -1, 1, 2, 5]), dice.pick(Pool.smalls))
      return #Expression { $0.small / a == b }
    },
    { dice in
      let (a, b) = (dice.pick([-7, -3, 2, 5]), dice.pick([-2, -1, 0, 1, 2]))
      return #Expression { $0.small % a == b }
    },
    { dice in
      let n = dice.pick(Pool.bigs)
      return #Expression { $0.big / 3 < n && $0.big % 7 != 1 }
    },
    { dice in
      let n = dice.pick(Pool.smalls)
      return #Expression { -$0.small < n }
    },
    { dice in
      let (x, y) = (dice.pick(Pool.reals), dice.pick(Pool.reals))
      return #Expression { $0.real + x == y }
    },
    { dice in
      let (x, y) = (dice.pick(Pool.reals), dice.pick(Pool.reals))
      return #Expression { $0.real - x != y }
    },
    { dice in
      let (x, y) = (dice.pick(Pool.reals), dice.pick(Pool.reals))
      return #Expression { $0.real * x < y }
    },
    { dice in
      let (x, y) = (dice.pick(Pool.reals), dice.pick(Pool.reals))
      return #Expression { x / $0.real >= y }
    },
    { dice in
      let x = dice.pick(Pool.reals)
      return #Expression { $0.real / x == $0.real / x }
    },
    { dice in
      let x = dice.pick(Pool.reals)
      return #Expression { 1 / -$0.real > x }
    },
    { dice in
      let n = dice.pick([1, 2, 7])
      return #Expression { $0.small != 0 && n / $0.small == 0 }
    },
    { dice in
      let x = dice.pick(Pool.reals)
      return #Expression { ($0.maybeReal ?? 1.5) * x == ($0.maybeReal ?? 2) }
    },
  ]

  private static let texts: [Maker] = [
    { dice in
      let s = dice.pick(Pool.texts)
      return #Expression { $0.text == s }
    },
    { dice in
      let s = dice.pick(Pool.texts)
      return #Expression { $0.text >= s }
    },
    { dice in
      let s = dice.pick(PredicateQuestions.texts2)
      return #Expression { $0.text.contains(s) }
    },
    { dice in
      let s = dice.pick(PredicateQuestions.texts2)
      return #Expression { s.contains($0.text) }
    },
    { dice in
      let s = dice.pick(PredicateQuestions.texts2)
      return #Expression { $0.text.starts(with: s) }
    },
    { dice in
      let s = dice.pick(PredicateQuestions.texts2)
      return #Expression { s.starts(with: $0.text) }
    },
    { _ in #Expression { $0.text.starts(with: $0.place.city) } },
    { _ in #Expression { $0.text.contains($0.place.city) } },
    { _ in #Expression { $0.text.isEmpty } },
    { dice in
      let n = Int(dice.next() % 4)
      return #Expression { $0.text.count > n }
    },
    { dice in
      let some = dice.some(Pool.texts)
      return #Expression { some.contains($0.text) }
    },
    { dice in
      let some = dice.some(Pool.texts)
      return #Expression { thing in some.contains { thing.text.starts(with: $0) } }
    },
    { dice in
      let some = dice.some(Pool.texts)
      return #Expression { thing in some.allSatisfy { $0 <= thing.text } }
    },
  ]

  /// With characters of several code points, and NUL.
  static let texts2 = Pool.texts + ["e\u{301}", "\r\n", "\n", "a\u{0}b", "👨‍👩‍👧", "👨"]
}

extension Dice {
  mutating func pair<Value: Comparable>(_ pool: [Value]) -> (Value, Value) {
    let (one, other) = (pick(pool), pick(pool))
    return one < other ? (one, other) : (other, one)
  }
}
