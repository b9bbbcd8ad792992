import Foundation

@testable import Roster

extension PredicateQuestions {
  static let optionals: [Maker] = [
    { dice in
      let n = dice.pick(Pool.smalls)
      return #Expression { $0.other == n }
    },
    { dice in
      let n = dice.maybe(Pool.smalls)
      return #Expression { $0.other != n }
    },
    { _ in #Expression { $0.other == nil } },
    { _ in #Expression { nil != $0.maybeText } },
    { _ in #Expression { $0.other == $0.place.zip } },
    { dice in
      let n = dice.pick(Pool.smalls)
      return #Expression { ($0.other ?? n) > n }
    },
    { dice in
      let n = dice.pick(Pool.smalls)
      return #Expression { ($0.other ?? $0.small) == n }
    },
    { dice in
      let n: Int? = dice.maybe(Pool.smalls)
      return #Expression { (n ?? $0.small) >= $0.small }
    },
    { dice in
      let n = dice.pick(Pool.smalls)
      return #Expression { $0.other != nil && $0.other! < n }
    },
    { dice in
      let n = dice.pick(Pool.smalls)
      return #Expression { $0.other.flatMap { $0 + 1 } == n }
    },
    { dice in
      let n = dice.pick(Pool.smalls)
      return #Expression { thing in thing.other.flatMap { $0 > n && thing.flag } == false }
    },
    { dice in
      let n = dice.pick(Pool.smalls)
      return #Expression { thing in
        if let other = thing.other { other > n } else { thing.flag }
      }
    },
    { dice in
      let s = dice.pick(texts2)
      return #Expression { $0.maybeText?.contains(s) == true }
    },
    { dice in
      let s = dice.pick(texts2)
      return #Expression { !($0.maybeText?.starts(with: s) ?? true) }
    },
    { _ in #Expression { $0.maybeText?.isEmpty != true } },
    { _ in #Expression { $0.maybeText?.count != $0.place.zip } },
    { dice in
      let some = dice.some(Pool.smalls).map(Optional.some) + (dice.next() % 2 == 0 ? [nil] : [])
      return #Expression { some.contains($0.other) }
    },
    { dice in
      let some = dice.some(Pool.texts)
      return #Expression { $0.maybeText.flatMap { some.contains($0) } == nil }
    },
    { dice in
      let n = dice.pick(Pool.smalls)
      return #Expression { ($0.flag ? $0.small : n) < ($0.other ?? 0) }
    },
    { dice in
      let (a, b) = (dice.pick(Pool.dates), dice.pick(Pool.dates))
      return #Expression { $0.seen == ($0.flag ? a : b) }
    },
    { _ in #Expression { $0.flag ? $0.place.open : $0.other == nil } },
  ]

  static let others: [Maker] = [
    { _ in #Expression { $0.flag } },
    { _ in #Expression { !$0.flag } },
    { _ in #Expression { ($0.small > 1) == $0.flag } },
    { _ in #Expression { ($0.small > 1) != ($0.maybeText == nil) } },
    { dice in
      let flag = dice.next() % 2 == 0
      return #Expression { flag || $0.flag }
    },
    { dice in
      let date = dice.pick(Pool.dates)
      return #Expression { $0.date < date }
    },
    { dice in
      let date = dice.pick(Pool.dates)
      return #Expression { $0.seen >= date && $0.maybeDate != date }
    },
    { dice in
      let date = dice.pick(Pool.dates)
      return #Expression { ($0.maybeDate ?? date) == date }
    },
    { dice in
      let (a, b) = dice.pair(Pool.dates)
      return #Expression { (a...b).contains($0.seen) }
    },
    { dice in
      let some = dice.some(Pool.dates)
      return #Expression { some.contains($0.seen) }
    },
    { dice in
      let money = dice.pick(Pool.moneys)
      return #Expression { $0.money == money }
    },
    { dice in
      let money = dice.pick(Pool.moneys)
      return #Expression { $0.money > money }
    },
    { dice in
      let some = dice.some(Pool.moneys)
      return #Expression { some.contains($0.money) }
    },
    { dice in
      let color = dice.pick(Thing.Color.allCases)
      return #Expression { $0.color == color }
    },
    { dice in
      let color = dice.maybe(Thing.Color.allCases)
      return #Expression { $0.maybeColor != color }
    },
    { dice in
      let some = dice.some(Thing.Color.allCases)
      return #Expression { some.contains($0.color) }
    },
    { dice in
      let raw = dice.pick(["red", "bl'ue", "blue"])
      return #Expression { $0.color.rawValue == raw }
    },
    { dice in
      let raw = dice.pick(["red", "bl'ue", "blue"])
      return #Expression { $0.maybeColor?.rawValue != raw }
    },
    { _ in #Expression { $0.color.rawValue.count > 3 } },
    { dice in
      let token = dice.pick(Pool.tokens)
      return #Expression { $0.token == token }
    },
    { dice in
      let some = dice.some(Pool.tokens)
      return #Expression { some.contains($0.token) }
    },
    { dice in
      let city = dice.pick(Pool.texts)
      return #Expression { $0.place.city == city }
    },
    { dice in
      let city = dice.pick(texts2)
      return #Expression { $0.place.city.contains(city) || $0.place.city.isEmpty }
    },
    { dice in
      let zip = dice.maybe(Pool.smalls)
      return #Expression { $0.place.zip == zip && $0.place.open }
    },
    { dice in
      let place = dice.thing(1).place
      return #Expression { $0.place == place || $0.place.zip != place.zip }
    },
  ]

  static let arrays: [Maker] = [
    { dice in
      let s = dice.pick(Pool.texts)
      return #Expression { $0.tags.contains(s) }
    },
    { _ in #Expression { $0.tags.contains($0.text) } },
    { dice in
      let s = dice.pick(texts2)
      return #Expression { thing in thing.tags.contains { $0.starts(with: s) } }
    },
    { _ in #Expression { thing in thing.tags.contains { $0 < thing.text } } },
    { dice in
      let s = dice.pick(texts2)
      return #Expression { $0.tags.allSatisfy { !$0.contains(s) } }
    },
    { dice in
      let n = Int(dice.next() % 3)
      return #Expression { $0.tags.count == n }
    },
    { _ in #Expression { $0.tags.isEmpty } },
    { dice in
      let s = dice.pick(Pool.texts)
      return #Expression { $0.tags.filter { $0 > s }.count > 1 }
    },
    { dice in
      let (s, t) = (dice.pick(Pool.texts), dice.pick(Pool.texts))
      return #Expression { $0.tags.filter { $0 != s }.contains(t) }
    },
    { dice in
      let s = dice.pick(Pool.texts)
      return #Expression { !$0.tags.isEmpty && $0.tags[0] == s }
    },
    { dice in
      let s = dice.pick(Pool.texts)
      return #Expression { $0.tags.first == s }
    },
    { dice in
      let s = dice.pick(Pool.texts)
      return #Expression { ($0.tags.last ?? s) <= s }
    },
    { dice in
      let s = dice.pick(Pool.texts)
      return #Expression { $0.tags.max() == s || $0.tags.min() == nil }
    },
    { dice in
      let tags = dice.some(Pool.texts)
      return #Expression { $0.tags == tags }
    },
    { dice in
      let sets = [dice.some(Pool.texts), dice.some(Pool.texts)]
      return #Expression { sets.contains($0.tags) }
    },
  ]
}
