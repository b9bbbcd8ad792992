import Testing

@testable import Roster

/// Long conditions, which must not make the type checker give up.
@Suite struct CompileTimeTests {
  private func table() throws -> Repository<Thing> {
    var dice = Dice(1)
    let table = Repository<Thing>(try Database.inMemory())
    try table.createTable()
    try table.insert(contentsOf: (1...20).map { dice.thing(Int64($0)) })
    return table
  }

  @Test func takesTwentyFiveConditionsInOneClosure() throws {
    let found = try table().filter {
      $0.small > -1000 && $0.small < 1000 && $0.other != 5 && $0.text != "x" && $0.flag == $0.flag
        && $0.maybeText != "y" && $0.real != 5.5 && $0.big != 17 && $0.id > 0 && $0.id <= 20
        && ($0.color == .red || $0.color == .green || $0.color == .blue) && $0.place.city != "z"
        && ($0.place.zip == nil || $0.place.zip != 9) && !$0.tags.contains("q") && $0.money > -100
        && ($0.maybeColor == nil || $0.maybeColor != .red || $0.maybeColor == .red)
        && $0.small + 1 > -1000 && $0.small * 2 < 5000 && !$0.text.hasPrefix("w")
        && $0.id.isIn(1...20)
    }
    #expect(try found.count() == 20)
  }

  @Test func takesTenFiltersInOneChain() throws {
    let found = try table().filter { $0.small > -1000 }.filter { $0.small < 1000 }
      .filter { $0.text != "x" }.filter { $0.maybeText != "y" }.filter { $0.id > 0 }
      .filter { $0.id <= 20 || $0.flag }.filter { $0.place.city != "z" }
      .filter { !$0.tags.contains("q") }.filter { $0.money > -100 }.filter { $0.big != 17 }
    #expect(try found.count() == 20)
  }
}
