import Testing

@testable import Roster

@Suite struct QueryWriteTests {
  private func students() throws -> Repository<QueryTests.Student> { try QueryTests.students() }

  @Test func updatesAndDeletes() throws {
    let students = try students()
    let changed = try students.filter { $0.city == "Lyon" }.update {
      $0.age = $0.age + 1
      $0.city = nil
      $0.firstName = $0.firstName + "!"
      $0.active = false
    }
    #expect(changed == 2)
    let ann = try students.get(1)
    #expect(
      ann
        == QueryTests.Student(
          id: 1,
          firstName: "Ann!",
          lastName: "Lee",
          city: nil,
          age: 21,
          active: false
        )
    )
    #expect(try students.filter { $0.age > 1000 }.update(set: \.age, to: 1) == 0)
    #expect(try students.order(by: \.age, .descending).limit(2).update(set: \.age, to: 0) == 2)
    #expect(try students.filter { $0.age == 0 }.count() == 2)
    #expect(throws: RecordError.self) { try students.update { _ in } }
    #expect(try students.filter { $0.lastName == "Lee" }.delete() == 2)
    #expect(try students.order(by: \.id).limit(1).delete() == 1)
    #expect(try students.all().map(\.id) == [3, 4])
    #expect(try students.delete() == 2)
    #expect(try students.count() == 0)
  }

  @Test func joinsTheTransactionAroundIt() throws {
    struct Fault: Error {}
    let students = try students()
    #expect(throws: Fault.self) {
      try students.database.write {
        try students.delete()
        throw Fault()
      }
    }
    #expect(try students.count() == 5)
    #expect(throws: DatabaseError.self) {
      try students.database.read { try students.update(set: \.age, to: 1) }
    }
  }
}
