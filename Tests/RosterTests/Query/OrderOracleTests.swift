import Foundation
import Testing

@testable import Roster

/// Random orders, pages, sums and groups, answered by SQL on a table and by Swift on an array.
@Suite struct OrderOracleTests {
  typealias Order = (
    name: String, sql: (Columns<Thing>) -> Ordering, before: (Thing, Thing) -> Bool?
  )

  private func table(_ dice: inout Dice) throws -> (Repository<Thing>, [Thing]) {
    let things = (1...40).map { dice.thing(Int64($0)) }
    let table = Repository<Thing>(try Database.inMemory())
    try table.createTable()
    try table.insert(contentsOf: things)
    return (table, things)
  }

  @Test(arguments: 1...12) func ordersAndPagesLikeSwift(seed: UInt64) throws {
    var dice = Dice(seed)
    let (table, things) = try table(&dice)
    for _ in 0..<25 {
      let orders = (0..<Int(dice.next() % 3)).map { _ in Self.order(&dice) }
      let isDown = dice.next() % 2 == 0
      let query = table.order { columns in
        orders.map { $0.sql(columns) } + [isDown ? columns.id.descending() : columns.id.ascending()]
      }
      let expected = things.sorted { left, right in
        for order in orders {
          if let before = order.before(left, right) { return before }
        }
        return isDown ? left.id > right.id : left.id < right.id
      }
      let name = "\(orders.map(\.name)) \(isDown)"
      #expect(try query.all() == expected, "\(name)")
      var pages: [Thing] = []
      let size = Int(dice.next() % 9) + 1
      var page = try query.page(after: nil, size: size)
      while let last = page.last {
        pages += page
        page = try query.page(after: last, size: size)
      }
      #expect(pages == expected, "\(name), pages of \(size)")
      let (start, count) = (Int(dice.next() % 50), Int(dice.next() % 50))
      #expect(
        try query.offset(start).limit(count).all() == Array(expected.dropFirst(start).prefix(count))
      )
    }
  }

  private static func order(_ dice: inout Dice) -> Order {
    switch dice.next() % 8 {
    case 0: by(&dice, "small", { $0.small }, { $0.small })
    case 1: by(&dice, "other", { $0.other }, { $0.other })
    case 2: by(&dice, "maybeText", { $0.maybeText }, { $0.maybeText })
    case 3: by(&dice, "maybeReal", { $0.maybeReal }, { $0.maybeReal })
    case 4: by(&dice, "maybeDate", { $0.maybeDate }, { $0.maybeDate })
    case 5: by(&dice, "money", { $0.money }, { $0.money })
    case 6: by(&dice, "seen", { $0.seen }, { $0.seen })
    default: by(&dice, "text", { $0.text }, { $0.text })
    }
  }

  private static func by<Column: ColumnValue, Value: Comparable>(
    _ dice: inout Dice,
    _ name: String,
    _ column: @escaping (Columns<Thing>) -> SQLExpression<Column>,
    _ value: @escaping (Thing) -> Value?
  ) -> Order {
    let isUp = dice.next() % 2 == 0
    let nils: NilPlacement? = dice.pick([nil, .first, .last])
    let isNilFirst = nils.map { $0 == .first } ?? isUp
    return (
      "\(name) \(isUp) \(nils as Any)",
      { isUp ? column($0).ascending(nils: nils) : column($0).descending(nils: nils) },
      { left, right in
        switch (value(left), value(right)) {
        case (nil, nil): return nil
        case (nil, _?): return isNilFirst
        case (_?, nil): return !isNilFirst
        case (let left?, let right?):
          return left == right ? nil : (left < right) == isUp
        }
      }
    )
  }

  @Test(arguments: 1...12) func sumsAndGroupsLikeSwift(seed: UInt64) throws {
    var dice = Dice(seed &+ 100)
    let (table, things) = try table(&dice)
    for _ in 0..<15 {
      let question = QueryOracleTests.question(&dice, depth: 2)
      let query = table.filter(question.sql)
      let some = things.filter(question.swift)
      #expect(try query.count() == some.count, "\(question.name)")
      #expect(try query.exists() == !some.isEmpty)
      #expect(try query.sum(\.small) == some.map(\.small).reduce(0, +))
      #expect(try query.sum(\.other) == some.compactMap(\.other).reduce(0, +))
      let others = some.compactMap(\.other)
      let mean = others.isEmpty ? nil : Double(others.reduce(0, +)) / Double(others.count)
      #expect(try query.average(\.other) == mean)
      #expect(try query.min(\.maybeText) == some.compactMap(\.maybeText).min())
      #expect(try query.max(\.maybeDate) == some.compactMap(\.maybeDate).max())
      #expect(try query.max(\.big) == some.map(\.big).max())
      #expect(try query.min(\.money) == some.map(\.money).min())
      #expect(try Set(query.select(\.place.city).distinct().all()) == Set(some.map(\.place.city)))
      let groups = try query.group(by: \.maybeColor).select {
        (
          $0.maybeColor, $0.rowCount(), $0.small.sum(), $0.real.max(),
          $0.text.countOfDistinctValues()
        )
      }.all()
      let expected = Dictionary(grouping: some, by: \.maybeColor)
      #expect(groups.count == expected.count)
      for (color, count, sum, greatest, texts) in groups {
        let group = try #require(expected[color])
        #expect(count == group.count)
        #expect(sum == group.map(\.small).reduce(0, +))
        #expect(greatest == group.map(\.real).max())
        #expect(texts == Set(group.map(\.text)).count)
      }
    }
  }

  @Test(arguments: 1...12) func updatesAndDeletesLikeSwift(seed: UInt64) throws {
    var dice = Dice(seed &+ 200)
    for _ in 0..<6 {
      let (table, things) = try table(&dice)
      let (update, removal) = (
        QueryOracleTests.question(&dice, depth: 2), QueryOracleTests.question(&dice, depth: 2)
      )
      let (day, text) = (dice.pick(Pool.dates), dice.maybe(Pool.texts))
      let changed = try table.filter(update.sql).update {
        $0.small = $0.small * 2 + 1
        $0.seen = day
        $0.maybeText = text
        $0.other = $0.small
        $0.flag = !$0.flag
      }
      var expected = things.map { thing in
        var thing = thing
        guard update.swift(thing) else { return thing }
        thing.other = thing.small
        thing.small = thing.small * 2 + 1
        (thing.seen, thing.maybeText, thing.flag) = (day, text, !thing.flag)
        return thing
      }
      #expect(changed == things.count(where: update.swift))
      #expect(try table.order(by: \.id).all() == expected, "\(update.name)")
      let gone = expected.count(where: removal.swift)
      expected.removeAll(where: removal.swift)
      #expect(try table.filter(removal.sql).delete() == gone)
      #expect(try table.order(by: \.id).all() == expected, "\(removal.name)")
    }
  }
}
