import Foundation
import Testing

@testable import Roster

@Suite struct SearchTests {
  private func ids(_ query: some Queryable<Note>) throws -> [Int64?] {
    try query.query.all().map(\.id)
  }

  @Test(arguments: [
    ("swift", [1, 2, 4]), ("swift sqlite", [1]), ("swift AND bird", [2]),
    ("bird OR codable", [1, 2]), ("swift NOT bird", [1, 4]), ("title: swift", [1]),
    ("{title body}: day", [4]), ("swal*", [2]), ("\"swift is a\"", [2]), ("\"is swift\"", []),
    ("NEAR(codable database, 3)", [1]), ("NEAR(codable database, 1)", []), ("^gardening", [2]),
    ("^is", []), ("SWIFT", [1, 2, 4]), ("cafe", [3]), ("nothing", []), ("\"\"", []),
  ])
  func understandsTheSyntaxOfFTS5(_ text: String, _ found: [Int64]) throws {
    let search = try Note.stored().search(text)
    #expect(try ids(search.order(by: \.id)) == found)
    #expect(try search.count() == found.count)
    #expect(try search.exists() == !found.isEmpty)
    #expect(try search.explain().scansTable == false)
  }

  @Test func putsTheBestFirst() throws {
    let notes = try Note.stored()
    #expect(try ids(notes.search("swift")) == [4, 1, 2])
    #expect(try notes.search("swift").first()?.id == 4)
    #expect(try ids(notes.search("swift").limit(1).offset(1)) == [1])
    #expect(try ids(notes.search("swift").order(by: \.title, .descending)) == [1, 4, 2])
    var seen: [Int64?] = []
    try notes.search("swift").stream { seen.append($0.id) }
    #expect(seen == [4, 1, 2])
    #expect(try notes.search("bird").one().id == 2)
    #expect(throws: RecordError.self) { try notes.search("swift").one() }
  }

  @Test func composesWithTheRestOfAQuery() throws {
    let notes = try Note.stored()
    let search = notes.search("swift")
    #expect(try ids(search.filter { $0.stars == 0 }) == [1, 2])
    #expect(try ids(notes.filter { $0.stars > 0 || $0.id == 2 }.search("swift")) == [4, 2])
    #expect(try ids(search.search("bird OR all")) == [4, 2])
    #expect(try ids(search.search(plain: "bird")) == [2])
    #expect(try search.sum(\.stars) == 1)
    #expect(try search.limit(2).count() == 2)
    #expect(try search.limit(2).max(\.stars) == 1)
    #expect(try search.min(\.title) == "Gardening")
    #expect(try search.select(\.title).all() == ["Running", "Swift and SQLite", "Gardening"])
    #expect(try search.select(\.stars).distinct().all().sorted() == [0, 1])
    #expect(try search.select(\.stars).distinct().count() == 2)
    #expect(try search.select { $0.stars.max() }.all() == [1])
    let groups = try search.group(by: \.stars).order { [$0.stars.ascending()] }
      .select { ($0.stars, $0.rowCount()) }.all()
    #expect(groups.map { [$0, $1] } == [[0, 2], [1, 1]])
    #expect(try search.filter { $0.id == 2 }.hits().map(\.record.id) == [2])
  }

  @Test func updatesAndDeletesWhatItFinds() throws {
    let notes = try Note.stored()
    #expect(try notes.search("swift").limit(1).update(set: \.stars, to: 9) == 1)
    #expect(try notes.get(4).stars == 9)
    // The update takes the rows out of the search under way.
    #expect(try notes.search("swift").update { $0.title = $0.title + " gone" } == 3)
    #expect(try notes.search("swift AND gone").update(set: \.body, to: nil) == 3)
    #expect(try ids(notes.search("swift")) == [1])
    #expect(try notes.search("gone").filter { $0.id != 1 }.delete() == 2)
    #expect(try ids(notes.order(by: \.id)) == [1, 3, 5])
    #expect(try notes.isInStep())
  }

  @Test func updatesAndDeletesThousandsOfRowsItFinds() throws {
    let many = (1...3000).map { (id: Int64) in
      Note(id: id, code: "\(id)", title: "zebra \(id)", body: "b")
    }
    let notes = try Note.stored(many)
    #expect(try notes.search("zebra").update { $0.title = $0.title + " zebra" } == 3000)
    #expect(try notes.search("zebra").limit(1000).delete() == 1000)
    #expect(try notes.search("zebra").count() == 2000)
    #expect(try notes.isInStep())
  }

  @Test func pagesInAnOrderOfItsOwn() throws {
    let search = try Note.stored().search("swift")
    let byTitle = search.order(by: \.title)
    let first = try byTitle.page(after: nil, size: 2)
    #expect(first.map(\.id) == [2, 4])
    #expect(try byTitle.page(after: first.last, size: 2).map(\.id) == [1])
    #expect(throws: RecordError.self) { try search.page(after: nil, size: 2) }
  }

  struct Author: Record {
    static let tableName = "authors"
    static let primaryKey = PrimaryKey(\Author.id)
    static let schema: Schema<Author> = [.fullText(\.name)]
    var id: Int64
    var noteID: Int64
    var name: String
  }

  @Test func joinsAndRanksTheJoin() throws {
    let notes = try Note.stored()
    let authors = Repository<Author>(notes.database)
    try authors.createTable()
    try authors.insert(contentsOf: [
      Author(id: 1, noteID: 4, name: "Ann Swift"), Author(id: 2, noteID: 1, name: "Bo"),
      Author(id: 3, noteID: 1, name: "Ann Lee"), Author(id: 4, noteID: 3, name: "Ann"),
    ])
    let search = notes.search("swift")
    let join = search.join(authors) { $0.id == $1.noteID }
    #expect(try join.all().map(\.0.id) == [4, 1, 1])
    #expect(try join.count() == 3)
    #expect(try join.exists())
    #expect(try join.first()?.1.id == 1)
    let left = search.leftJoin(authors) { $0.id == $1.noteID }
    #expect(try left.all().map(\.0.id) == [4, 1, 1, 2])
    #expect(try left.filter { $1.id == nil }.all().map(\.0.id) == [2])
    let right = authors.leftJoin(search) { $0.noteID == $1.id }
      .order { author, _ in [author.id.ascending()] }
    #expect(try right.all().map { $0.1?.id } == [4, 1, 1, nil])
    let both = search.join(authors.search("ann")) { $0.id == $1.noteID }
      .join(search) { $0.id == $2.id }
    #expect(try both.all().map(\.1.id) == [1, 3])
    let limited = search.limit(1).join(authors) { $0.id == $1.noteID }
    #expect(try limited.all().map(\.1.id) == [1])
    let counts = try join.group { note, _ in [note.id.key] }
      .order { note, _ in [note.id.ascending()] }.select { note, _ in note.rowCount() }.all()
    #expect(counts == [2, 1])
    let families = try search.with(authors.search("ann OR bo"), on: \.noteID)
    #expect(families.map(\.0.id) == [4, 1, 2])
    #expect(families.map(\.1.count) == [1, 2, 0])
  }

  @Test func asksFromWithinAnotherQuery() throws {
    let notes = try Note.stored()
    let search = notes.search("swift")
    #expect(
      try ids(notes.filter { $0.id.isIn(search.select(\.id)) }.order(by: \.id)) == [1, 2, 4]
    )
    #expect(try ids(notes.filter { !$0.id.isIn(search.limit(2).select(\.id)) }).count == 3)
    #expect(try ids(notes.filter { $0.id == search.select(\.id).scalar() }) == [4])
    #expect(
      try ids(
        search.filter { note in
          notes.search("bird").filter { $0.id == note.id }.isNotEmpty
        }
      ) == [2]
    )
  }

  @Test func showsWhereAndHowWellItMatches() throws {
    let notes = try Note.stored()
    let hits = try notes.search("swift").hits(
      .highlight(\.title),
      .snippet(\.body, tokens: 3, marks: ("<b>", "</b>"), ellipsis: "...")
    )
    #expect(hits.map(\.record.id) == [4, 1, 2])
    #expect(hits.map { $0.excerpts[0] } == ["Running", "[Swift] and SQLite", "Gardening"])
    #expect(
      hits.map { $0.excerpts[1] } == [
        "<b>swift</b> <b>swift</b> <b>swift</b>...", "Codable structs in...",
        "A <b>swift</b> is...",
      ]
    )
    #expect(hits.map(\.rank) == hits.map(\.rank).sorted())
    #expect(hits.allSatisfy { $0.rank < 0 })
    #expect(try notes.search("cafe").hits(.snippet(\.body)).map(\.excerpts) == [[nil]])
    #expect(try notes.search("swift").limit(1).hits().map(\.excerpts) == [[]])
    #expect(
      try notes.search("swift").order(by: \.id).hits(.snippet(\.title)).map(\.record.id)
        == [1, 2, 4]
    )
    #expect(try notes.search("nothing").hits(.snippet(\.title)).isEmpty)
  }

  @Test func refusesExcerptsThatCannotBe() throws {
    let notes = try Note.stored()
    for tokens in [.min, -1, 0, 65, Int.max] {
      #expect(throws: RecordError.self) {
        try notes.search("swift").hits(.snippet(\.body, tokens: tokens))
      }
    }
    #expect(throws: RecordError.self) { try notes.search("swift").hits(.highlight(\.code)) }
    #expect(throws: RecordError.self) { try notes.query.hits() }
    #expect(throws: RecordError.self) { try notes.search("swift").limit(-1).hits() }
  }

  @Test func refusesATypeWithoutFullTextBeforeAnySQL() throws {
    let students = try QueryTests.students()
    let prepared = students.database.statementCacheStatistics.misses
    let search = students.search("x").filter { $0.age > 3 }
    let runs: [() throws -> Void] = [
      { _ = try search.all() }, { _ = try search.count() }, { _ = try search.first() },
      { _ = try search.exists() }, { _ = try search.delete() }, { _ = try search.hits() },
      { _ = try search.update(set: \.age, to: 1) }, { _ = try search.explain() },
      { _ = try search.page(after: nil, size: 3) }, { _ = try students.search(plain: "x").all() },
      { _ = try search.join(students) { $0.id == $1.id }.all() },
      { _ = try students.filter { $0.id.isIn(search.select(\.id)) }.all() },
    ]
    for run in runs {
      let error = try thrown(RecordError.self) { try run() }
      #expect("\(error)".contains("Student has no `.fullText` in its schema"))
    }
    #expect(students.database.statementCacheStatistics.misses == prepared)
  }

  @Test func usesTheSameStatementForOtherTexts() throws {
    let notes = try Note.stored()
    let before = notes.database.statementCacheStatistics.misses
    for text in ["a", "b OR c", "\"d\""] { _ = try notes.search(text).all() }
    for text in ["a", "b c", ""] { _ = try notes.search(plain: text).all() }
    #expect(notes.database.statementCacheStatistics.misses == before + 1)
  }

  /// The table is met before the search is put together, also where nothing else has met it.
  @Test func findsHitsByDatesThatOthersWrote() throws {
    struct Visit: Record {
      static let tableName = "visits"
      static let primaryKey = PrimaryKey(\Visit.id)
      static let schema: Schema<Visit> = [.fullText(\.text)]
      var id: Int64
      var text: String
      var day: Date
    }
    let database = try Database.inMemory()
    try database.execute(
      """
      CREATE TABLE visits (id INTEGER PRIMARY KEY, text TEXT NOT NULL, day DATETIME NOT NULL);
      INSERT INTO visits VALUES (1, 'a swift', '1970-01-02'), (2, 'a swift', '1970-01-03')
      """
    )
    let visits = Repository<Visit>(database)
    try visits.rebuildFullText()
    let day = Date(timeIntervalSince1970: 86_400)
    #expect(try visits.search("swift").filter { $0.day == day }.hits().map(\.record.id) == [1])
  }
}
