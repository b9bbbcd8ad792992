import Foundation
import Testing

@testable import Roster

@Suite struct QueryTests {
  struct Student: Record, Equatable {
    static let tableName = "students"
    static let primaryKey = PrimaryKey(\Student.id)
    static let schema: Schema<Student> = [.index(\.lastName), .index(\.city, \.age)]
    var id: Int64?
    var firstName: String
    var lastName: String
    var city: String?
    var age: Int
    var active = true
  }

  static let roster = [
    Student(id: 1, firstName: "Ann", lastName: "Lee", city: "Lyon", age: 20),
    Student(id: 2, firstName: "Bo", lastName: "Lind", city: nil, age: 17, active: false),
    Student(id: 3, firstName: "Cy", lastName: "Adams", city: "Lyon", age: 31),
    Student(id: 4, firstName: "Di", lastName: "lee", city: "Bonn", age: 17),
    Student(id: 5, firstName: "Ed", lastName: "Lee", city: "Bonn", age: 64, active: false),
  ]

  private func students() throws -> Repository<Student> { try Self.students() }

  static func students() throws -> Repository<Student> {
    let students = Repository<Student>(try Database.inMemory())
    try students.createTable()
    try students.insert(contentsOf: Self.roster)
    return students
  }

  private func ids(_ query: some Queryable<Student>) throws -> [Int64?] {
    try query.query.all().map(\.id)
  }

  @Test func answersTheQuestionOfTheReadme() throws {
    let found = try students()
      .filter { $0.age >= 18 && $0.lastName.hasPrefix("L") || !$0.active }
      .order(by: \.lastName)
    #expect(try ids(found) == [1, 5, 2])
  }

  @Test func ordersByPropertiesAndExpressions() throws {
    let students = try students()
    #expect(try ids(students.order(by: \.age).order(by: \.id, .descending)) == [4, 2, 1, 3, 5])
    #expect(try ids(students.order(by: \.city, nils: .last).order(by: \.id)) == [4, 5, 1, 3, 2])
    #expect(try ids(students.order(by: \.city).order(by: \.id)) == [2, 4, 5, 1, 3])
    #expect(
      try ids(students.order(by: \.city, .descending, nils: .first).order(by: \.id)) == [
        2, 1, 3, 4, 5,
      ]
    )
    #expect(
      try ids(students.order { [$0.lastName.lowercased().descending(), $0.age.ascending()] })
        == [2, 4, 1, 5, 3]
    )
  }

  @Test func limitsAndLeavesOut() throws {
    let byID = try students().order(by: \.id)
    #expect(try ids(byID.limit(2)) == [1, 2])
    #expect(try ids(byID.offset(3)) == [4, 5])
    #expect(try ids(byID.limit(1).offset(1)) == [2])
    #expect(try ids(byID.limit(0)) == [])
    #expect(try byID.limit(3).count() == 3)
    #expect(try byID.limit(3).sum(\.age) == 68)
    #expect(try byID.limit(3).max(\.city) == "Lyon")
    for broken in [byID.limit(-1), byID.offset(-1)] {
      #expect(throws: RecordError.self) { try broken.all() }
      #expect(throws: RecordError.self) { try broken.count() }
      #expect(throws: RecordError.self) { try broken.delete() }
    }
    #expect(try byID.count() == 5)
  }

  @Test func givesTheFirstTheOnlyOrNone() throws {
    let students = try students()
    #expect(
      try students.filter { $0.city == "Lyon" }.order(by: \.age, .descending).first()?.id == 3
    )
    #expect(try students.filter { $0.city == "Paris" }.first() == nil)
    #expect(try students.filter { $0.age == 64 }.one().id == 5)
    #expect { try students.filter { $0.city == "Paris" }.one() } throws: {
      if case RecordError.notFound(table: "students", _) = $0 { true } else { false }
    }
    #expect { try students.filter { $0.city == "Lyon" }.one() } throws: {
      if case RecordError.notUnique(table: "students") = $0 { true } else { false }
    }
    #expect(try students.filter { $0.age > 60 }.exists())
    #expect(try !students.filter { $0.age > 70 }.exists())
  }

  @Test func streamsInOrder() throws {
    var seen: [Int64?] = []
    try students().order(by: \.id, .descending).stream { seen.append($0.id) }
    #expect(seen == [5, 4, 3, 2, 1])
  }

  @Test func computesOfAllRows() throws {
    let students = try students()
    #expect(try students.count() == 5)
    #expect(try students.sum(\.age) == 149)
    #expect(try students.average(\.age) == 29.8)
    #expect(try students.min(\.lastName) == "Adams")
    #expect(try students.max(\.age) == 64)
    let none = students.filter { $0.age > 100 }
    #expect(try none.count() == 0)
    #expect(try none.sum(\.age) == 0)
    #expect(try none.average(\.age) == nil)
    #expect(try none.min(\.city) == nil)
  }

  @Test func refusesASumBeyond64Bits() throws {
    let students = try students()
    try students.update(set: \.age, to: .max)
    #expect(throws: DatabaseError.self) { try students.sum(\.age) }
  }

  @Test func selectsTuplesAndSingleValues() throws {
    let students = try students()
    let pairs = try students.order(by: \.id).select(\.firstName, \.city).all()
    #expect(pairs.map(\.0) == ["Ann", "Bo", "Cy", "Di", "Ed"])
    #expect(pairs.map(\.1) == ["Lyon", nil, "Lyon", "Bonn", "Bonn"])
    #expect(try students.select(\.city).distinct().all().count == 3)
    #expect(try students.select(\.city).distinct().count() == 3)
    #expect(try students.order(by: \.age).select(\.age).limit(2).all() == [17, 17])
    #expect(
      try students.order(by: \.id).select { $0.firstName + " " + $0.lastName }.first() == "Ann Lee"
    )
    #expect(try students.filter { $0.id == 9 }.select(\.age).first() == nil)
  }

  @Test func groups() throws {
    let students = try students()
    let cities = try students.group(by: \.city).order { [$0.city.ascending()] }
      .select { ($0.city, $0.rowCount(), $0.age.sum(), $0.age.max()) }.all()
    #expect(cities.map(\.0) == [nil, "Bonn", "Lyon"])
    #expect(cities.map(\.1) == [1, 2, 2])
    #expect(cities.map(\.2) == [17, 81, 51])
    #expect(cities.map(\.3) == [17, 64, 31])
    let large = try students.filter { $0.active }.group { [$0.lastName.lowercased().key] }
      .having { $0.rowCount() > 1 }.select { ($0.lastName.lowercased(), $0.age.average()) }.all()
    #expect(large.map(\.0) == ["lee"])
    #expect(large.map(\.1) == [18.5])
    #expect(
      try students.group(by: \.city).select { $0.city.countOfValues() }.all().sorted() == [0, 2, 2]
    )
  }

  @Test func refusesAColumnThatIsNotGroupedBy() throws {
    let students = try students()
    #expect(throws: RecordError.self) {
      try students.group(by: \.city).select { ($0.city, $0.age) }.all()
    }
    #expect(throws: RecordError.self) { try students.select { ($0.age.max(), $0.firstName) }.all() }
    #expect(throws: RecordError.self) {
      try students.order(by: \.id).group(by: \.city).select { $0.city }.all()
    }
  }

  @Test func findsOneHundredThousandValuesByOneStatement() throws {
    let students = try students()
    let prepared = students.database.statementCacheStatistics.misses
    let many = Array(1...100_000).map(Int64.init)
    #expect(try students.filter { $0.id.isIn(many) }.count() == 5)
    #expect(try students.filter { $0.id.isIn(many.dropFirst(3)) }.count() == 2)
    #expect(try students.filter { $0.id.isIn([]) }.count() == 0)
    #expect(
      try students.filter { $0.lastName.isIn(many.map { "Lee\($0)" } + ["Lee"]) }.count() == 2
    )
    #expect(try students.filter { $0.id.isIn(many) }.explain().usesIndex)
    let statements = students.database.statementCacheStatistics.misses - prepared
    #expect(statements <= 4)
  }

  @Test func pagesThroughAllRows() throws {
    let students = try students()
    let queries = [
      students.order(by: \.lastName), students.order(by: \.city), students.query,
      students.order(by: \.city, nils: .last), students.order(by: \.city, .descending),
      students.order(by: \.city, .descending, nils: .first).order(by: \.age),
      students.order(by: \.age, .descending).order(by: \.id), students.order(by: \.id, .descending),
    ]
    for query in queries {
      for size in 1...6 {
        var pages: [Student] = []
        var page = try query.page(after: nil, size: size)
        while let last = page.last {
          #expect(page.count <= size)
          pages += page
          page = try query.page(after: last, size: size)
        }
        var keyed = query
        keyed.select.orders.append(
          Ordering(
            node: query.columns.id.node,
            direction: query.select.orders.last?.direction ?? .ascending,
            nils: nil
          )
        )
        #expect(try pages == keyed.all())
      }
    }
    #expect(try students.order(by: \.lastName).page(after: Self.roster[0], size: 0) == [])
    #expect(throws: RecordError.self) { try students.limit(2).page(after: nil, size: 1) }
    #expect(throws: RecordError.self) {
      try students.order { [$0.lastName.lowercased().ascending()] }.page(after: nil, size: 1)
    }
  }

  @Test func asksOtherTables() throws {
    let students = try students()
    let oldest = students.filter { $0.age == students.select { $0.age.max() }.scalar() }
    #expect(try ids(oldest) == [5])
    let inLyon = students.filter { $0.city == "Lyon" }.select(\.lastName)
    #expect(try ids(students.filter { $0.lastName.isIn(inLyon) }.order(by: \.id)) == [1, 3, 5])
    #expect(try ids(students.filter { !$0.lastName.isIn(inLyon) }.order(by: \.id)) == [2, 4])
    let withNamesake = students.filter { one in
      students.filter { $0.lastName == one.lastName && $0.id != one.id }.isNotEmpty
    }
    #expect(try ids(withNamesake.order(by: \.id)) == [1, 5])
  }

  @Test func refusesAColumnOfATableThatIsNotInTheQuery() throws {
    let students = try students()
    var stray: Columns<Student>?
    _ = students.filter {
      stray = $0
      return $0.active
    }
    let columns = try #require(stray)
    #expect(throws: RecordError.self) { try students.filter { _ in columns.age > 3 }.all() }
  }

  @Test func explainsItself() throws {
    let students = try students()
    #expect(
      try students.filter { $0.lastName == "Lee" }.explain().indexes == [
        "index_students_on_lastName"
      ]
    )
    #expect(try students.filter { $0.lastName.hasPrefix("L") }.explain().usesIndex)
    #expect(try students.filter { $0.id == 3 }.explain().usesIndex)
    #expect(try students.filter { $0.firstName == "Ann" }.explain().scansTable)
    #expect(try !students.filter { $0.city == "Lyon" && $0.age > 3 }.explain().scansTable)
    #expect(try students.order(by: \.firstName).explain().sorts)
    #expect(try !students.order(by: \.lastName).explain().sorts)
    let last = Self.roster[0]
    #expect(try !students.filter { $0.firstName == "Ann" }.explain().usesIndex)
    try students.database.execute("CREATE INDEX names ON students (firstName)")
    #expect(try students.filter { $0.firstName == "Ann" }.explain().indexes == ["names"])
    var second = students.order(by: \.lastName).filter { $0.lastName >= last.lastName }
    second = second.limit(2)
    #expect(try !second.explain().scansTable)
  }

  @Test func usesTheSameStatementForOtherValues() throws {
    let students = try students()
    let before = students.database.statementCacheStatistics.misses
    for age in 0..<10 {
      _ = try students.filter { $0.age > age && $0.lastName.hasPrefix("L\(age)") }.limit(age).all()
    }
    #expect(students.database.statementCacheStatistics.misses == before + 1)
  }
}
