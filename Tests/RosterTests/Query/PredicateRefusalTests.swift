import Foundation
import Testing

@testable import Roster

@Suite struct PredicateRefusalTests {
  typealias Shelf = PredicateTests.Shelf
  typealias Refusal = (node: String, predicate: Predicate<Shelf>)

  static let rank = PredicateTests.Rank.small
  static let marks: Set = ["m", "n"]
  static let refusals: [Refusal] = [
    ("KeyPath", #Predicate { $0.twice == 2 }),
    ("KeyPath", #Predicate { $0.rank.label == "LARGE" }),
    ("KeyPath", #Predicate { $0.scores.count == 1 }),
    ("KeyPath", #Predicate { $0.parts.contains { $0.cost == nil } }),
    ("Comparison", #Predicate { $0.rank > rank }),
    ("Arithmetic", #Predicate { $0.ratio + 1 > 2 }),
    ("Arithmetic", #Predicate { $0.huge + 1 > 2 }),
    ("FloatDivision", #Predicate { $0.ratio / 2 > 1 }),
    ("UnaryMinus", #Predicate { -$0.ratio > 1 }),
    ("OptionalFlatMap", #Predicate { $0.part.flatMap { $0.price * 2 } == nil }),
    ("Equal", #Predicate { $0.marks == marks }),
    ("NotEqual", #Predicate { $0.marks != marks }),
    ("Equal", #Predicate { $0.part == $0.parts[0] as PredicateTests.Part? }),
    ("Equal", #Predicate { $0.parts.filter { $0.price > 1 } == [] }),
    ("StringContainsRegex", #Predicate { $0.key.contains(#/a+/#) }),
    ("SequenceStartsWith", #Predicate { $0.bytes.starts(with: [1]) }),
    ("SequenceContains", #Predicate { $0.bytes.contains(1) }),
    ("CollectionContainsCollection", #Predicate { $0.bytes.contains([1]) }),
    ("CollectionRangeSubscript", #Predicate { $0.parts[0..<1].isEmpty }),
    ("CollectionIndexSubscript", #Predicate { $0.bytes[0] == 1 }),
    ("Filter", #Predicate { shelf in ["a"].filter { $0 == shelf.key }.isEmpty }),
    ("SequenceMaximum", #Predicate { $0.bytes.max() == 3 }),
    ("SequenceMinimum", #Predicate { $0.bytes.min() == 3 }),
    ("SequenceContainsWhere", #Predicate { $0.bytes.contains { $0 == 1 } }),
    ("SequenceAllSatisfy", #Predicate { $0.bytes.allSatisfy { $0 == 1 } }),
    ("SequenceContainsWhere", #Predicate { shelf in many.contains { $0 == shelf.value } }),
    (
      "TypeCheck",
      Predicate<Shelf> {
        PredicateExpressions.TypeCheck<_, String>(
          PredicateExpressions.build_KeyPath(root: $0, keyPath: \.value)
        )
      }
    ),
    (
      "ConditionalCast",
      Predicate<Shelf> {
        PredicateExpressions.build_Equal(
          lhs: PredicateExpressions.ConditionalCast<_, String>(
            PredicateExpressions.build_KeyPath(root: $0, keyPath: \.value)
          ),
          rhs: PredicateExpressions.build_NilLiteral()
        )
      }
    ),
    (
      "ForceCast",
      Predicate<Shelf> {
        PredicateExpressions.build_Equal(
          lhs: PredicateExpressions.ForceCast<_, String>(
            PredicateExpressions.build_KeyPath(root: $0, keyPath: \.value)
          ),
          rhs: PredicateExpressions.build_Arg("x")
        )
      }
    ),
    ("Stranger", Predicate<Shelf> { _ in Stranger() }),
  ]

  static let many = Array(0...1000)

  /// A node that Roster does not know.
  struct Stranger: StandardPredicateExpression {
    func evaluate(_ bindings: PredicateBindings) throws -> Bool { true }
  }

  @Test(arguments: refusals.indices) func refusesByNameBeforeAnySQL(number: Int) throws {
    let (node, predicate) = Self.refusals[number]
    let table = Repository<Shelf>(try Database.inMemory())
    // There is no such table: any SQL would throw a DatabaseError.
    let misses = table.database.statementCacheStatistics.misses
    let query = table.filter(predicate)
    for run in [{ _ = try query.all() }, { _ = try query.count() }, { _ = try query.delete() }] {
      #expect {
        try run()
      } throws: { error in
        guard case RecordError.invalidQuery(let reason) = error else {
          Issue.record("\(error)")
          return false
        }
        let name = reason.prefix { $0 != ":" }
        #expect(name.hasSuffix(".\(node)"), "\(reason)")
        return name.hasSuffix(".\(node)")
      }
    }
    #expect(table.database.statementCacheStatistics.misses == misses)
  }

  /// What a cast cannot change is let through.
  @Test func acceptsCastsToTheOwnType() throws {
    let table = try PredicateTests.table()
    let isThere = Predicate<Shelf> {
      PredicateExpressions.TypeCheck<_, PredicateTests.Part>(
        PredicateExpressions.build_KeyPath(root: $0, keyPath: \.part)
      )
    }
    #expect(try table.filter(isThere).count() == 2)
    let same = Predicate<Shelf> {
      PredicateExpressions.build_Equal(
        lhs: PredicateExpressions.ForceCast<_, Int>(
          PredicateExpressions.build_KeyPath(root: $0, keyPath: \.value)
        ),
        rhs: PredicateExpressions.build_Arg(20)
      )
    }
    #expect(try table.filter(same).all().map(\.id) == [3])
  }
}
