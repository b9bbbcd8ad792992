import Foundation
import Testing

@testable import Roster

/// The index stays in step with its table, whoever writes to it and how.
@Suite struct FullTextIndexTests {
  /// A way to write, the rows it touches as Roster counts them, and what is found afterwards.
  struct Write: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let finds: [Int64?]
    let write: @Sendable (Repository<Note>) throws -> Void

    init(
      _ name: String,
      finds: [Int64?],
      _ write: @escaping @Sendable (Repository<Note>) throws -> Void
    ) {
      testDescription = name
      self.finds = finds
      self.write = write
    }
  }

  static let writes: [Write] = [
    Write("insert", finds: [9]) { notes throws in
      let new = Note(id: 9, code: "n", title: "A zebra", body: nil)
      #expect(try notes.insert(new) == new)
    },
    Write("insert with a new key", finds: [6]) { notes throws in
      #expect(try notes.insert(Note(code: "n", title: "A zebra")).id == 6)
    },
    Write("insert(contentsOf:)", finds: (10..<110).map { $0 }) { notes throws in
      let many = (10..<110).map { (id: Int64) in
        Note(id: id, code: "\(id)", title: "zebra", body: "x")
      }
      #expect(try notes.insert(contentsOf: many) == 100)
    },
    Write("update", finds: [2]) { notes throws in
      try notes.update(Note(id: 2, code: "b", title: "zebra", body: nil))
    },
    Write("save of a new record", finds: [9]) { notes throws in
      #expect(try notes.save(Note(id: 9, code: "n", title: "zebra")).id == 9)
    },
    Write("save of one that exists", finds: [1]) { notes throws in
      let changed = Note(id: 1, code: "a", title: "zebra", body: "x")
      #expect(try notes.save(changed) == changed)
    },
    Write("upsert", finds: [3]) { notes throws in
      let new = Note(code: "c", title: "x", body: "zebra")
      #expect(try notes.upsert(new, onConflict: \.code).id == 3)
    },
    Write("delete", finds: []) { notes throws in
      #expect(try notes.delete(Note.some[0]))
      #expect(try notes.delete(key: 2))
      #expect(try !notes.delete(key: 2))
    },
    Write("Query.update", finds: [3, 4, 5]) { notes throws in
      let starred = notes.filter { $0.stars > 0 }
      #expect(try starred.update { $0.title = $0.title + " zebra" } == 3)
    },
    Write("Query.update of a key", finds: [77]) { notes throws in
      try notes.filter { $0.id == 2 }.update {
        $0.id = 77
        $0.title = "zebra"
      }
    },
    Write("Query.delete", finds: []) { notes throws in
      #expect(try notes.filter { $0.stars > 0 }.delete() == 3)
      #expect(try notes.delete() == 2)
    },
    Write("a transaction rolled back", finds: []) { notes throws in
      struct Fault: Error {}
      #expect(throws: Fault.self) {
        try notes.database.write {
          try notes.update(set: \.title, to: "zebra")
          throw Fault()
        }
      }
    },
    Write("a bulk insert that fails in its midst", finds: []) { notes throws in
      let many = (10..<80).map { (id: Int64) in
        Note(id: id, code: id == 70 ? "a" : "\(id)", title: "zebra")
      }
      #expect { try notes.insert(contentsOf: many) } throws: {
        ($0 as? DatabaseError)?.recordIndex == 60
      }
    },
    Write("REPLACE by raw SQL, whose deletes fire no trigger", finds: [1]) { notes throws in
      try notes.database.execute("REPLACE INTO notes VALUES (1, 'a', 'zebra', NULL, 0)")
      try notes.database.execute("REPLACE INTO notes VALUES (2, 'b', 'new', NULL, 0)")
      #expect(try notes.search("swallow").count() == 0)
    },
    Write("INSERT into the place of a row that went unnoticed", finds: [2]) { notes throws in
      try notes.database.execute("REPLACE INTO notes VALUES (9, 'b', 'new', NULL, 0)")
      try notes.database.execute("INSERT OR FAIL INTO notes VALUES (2, 'n', 'zebra', NULL, 0)")
      #expect(try notes.search("swallow").count() == 0)
    },
    Write("INSERT OR IGNORE by raw SQL", finds: [9]) { notes throws in
      try notes.database.execute("INSERT OR IGNORE INTO notes VALUES (1, 'a', 'zebra', NULL, 0)")
      try notes.database.execute("INSERT OR IGNORE INTO notes VALUES (9, 'n', 'zebra', NULL, 0)")
    },
    Write("UPDATE OR REPLACE onto a key that is taken", finds: [2]) { notes throws in
      try notes.database.execute("UPDATE OR REPLACE notes SET id = 2, title = 'zebra' WHERE id = 1")
    },
    Write("a change of case in a text", finds: []) { notes throws in
      try notes.update(Note(id: 2, code: "b", title: "GARDENING", body: nil))
    },
    Write("a trigger of others that changes the text", finds: [1]) { notes throws in
      try notes.database.execute(
        """
        CREATE TRIGGER tidy AFTER UPDATE ON notes
        BEGIN UPDATE notes SET title = trim(title), stars = stars + 1 WHERE id = new.id; END
        """
      )
      try notes.update(Note(id: 1, code: "a", title: "  zebra ", body: nil))
      #expect(try notes.get(1).title == "zebra")
    },
  ]

  @Test(arguments: writes)
  func staysInStep(_ write: Write) throws {
    let notes = try Note.stored()
    #expect(try notes.isInStep())
    try write.write(notes)
    #expect(try notes.isInStep())
    #expect(try notes.search("zebra").order(by: \.id).all().map(\.id) == write.finds)
  }

  @Test func hidesWhatAReplaceByAnotherUniqueColumnLeavesBehind() throws {
    let notes = try Note.stored()
    try notes.database.execute("REPLACE INTO notes VALUES (9, 'b', 'zebra', NULL, 0)")
    #expect(try notes.search("swallow").all() == [])
    #expect(try notes.search("swallow").count() == 0)
    #expect(try notes.search("zebra").all().map(\.id) == [9])
    #expect(try !notes.isInStep())
    // A row that takes the key takes the place in the index.
    try notes.insert(Note(id: 2, code: "n", title: "back"))
    #expect(try notes.isInStep())
  }

  struct Page: Record {
    static let tableName = "pages"
    static let primaryKey = PrimaryKey(\Page.id)
    static let schema: Schema<Page> = [
      .references(\.noteID, Note.self, onDelete: .cascade, onUpdate: .cascade),
      .fullText(\.text), .strict,
    ]
    var id: Int64?
    var noteID: Int64?
    var text: String
  }

  @Test func followsCascades() throws {
    let notes = try Note.stored()
    let pages = Repository<Page>(notes.database)
    try pages.createTable()
    try pages.insert(
      contentsOf: (1...4).map { (id: Int64) in Page(noteID: id, text: "page \(id)") }
    )
    #expect(try notes.filter { $0.id < 3 }.delete() == 2)
    try notes.filter { $0.id == 3 }.update(set: \.id, to: 33)
    #expect(try pages.search("page").order(by: \.id).all().map(\.noteID) == [33, 4])
    #expect(try pages.isInStep())
    #expect(try notes.isInStep())
  }

  @Test func takesInTheRowsThatWereThereBefore() throws {
    struct Plain: Record {
      static let tableName = "notes"
      static let primaryKey = PrimaryKey(\Plain.id)
      var id: Int64?
      var code: String
      var title: String
      var body: String?
      var stars: Int
    }
    let database = try Database.inMemory()
    let plain = Repository<Plain>(database)
    try plain.createTable()
    try plain.insert(Plain(id: 7, code: "x", title: "zebra", body: nil, stars: 0))
    let notes = Repository<Note>(database)
    let error = try thrown(DatabaseError.self) { try notes.search("zebra").all() }
    #expect(error.message == "no such table: notes_fulltext")
    try notes.createTable()
    #expect(try notes.search("zebra").all().map(\.id) == [7])
    try notes.createTable()
    #expect(try notes.isInStep())
  }

  @Test func survivesVacuumAndAnotherConnection() throws {
    try ScratchFolder.lend { folder in
      let database = try Database(path: folder.path())
      let notes = Repository<Note>(database)
      try notes.createTable()
      try notes.insert(contentsOf: Note.some)
      try notes.filter { $0.id < 3 }.delete()
      try database.execute("VACUUM")
      let others = Repository<Note>(try Database(path: folder.path()))
      try others.insert(Note(id: 1, code: "z", title: "swift again"))
      #expect(try notes.search("swift").order(by: \.id).all().map(\.id) == [1, 4])
      #expect(try notes.isInStep())
    }
  }

  @Test func goesWithItsTable() throws {
    let notes = try Note.stored()
    try notes.dropTable()
    let left = "SELECT count(*) FROM sqlite_schema WHERE name LIKE '%notes%'"
    #expect(try notes.database.query("\(raw: left)", as: Int.self) == [0])
    try notes.dropTable()
    try notes.createTable()
    try notes.insert(contentsOf: Note.some)
    // Without Roster, the index stays; what it holds is of no row.
    try notes.database.execute("DROP TABLE notes")
    try notes.createTable()
    #expect(try notes.search("swift").all() == [])
    try notes.insert(Note.some[0])
    #expect(try notes.search("swift").all() == [Note.some[0]])
  }

  struct Titles: Record {
    static let tableName = "notes"
    static let primaryKey = PrimaryKey(\Titles.id)
    static let schema: Schema<Titles> = [.fullText(\.title, tokenizer: .porter)]
    var id: Int64?
    var title: String
  }

  @Test func refusesAnIndexOverOtherColumnsUntilItIsMadeAnew() throws {
    let notes = try Note.stored()
    let titles = Repository<Titles>(notes.database)
    let error = try thrown(RecordError.self) { try titles.search("run").all() }
    #expect("\(error)".contains("rebuildFullText"))
    #expect(throws: RecordError.self) { try titles.createTable() }
    try titles.rebuildFullText()
    #expect(try titles.search("run").all().map(\.id) == [4])
    #expect(try titles.isInStep())
    #expect(throws: RecordError.self) { try notes.search("run").all() }
    try notes.database.execute("UPDATE notes SET title = 'Walking' WHERE id = 4")
    #expect(try titles.search("walk").all().map(\.id) == [4])
    try notes.rebuildFullText()
    #expect(try notes.isInStep())
    #expect(try notes.search("walk").all() == [])
  }

  struct Odd: Record {
    static let tableName = "a\"b; DROP TABLE x"
    static let primaryKey = PrimaryKey(\Odd.order)
    static let schema: Schema<Odd> = [.fullText(\.quote, \.space, \.whole)]
    var order: Int
    var quote: String
    var space: String?
    var whole: String?
    enum CodingKeys: String, CodingKey {
      case order = "ORDER"
      case quote = "q\"'`];--"
      case space = "tokenize = x"
      case whole = "prefix=1 (ü)"
    }
  }

  @Test func quotesHostileNames() throws {
    let odd = Repository<Odd>(try Database.inMemory())
    try odd.createTable()
    try odd.insert(Odd(order: 3, quote: "zebra", space: "lion"))
    try odd.update(Odd(order: 3, quote: "zebra", space: "tiger", whole: "x"))
    let hits = try odd.search("tiger").hits(.highlight(\.space), .snippet(\.quote))
    #expect(hits.map(\.excerpts) == [["[tiger]", "zebra"]])
    #expect(try odd.isInStep())
    #expect(try odd.search("tiger").delete() == 1)
    #expect(try odd.search("zebra").count() == 0)
    try odd.dropTable()
    #expect(try odd.database.query("SELECT count(*) FROM sqlite_schema", as: Int.self) == [0])
  }
}
