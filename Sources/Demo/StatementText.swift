/// The SQL that Roster runs for the records of one table, to be shown beside each call.
///
/// The first column is the key, as it is in all tables of this demo. The lines are broken for
/// reading; otherwise this is the text that SQLite gets.
struct StatementText {
  static let schools = StatementText("schools", ["id", "name", "city", "country"])
  static let students = StatementText(
    "students",
    [
      "id", "studentNumber", "firstName", "lastName", "age", "schoolID", "status", "enrolled",
      "email", "guardians", "average",
    ]
  )
  static let users = StatementText("users", ["id", "name", "surname"])

  private let table: String
  private let columns: [String]

  private init(_ table: String, _ columns: [String]) {
    self.table = "\"\(table)\""
    self.columns = columns.map { "\"\($0)\"" }
  }

  private var list: String { columns.joined(separator: ", ") }
  private var insertInto: String {
    "INSERT INTO \(table) (\(list))\n  VALUES "
      + "(\((1...columns.count).map { "?\($0)" }.joined(separator: ", ")))"
  }

  var insert: String { "\(insertInto)\n  RETURNING \(list)" }
  var find: String { "\(all) WHERE \(columns[0]) = ?1" }
  var delete: String { "DELETE FROM \(table) WHERE \(columns[0]) = ?1" }
  var all: String { "SELECT \(list)\n  FROM \(table)" }
  var update: String {
    "UPDATE \(table)\n  SET \(assignments(columns.dropFirst()))\n  WHERE \(columns[0]) = ?1"
  }
  var save: String { upsert(onConflict: columns[0], updating: Array(columns.dropFirst())) }

  /// Many rows to a statement, of which the first two are written out.
  var insertMany: String {
    let row = "(\(columns.map { _ in "?" }.joined(separator: ", ")))"
    return "INSERT INTO \(table) (\(list))\n  VALUES \(row),\n  \(row), ..."
  }

  /// - Parameter names: as they stand in the statement, in quotes.
  func upsert(onConflict name: String, updating names: [String]) -> String {
    "\(insertInto)\n  ON CONFLICT (\(name)) DO UPDATE SET \(assignments(names))"
      + "\n  RETURNING \(list)"
  }

  private func assignments(_ names: some Sequence<String>) -> String {
    names.map { name in "\(name) = ?\((columns.firstIndex(of: name) ?? 0) + 1)" }
      .joined(separator: ", ")
  }
}
