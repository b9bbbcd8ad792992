import Foundation
import Synchronization
import Testing

@testable import Roster

/// Every call that can be awaited does, and gives, what its synchronous form does.
@Suite(.timeLimit(.minutes(1)))
struct AsyncTwinTests {
  struct Student: Record, Equatable {
    static let tableName = "students"
    static let primaryKey = PrimaryKey(\Student.id)
    static let schema: Schema<Student> = [
      .unique(\.name), .fullText(\.note), .references(\.friendID, Student.self),
    ]
    var id: Int64?
    var name: String
    var note = ""
    var age: Int?
    var weight: Float = 0
    var height: Float?
    var friendID: Int64?
  }

  /// One database in which everything is odd enough to tell one call from another.
  struct World {
    let database: Database
    let students: Repository<Student>
    let folder: ScratchFolder

    init() throws {
      folder = try ScratchFolder()
      database = try Database(path: folder.path())
      students = Repository(database)
      try students.createTable()
      for (name, age) in [("Ann", 20), ("Bob", nil), ("Cay", 30), ("Dan", 25)] as [(String, Int?)] {
        let note = "the note of \(name)"
        try students.insert(Student(name: name, note: note, age: age, weight: 1.5, height: 2))
      }
      try database.execute("UPDATE students SET friendID = 1 WHERE id > 2; CREATE TABLE t (n)")
      // Two references to rows that are not there.
      try database.execute("PRAGMA foreign_keys = OFF")
      try database.execute("UPDATE students SET friendID = 70 + id WHERE id > 2")
    }

    /// All that the database holds.
    func state() throws -> [String] {
      let tables = try database.query(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%fulltext_%'",
        as: String.self
      )
      return try tables.flatMap { table in
        let count = try database.query(
          "SELECT count(*) FROM \(identifier: table)",
          as: Int.self
        )
        return ["\(table) \(count)"]
      } + (tables.contains("students") ? students.order(by: \.id).all().map { "\($0)" } : [])
    }
  }

  struct Twin: Sendable {
    let name: String
    let now: @Sendable (World) throws -> Any
    let later: @Sendable (World) async throws -> Any

    init(
      _ name: String,
      _ now: @escaping @Sendable (World) throws -> Any,
      _ later: @escaping @Sendable (World) async throws -> Any
    ) {
      (self.name, self.now, self.later) = (name, now, later)
    }
  }

  static let eve = Student(name: "Eve", note: "new", age: 1)

  @Test func everyTwinDoesTheSame() async throws {
    for twin in Self.reading + Self.writing + Self.ofDatabases {
      let (one, two) = (try World(), try World())
      defer {
        one.folder.remove()
        two.folder.remove()
      }
      let now = Result { try "\(twin.now(one))" }
      let later: Result<String, any Error>
      do { later = .success("\(try await twin.later(two))") } catch { later = .failure(error) }
      #expect(text(now, one) == text(later, two), "\(twin.name)")
      #expect(try one.state() == two.state(), "\(twin.name)")
    }
  }

  private func text(_ result: Result<String, any Error>, _ world: World) -> String {
    "\(result)".replacing(world.folder.url.path, with: "")
  }

  static let reading: [Twin] = [
    Twin("all", { try $0.students.all() }, { try await $0.students.all() }),
    Twin("count", { try $0.students.count() }, { try await $0.students.count() }),
    Twin("find", { try $0.students.find(3) as Any }, { try await $0.students.find(3) as Any }),
    Twin("find nil", { try $0.students.find(9) as Any }, { try await $0.students.find(9) as Any }),
    Twin(
      "find(all:)",
      { try $0.students.find(all: [4, 9, 1]) },
      { try await $0.students.find(all: [4, 9, 1]) }
    ),
    Twin("get", { try $0.students.get(2) }, { try await $0.students.get(2) }),
    Twin("get none", { try $0.students.get(9) }, { try await $0.students.get(9) }),
    Twin(
      "page",
      { try $0.students.order(by: \.age).page(after: nil, size: 2) },
      { try await $0.students.order(by: \.age).page(after: nil, size: 2) }
    ),
    Twin(
      "hits",
      { try $0.students.search("note Ann").hits(.highlight(\.note)) as [SearchHit<Student>] },
      { try await $0.students.search("note Ann").hits(.highlight(\.note)) as [SearchHit<Student>] }
    ),
    Twin(
      "sum of floats",
      { try $0.students.sum(\.weight) as Double },
      { try await $0.students.sum(\.weight) as Double }
    ),
    Twin(
      "sum of floats that may be nil",
      { try $0.students.sum(\.height) as Double },
      { try await $0.students.sum(\.height) as Double }
    ),
    Twin("sum", { try $0.students.sum(\.age) }, { try await $0.students.sum(\.age) }),
    Twin(
      "average",
      { try $0.students.average(\.age) as Any },
      { try await $0.students.average(\.age) as Any }
    ),
    Twin("min", { try $0.students.min(\.age) as Any }, { try await $0.students.min(\.age) as Any }),
    Twin("max", { try $0.students.max(\.age) as Any }, { try await $0.students.max(\.age) as Any }),
    Twin(
      "min of texts",
      { try $0.students.min(\.name) as Any },
      { try await $0.students.min(\.name) as Any }
    ),
    Twin(
      "max of texts",
      { try $0.students.max(\.name) as Any },
      { try await $0.students.max(\.name) as Any }
    ),
    Twin(
      "explain",
      { try $0.students.filter { $0.name == "x" }.explain() },
      { try await $0.students.filter { $0.name == "x" }.explain() }
    ),
    Twin(
      "with",
      { try $0.students.with($0.students, on: \.friendID).map { "\($0)" } },
      { try await $0.students.with($0.students, on: \.friendID).map { "\($0)" } }
    ),
  ]

  static let writing: [Twin] = [
    Twin("insert", { try $0.students.insert(eve) }, { try await $0.students.insert(eve) }),
    Twin(
      "insert(contentsOf:)",
      { try $0.students.insert(contentsOf: [eve]) },
      { try await $0.students.insert(contentsOf: [eve]) }
    ),
    Twin(
      "update",
      { try $0.students.update(Student(id: 2, name: "x")) },
      { try await $0.students.update(Student(id: 2, name: "x")) }
    ),
    Twin(
      "update of none",
      { try $0.students.update(Student(id: 9, name: "x")) },
      { try await $0.students.update(Student(id: 9, name: "x")) }
    ),
    Twin(
      "save",
      { try $0.students.save(Student(id: 2, name: "x")) },
      { try await $0.students.save(Student(id: 2, name: "x")) }
    ),
    Twin(
      "upsert",
      { try $0.students.upsert(Student(name: "Bob"), onConflict: \.name, update: \.note) },
      { try await $0.students.upsert(Student(name: "Bob"), onConflict: \.name, update: \.note) }
    ),
    Twin(
      "delete",
      { try $0.students.delete($0.students.get(2)) },
      { try await $0.students.delete(try await $0.students.get(2)) }
    ),
    Twin(
      "delete(key:)",
      { try $0.students.delete(key: 3) },
      { try await $0.students.delete(key: 3) }
    ),
    Twin(
      "update of a query",
      { try $0.students.filter { $0.age > 20 }.update { $0.note = $0.name } },
      { try await $0.students.filter { $0.age > 20 }.update { $0.note = $0.name } }
    ),
    Twin(
      "update(set:to:)",
      { try $0.students.limit(2).update(set: \.age, to: 7) },
      { try await $0.students.limit(2).update(set: \.age, to: 7) }
    ),
    Twin(
      "delete of a query",
      { try $0.students.filter { $0.age == nil }.delete() },
      { try await $0.students.filter { $0.age == nil }.delete() }
    ),
    Twin("createTable", { try $0.students.createTable() }, { try await $0.students.createTable() }),
    Twin("dropTable", { try $0.students.dropTable() }, { try await $0.students.dropTable() }),
    Twin(
      "rebuildFullText",
      { try $0.students.rebuildFullText() },
      { try await $0.students.rebuildFullText() }
    ),
  ]

  static let ofDatabases: [Twin] = [
    Twin(
      "integrityCheck",
      { try $0.database.integrityCheck() },
      { try await $0.database.integrityCheck() }
    ),
    Twin(
      "integrityCheck(limit:)",
      { try $0.database.integrityCheck(limit: 1) },
      { try await $0.database.integrityCheck(limit: 1) }
    ),
    Twin(
      "checkpoint",
      { try $0.database.checkpoint(.truncate) },
      { try await $0.database.checkpoint(.truncate) }
    ),
    Twin(
      "checkpoint, as usual",
      { try $0.database.checkpoint() },
      { try await $0.database.checkpoint() }
    ),
    Twin("vacuum", { try $0.database.vacuum() }, { try await $0.database.vacuum() }),
    Twin(
      "vacuum(into:)",
      {
        try $0.database.vacuum(into: $0.folder.path("copy"))
        return try Repository<Student>(Database(path: $0.folder.path("copy"))).all()
      },
      {
        try await $0.database.vacuum(into: $0.folder.path("copy"))
        return try await Repository<Student>(Database(path: $0.folder.path("copy"))).all()
      }
    ),
    Twin(
      "backup",
      {
        try $0.database.backup(to: $0.folder.path("copy"))
        return try Repository<Student>(Database(path: $0.folder.path("copy"))).all()
      },
      {
        try await $0.database.backup(to: $0.folder.path("copy"))
        return try await Repository<Student>(Database(path: $0.folder.path("copy"))).all()
      }
    ),
    Twin(
      "query",
      { try $0.database.query("SELECT name FROM students", as: String.self) },
      { try await $0.database.query("SELECT name FROM students", as: String.self) }
    ),
    Twin(
      "query of tuples",
      { try $0.database.query("SELECT id, name FROM students", as: (Int, String).self) },
      { try await $0.database.query("SELECT id, name FROM students", as: (Int, String).self) }
    ),
    Twin(
      "execute",
      { try $0.database.execute("UPDATE students SET age = \(3) WHERE id > 2") },
      { try await $0.database.execute("UPDATE students SET age = \(3) WHERE id > 2") }
    ),
    Twin(
      "prepare and run",
      { try $0.database.prepare("INSERT INTO t VALUES (?), (?)").run(1, 2) },
      { try await $0.database.prepare("INSERT INTO t VALUES (?), (?)").run(1, 2) }
    ),
    Twin(
      "write",
      { world in try world.database.write { try world.students.insert(eve) } },
      { world in try await world.database.write { try world.students.insert(eve) } }
    ),
    Twin(
      "read",
      { world in try world.database.read { try world.students.count() } },
      { world in try await world.database.read { try world.students.count() } }
    ),
  ]
}
