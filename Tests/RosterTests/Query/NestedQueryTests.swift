import Foundation
import Testing

@testable import Roster

/// A query inside another one, or inside itself, has rows of its own.
struct NestedQueryTests {
  private struct Person: Record {
    static let tableName = "people"
    static let primaryKey = PrimaryKey(\Person.id)
    static let schema: Schema<Person> = [.fullText(\.name)]

    var id: Int64
    var name: String
    var managerID: Int64?
  }

  private func people() throws -> Repository<Person> {
    let people = Repository<Person>(try .inMemory())
    try people.createTable()
    for (id, name, manager) in [(1, "Ann", nil), (2, "bob", 1), (3, "Cay", 1), (4, "dan", 3)]
      as [(Int64, String, Int64?)]
    {
      try people.insert(Person(id: id, name: name, managerID: manager))
    }
    return people
  }

  @Test func aQueryInsideItselfHasRowsOfItsOwn() throws {
    let people = try people()
    for base in [
      people.query, people.filter { $0.id > 0 }, people.search("ann OR bob OR cay OR dan"),
    ] {
      let query = base.order(by: \.id)
      func later(_ person: Columns<Person>) -> Query<Person> { base.filter { $0.id > person.id } }
      #expect(try query.filter { later($0).isNotEmpty }.all().map(\.id) == [1, 2, 3])
      #expect(try query.filter { !later($0).isNotEmpty }.all().map(\.id) == [4])
      let reports = query.filter { person in
        person.id.isIn(base.filter { $0.managerID == person.id }.select { $0.managerID ?? 0 })
      }
      #expect(try reports.all().map(\.id) == [1, 3])
      let counts = query.select { person in
        (
          person.id,
          base.filter { $0.managerID == person.id }.select { $0.rowCount() }.scalar() ?? 0
        )
      }
      #expect(try counts.all().map(\.1) == [2, 0, 1, 0])
      let ordered = base.order { person in
        [base.filter { $0.id < person.id }.select { $0.rowCount() }.scalar().descending()]
      }
      #expect(try ordered.first()?.id == 4)
    }
    let base = people.query
    #expect(try base.limit(3).filter { a in base.filter { $0.id > a.id }.isNotEmpty }.count() == 3)
    #expect(try base.join(base) { $0.managerID == $1.id }.count() == 3)
    try base.update { person in
      person.managerID = base.filter { [person] in $0.id < person.id }.select { $0.id.max() }
        .scalar()
    }
    #expect(try people.order(by: \.id).all().map(\.managerID) == [nil, 1, 2, 3])
    #expect(try base.filter { a in !base.filter { $0.id > a.id }.isNotEmpty }.delete() == 1)
  }

  @Test func aJoinInsideItselfIsRefused() throws {
    let people = try people()
    let pairs = people.join(people) { $0.managerID == $1.id }
    let inside = pairs.filter { person, _ in
      person.id
        == pairs.filter { $1.id == person.id }.select { person, _ in person.id.min() }.scalar()
    }
    let error = try #require(throws: RecordError.self) { _ = try inside.all() }
    #expect("\(error)".contains("inside a closure of its own"))
  }

  @Test func namesOfTablesInSQLByHandHideNoneOfOurs() throws {
    let people = try people()
    let managers = people.filter {
      SQLExpression<Bool>("EXISTS (SELECT 1 FROM people AS t0 WHERE t0.managerID = \($0.id))")
    }
    #expect(try managers.all().map(\.id) == [1, 3])
    let nested = people.filter { outer in
      people.filter {
        SQLExpression<Bool>(
          """
          \($0.id) = \(outer.id)
          AND (SELECT count(*) FROM people t0_1 WHERE managerID = \($0.id)) > 0
          """
        )
      }.isNotEmpty
    }
    #expect(try nested.all().map(\.id) == [1, 3])
  }

  @Test func anOrderedTableIsJoinedAndGrouped() throws {
    let people = try people()
    let groups = people.order(by: \.managerID).join(people) { $0.managerID == $1.id }
      .group { person, _ in [person.managerID.key] }
      .select { person, _ in (person.managerID, person.rowCount()) }
    #expect(try groups.all().map(\.1) == [2, 1])
    let byAnswer = people.group { [$0.id.isIn(people.select { $0.managerID ?? 0 }).key] }
      .select { ($0.id.isIn(people.select { $0.managerID ?? 0 }), $0.rowCount()) }
    #expect(try byAnswer.all().map(\.1).sorted() == [2, 2])
    let sums = people.filter { person in
      person.id.isIn(
        people.filter { $0.managerID == person.id }.select { $0.id - $0.id + person.id }
      )
    }
    #expect(try sums.all().map(\.id) == [1, 3])
  }
}
