import Foundation
import Testing

@testable import Roster

@Suite struct WritingTests {
  struct Parent: Record, Equatable {
    static let tableName = "parents"
    static let primaryKey = PrimaryKey(\Parent.id)
    static let schema: Schema<Parent> = [.unique(\.name), .unique(\.first, \.last)]
    var id: Int64? = nil
    var name: String
    var first = ""
    var last = ""
    var age: Int? = nil
  }
  struct Child: Record {
    static let tableName = "children"
    static let primaryKey = PrimaryKey(\Child.id)
    static let schema: Schema<Child> = [.references(\.parent, Parent.self, onDelete: .cascade)]
    var id: Int64? = nil
    var parent: Int64
  }

  private func family() throws -> (Repository<Parent>, Repository<Child>) {
    let database = try Database.inMemory()
    let parents = Repository<Parent>(database)
    let children = Repository<Child>(database)
    try parents.createTable()
    try children.createTable()
    return (parents, children)
  }

  @Test func savesWithoutReplacingTheRow() throws {
    let (parents, children) = try family()
    let parent = try parents.insert(Parent(name: "a", first: "1"))
    try children.insert(Child(parent: try #require(parent.id)))
    var changed = parent
    changed.age = 50
    #expect(try parents.save(changed) == changed)
    #expect(try children.count() == 1, "the child of a replaced row would have been deleted")
  }

  @Test func refusesASaveThatConflictsElsewhere() throws {
    let (parents, _) = try family()
    let first = try parents.insert(Parent(name: "a", first: "1"))
    let second = try parents.insert(Parent(name: "b", first: "2"))
    var clash = second
    clash.name = "a"
    let error = try thrown(DatabaseError.self) { try parents.save(clash) }
    #expect((error.code, error.table, error.columns) == (.constraintUnique, "parents", ["name"]))
    #expect(try parents.all() == [first, second])
    clash = second
    clash.first = "1"
    let two = try thrown(DatabaseError.self) { try parents.update(clash) }
    #expect(two.columns == ["first", "last"])
  }

  @Test func upsertsOnAUniqueColumn() throws {
    let (parents, _) = try family()
    let stored = try parents.insert(Parent(name: "a", first: "1", age: 1))
    let incoming = Parent(id: nil, name: "a", first: "2", age: 2)
    let onlyAge = try parents.upsert(incoming, onConflict: \.name, update: \.age)
    #expect(onlyAge == Parent(id: stored.id, name: "a", first: "1", age: 2))
    let all = try parents.upsert(incoming, onConflict: \.name)
    #expect(all == Parent(id: stored.id, name: "a", first: "2", age: 2))
    let fresh = try parents.upsert(Parent(name: "b"), onConflict: \.first, \.last)
    #expect(fresh.id == 2)
    let error = try thrown(DatabaseError.self) { try parents.upsert(fresh, onConflict: \.age) }
    #expect(error.code == .error)
  }

  @Test func saysWhenAnUpdateFindsNoRow() throws {
    let (parents, _) = try family()
    let error = try thrown(RecordError.self) { try parents.update(Parent(id: 9, name: "x")) }
    #expect(error.description == #"table "parents" has no row with id = 9"#)
    #expect(try !parents.delete(Parent(id: 9, name: "x")))
  }

  @Test func insertsAllOrNone() throws {
    let (parents, _) = try family()
    func records(_ numbers: Range<Int>) -> [Parent] {
      numbers.map { Parent(name: "\($0)", first: "\($0)") }
    }
    #expect(try parents.insert(contentsOf: []) == 0)
    #expect(try parents.insert(contentsOf: records(0..<1)) == 1)
    #expect(try parents.insert(contentsOf: records(1..<65)) == 64)
    #expect(try parents.insert(contentsOf: records(65..<265)) == 200)
    #expect(try parents.insert(contentsOf: records(265..<400).lazy.map { $0 }) == 135)
    #expect(try Set(parents.all().map(\.name)) == Set((0..<400).map(String.init)))
    for bad in [0, 31, 32, 63, 64, 100, 129] {
      var batch = records(1000..<1130)
      batch[bad].name = "7"
      let error = try thrown(DatabaseError.self) { try parents.insert(contentsOf: batch) }
      #expect((error.code, error.recordIndex) == (.constraintUnique, bad))
      #expect(try parents.count() == 400)
    }
  }

  struct Reading: Record {
    static let tableName = "readings"
    static let primaryKey = PrimaryKey(\Reading.id)
    var id: Int64? = nil
    var value: Double
    var note: String? = nil
  }

  @Test func namesTheRecordOfABulkInsertThatCannotBeStored() throws {
    let readings = Repository<Reading>(try Database.inMemory())
    try readings.createTable()
    for bad in [0, 31, 32, 63, 64, 99] {
      var batch = (0..<100).map { Reading(value: Double($0), note: $0 % 2 == 0 ? nil : "x") }
      batch[bad].value = .nan
      let error = try thrown(EncodingError.self) { try readings.insert(contentsOf: batch) }
      guard case .invalidValue(let value, let context) = error else { return }
      #expect(context.debugDescription.hasPrefix("record \(bad): column \"value\""))
      #expect("\(value)" == "Double", "an error carries the type and not the value")
      #expect(try readings.count() == 0)
    }
    let batch = (0..<100).map { Reading(value: Double($0), note: $0 % 2 == 0 ? nil : "x") }
    try readings.insert(contentsOf: batch)
    let nils = try readings.database.query(
      "SELECT count(*) FROM readings WHERE note IS NULL",
      as: Int.self
    )
    #expect(nils == [50])
  }

  struct Sparse: Record {
    static let tableName = "sparse"
    static let primaryKey = PrimaryKey(\Sparse.id)
    var id: Int
    var a: String? = nil
    var b: String? = nil
    init(id: Int, a: String? = nil, b: String? = nil) { (self.id, self.a, self.b) = (id, a, b) }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      if let a { try container.encode(a, forKey: .a) }
      if let b { try container.encode(b, forKey: .b) }
    }
    enum CodingKeys: CodingKey { case id, a, b }
  }

  @Test func writesNullForWhatATypeLeavesOut() throws {
    let sparse = Repository<Sparse>(try Database.inMemory())
    try sparse.createTable()
    try sparse.insert(contentsOf: (0..<130).map { Sparse(id: $0, a: $0 % 2 == 0 ? "a" : nil) })
    #expect(try sparse.all().allSatisfy { $0.a == ($0.id % 2 == 0 ? "a" : nil) && $0.b == nil })
    try sparse.insert(Sparse(id: 500, a: "a", b: "b"))
    try sparse.update(Sparse(id: 500, b: "c"))
    #expect(try sparse.get(500).a == nil)
    #expect(try sparse.save(Sparse(id: 500)).b == nil)
  }

  @Test func insertsARowThatATriggerChangesOrLeavesOut() throws {
    let readings = Repository<Reading>(try Database.inMemory())
    try readings.createTable()
    try readings.database.execute(
      """
      CREATE TRIGGER leave BEFORE INSERT ON readings WHEN NEW.value < 0 BEGIN
        SELECT RAISE(IGNORE);
      END;
      CREATE TRIGGER refuse BEFORE INSERT ON readings WHEN NEW.value > 100 BEGIN
        SELECT RAISE(ABORT, 'too much');
      END
      """
    )
    #expect(try readings.insert(Reading(value: 1)).id == 1)
    let left = try thrown(DatabaseError.self) { try readings.insert(Reading(value: -1)) }
    #expect(left.message.contains("a trigger or a conflict clause left it out"))
    let refused = try thrown(DatabaseError.self) { try readings.insert(Reading(value: 200)) }
    #expect((refused.code, refused.message) == (.constraintTrigger, "too much"))
    #expect(try readings.count() == 1)
  }

  struct Computed: Record {
    static let tableName = "computed"
    static let primaryKey = PrimaryKey(\Computed.id)
    static let schema: Schema<Computed> = [.generated(\.half) { "\($0.id) / 2.0" }]
    var id: Int
    var half: Int? = nil
  }

  @Test func undoesAnInsertThatCannotBeReadBack() throws {
    let computed = Repository<Computed>(try Database.inMemory())
    try computed.createTable()
    #expect(try computed.insert(Computed(id: 2)).half == 1)
    #expect(throws: DecodingError.self) { try computed.insert(Computed(id: 3)) }
    #expect(try computed.count() == 1)
    #expect(throws: DecodingError.self) {
      try computed.database.write {
        try computed.insert(Computed(id: 4))
        // Handled, but what was written cannot be read, so it must not be committed.
        _ = try? computed.insert(Computed(id: 5))
      }
    }
    #expect(try computed.count() == 1)
    try computed.database.write {
      try computed.insert(Computed(id: 6))
      _ = try? computed.database.write { try computed.insert(Computed(id: 7)) }
    }
    #expect(try computed.all().map(\.id) == [2, 6])
  }
}
