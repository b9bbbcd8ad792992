import Foundation
import Testing

@testable import Roster

/// Random predicates on random records, answered by SQL on a table and by Foundation on an array.
@Suite struct PredicateOracleTests {
  typealias Tree = any PredicateExpression<Bool>
  typealias Variable = PredicateExpressions.Variable<Thing>

  @Test(arguments: 1...16) func answersPredicatesLikeFoundation(seed: UInt64) throws {
    var dice = Dice(seed)
    let table = Repository<Thing>(try Database.inMemory())
    try table.createTable()
    try table.insert(contentsOf: (1...40).map { dice.thing(Int64($0)) })
    // As stored: SQLite makes 0.0 of -0.0.
    let things = try table.order(by: \.id).all()
    for _ in 0..<60 {
      let variable = Variable()
      try check(Self.tree(&dice, variable, depth: 2), variable, table, things)
    }
  }

  /// Each question by itself, negated, and as a value.
  @Test(arguments: PredicateQuestions.all.indices) func answersEachQuestion(number: Int) throws {
    var dice = Dice(UInt64(number) + 1000)
    let table = Repository<Thing>(try Database.inMemory())
    try table.createTable()
    try table.insert(contentsOf: (1...60).map { dice.thing(Int64($0)) })
    let things = try table.order(by: \.id).all()
    for _ in 0..<12 {
      let variable = Variable()
      let leaf = PredicateExpressions.build_evaluate(
        PredicateExpressions.build_Arg(PredicateQuestions.all[number](&dice)),
        variable
      )
      try check(leaf, variable, table, things)
      try check(PredicateExpressions.build_Negation(leaf), variable, table, things)
      let same = PredicateExpressions.build_Equal(
        lhs: leaf,
        rhs: PredicateExpressions.build_Arg(false)
      )
      try check(same, variable, table, things)
    }
  }

  private func check(
    _ tree: Tree,
    _ variable: Variable,
    _ table: Repository<Thing>,
    _ things: [Thing]
  ) throws {
    let expected = try things.filter { try tree.evaluate(PredicateBindings((variable, $0))) }
    let query = table.filter(tree, of: variable).order(by: \.id)
    do {
      let found = try query.all()
      let sql = try? query.select.sql(["*"], query.select.context())
      #expect(found == expected, "\(tree): \(sql?.text ?? "")")
    } catch {
      Issue.record("\(error): \(tree)")
    }
  }

  static func tree(_ dice: inout Dice, _ variable: Variable, depth: Int) -> Tree {
    switch depth == 0 ? 4 : dice.next() % 6 {
    case 0: and(tree(&dice, variable, depth: depth - 1), tree(&dice, variable, depth: depth - 1))
    case 1: or(tree(&dice, variable, depth: depth - 1), tree(&dice, variable, depth: depth - 1))
    case 2: not(tree(&dice, variable, depth: depth - 1))
    case 3:
      either(
        tree(&dice, variable, depth: depth - 1),
        tree(&dice, variable, depth: depth - 1),
        tree(&dice, variable, depth: 0)
      )
    default:
      PredicateExpressions.build_evaluate(
        PredicateExpressions.build_Arg(dice.pick(PredicateQuestions.all)(&dice)),
        variable
      )
    }
  }

  private static func and(
    _ left: some PredicateExpression<Bool>,
    _ right: some PredicateExpression<Bool>
  ) -> Tree {
    PredicateExpressions.build_Conjunction(lhs: left, rhs: right)
  }

  private static func or(
    _ left: some PredicateExpression<Bool>,
    _ right: some PredicateExpression<Bool>
  ) -> Tree {
    PredicateExpressions.build_Disjunction(lhs: left, rhs: right)
  }

  private static func not(_ tree: some PredicateExpression<Bool>) -> Tree {
    PredicateExpressions.build_Negation(tree)
  }

  private static func either(
    _ test: some PredicateExpression<Bool>,
    _ then: some PredicateExpression<Bool>,
    _ other: some PredicateExpression<Bool>
  ) -> Tree {
    PredicateExpressions.build_Conditional(test, then, other)
  }
}
