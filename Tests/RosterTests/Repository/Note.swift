import Testing

@testable import Roster

/// A record with text to search.
struct Note: Record, Equatable {
  static let tableName = "notes"
  static let primaryKey = PrimaryKey(\Note.id)
  static let schema: Schema<Note> = [.unique(\.code), .fullText(\.title, \.body)]

  var id: Int64?
  var code: String
  var title: String
  var body: String?
  var stars = 0

  static let some = [
    Note(id: 1, code: "a", title: "Swift and SQLite", body: "Codable structs in a database"),
    Note(id: 2, code: "b", title: "Gardening", body: "A swift is a bird; so is the swallow"),
    Note(id: 3, code: "c", title: "Café", body: nil, stars: 5),
    Note(id: 4, code: "d", title: "Running", body: "swift swift swift, all day", stars: 1),
    Note(id: 5, code: "e", title: "It's \"quoted\"", body: "e-mail: NOT spam OR (ham)", stars: 3),
  ]

  static func stored(_ notes: [Note] = some) throws -> Repository<Note> {
    let repository = Repository<Note>(try Database.inMemory())
    try repository.createTable()
    try repository.insert(contentsOf: notes)
    return repository
  }
}

extension Repository {
  /// Whether the full-text index is sound, and holds the texts of the table's rows and no others.
  func isInStep() throws -> Bool {
    let index = try #require(try RecordPlan.of(T.self).table.fullText)
    let name = index.name
    try database.execute(
      "INSERT INTO \(identifier: name) (\(identifier: name)) VALUES ('integrity-check')"
    )
    let texts = index.columns.map(quotedIdentifier).joined(separator: ", ")
    let table: SQL = """
      SELECT \(identifier: index.rowID), \(raw: texts) FROM \(identifier: index.table)
      """
    let copy: SQL = "SELECT rowid, \(raw: texts) FROM \(identifier: name)"
    let differences: SQL = """
      SELECT (SELECT count(*) FROM (\(table) EXCEPT \(copy)))
        + (SELECT count(*) FROM (\(copy) EXCEPT \(table)))
      """
    return try database.query(differences, as: Int.self) == [0]
  }
}
