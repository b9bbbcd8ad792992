/// The statements by which records are written to and read from one table.
///
/// A parameter has the number of its column, so that encoding a record binds any of them in one
/// pass.
final class TableStatements: Sendable {
  let guards: [AffinityGuard]

  let insert: StatementKey
  let update: StatementKey
  let save: StatementKey
  let delete: StatementKey
  let find: StatementKey
  let all: StatementKey
  let count: StatementKey
  let deleteByKey: StatementKey
  /// For each column its parameter in `insert` and `save`, 0 for a column that SQLite computes.
  let insertParameters: [Int32]
  let updateParameters: [Int32]
  let deleteParameters: [Int32]
  /// The same for each row of `insertMany`.
  let rowParameters: [Int32]
  let parametersPerRow: Int

  private let table: String
  private let columns: [String]
  private let keyColumns: [Int]
  private let written: [Int]
  private let defaults: [Int: String]
  private let insertInto: String
  private let returning: String

  init(
    table: String,
    columns: [String],
    keyColumns: [Int],
    generated: Set<Int>,
    defaults: [Int: String],
    guards: [AffinityGuard]
  ) {
    let name = quotedIdentifier(table)
    let quoted = columns.map(quotedIdentifier)
    let written = columns.indices.filter { !generated.contains($0) }
    let isKey = Set(keyColumns)
    func placed(_ columns: some Sequence<Int>) -> [Int32] {
      var parameters = [Int32](repeating: 0, count: quoted.count)
      for column in columns { parameters[column] = Int32(column) + 1 }
      return parameters
    }
    let list = quoted.joined(separator: ", ")
    let returning = " RETURNING \(list)"
    let keyMatch = keyColumns.map { "\(quoted[$0]) = ?\($0 + 1)" }.joined(separator: " AND ")
    let numberedMatch = keyColumns.enumerated().map { "\(quoted[$1]) = ?\($0 + 1)" }
      .joined(separator: " AND ")
    let others = written.filter { !isKey.contains($0) }
    // A table of nothing but its key still needs a SET clause.
    let assigned = others.isEmpty ? keyColumns : others
    let assignments = Self.assignments(assigned, quoted)
    let values = written.map { column in
      defaults[column].map { "ifnull(?\(column + 1), \($0))" } ?? "?\(column + 1)"
    }
    let insertInto =
      "INSERT INTO \(name) "
      + (written.isEmpty
        ? "DEFAULT VALUES"
        : "(\(written.map { quoted[$0] }.joined(separator: ", "))) VALUES "
          + "(\(values.joined(separator: ", ")))")

    self.table = name
    self.columns = quoted
    self.keyColumns = keyColumns
    self.written = written
    self.defaults = defaults
    self.guards = guards
    self.insertInto = insertInto
    self.returning = returning
    insert = StatementKey(insertInto + returning)
    save = Self.upsert(insertInto, keyColumns, assigned, quoted, returning)
    update = StatementKey("UPDATE \(name) SET \(assignments) WHERE \(keyMatch)")
    delete = StatementKey("DELETE FROM \(name) WHERE \(keyMatch)")
    deleteByKey = StatementKey("DELETE FROM \(name) WHERE \(numberedMatch)")
    find = StatementKey("SELECT \(list) FROM \(name) WHERE \(numberedMatch)")
    all = StatementKey("SELECT \(list) FROM \(name)")
    count = StatementKey("SELECT count(*) FROM \(name)")
    insertParameters = placed(written)
    updateParameters = placed(assigned + keyColumns)
    deleteParameters = placed(keyColumns)
    var rowParameters = [Int32](repeating: 0, count: columns.count)
    for (place, column) in written.enumerated() { rowParameters[column] = Int32(place) + 1 }
    self.rowParameters = rowParameters
    parametersPerRow = written.count
  }

  /// `INSERT INTO ... VALUES (...), (...)` for a number of rows.
  func insertMany(_ rows: Int) -> StatementKey {
    guard !written.isEmpty else { return StatementKey("INSERT INTO \(table) DEFAULT VALUES") }
    let values = written.map { column in defaults[column].map { "ifnull(?, \($0))" } ?? "?" }
    let row = "(\(values.joined(separator: ", ")))"
    return StatementKey(
      "INSERT INTO \(table) (\(written.map { columns[$0] }.joined(separator: ", "))) VALUES "
        + Array(repeating: row, count: rows).joined(separator: ", ")
    )
  }

  /// `INSERT ... ON CONFLICT ... DO UPDATE`, on the primary key or on other unique columns.
  ///
  /// - Parameter updated: none means all columns but the key and those of the conflict.
  func upsert(conflict: [Int], updated: [Int]) -> StatementKey {
    let untouched = Set(conflict + keyColumns)
    let others = written.filter { !untouched.contains($0) }
    let assigned = !updated.isEmpty ? updated : others.isEmpty ? conflict : others
    return Self.upsert(insertInto, conflict, assigned, columns, returning)
  }

  private static func upsert(
    _ insertInto: String,
    _ conflict: [Int],
    _ assigned: [Int],
    _ columns: [String],
    _ returning: String
  ) -> StatementKey {
    StatementKey(
      insertInto + " ON CONFLICT (\(conflict.map { columns[$0] }.joined(separator: ", "))) "
        + "DO UPDATE SET \(assignments(assigned, columns))" + returning
    )
  }

  private static func assignments(_ assigned: [Int], _ columns: [String]) -> String {
    assigned.map { "\(columns[$0]) = ?\($0 + 1)" }.joined(separator: ", ")
  }
}
