extension Connection {
  /// The statements that SQLite keeps of a table and of its indexes.
  struct Definitions {
    var createTable: String
    var createIndexes: [String] = []
  }

  /// What SQLite keeps of a table; nil if there is none.
  ///
  /// See <https://www.sqlite.org/schematab.html>.
  func definitions(ofTable table: String) throws -> Definitions? {
    let sql = """
      SELECT type, sql FROM sqlite_schema
      WHERE lower(tbl_name) = lower(?) AND sql IS NOT NULL ORDER BY rowid
      """
    var found: Definitions?
    for row in try rows(sql, [.text(table)]) {
      guard case .text(let type) = row[0], case .text(let sql) = row[1] else { continue }
      switch type {
      case "table": found = Definitions(createTable: sql)
      case "index": found?.createIndexes.append(sql)
      default: break
      }
    }
    return found
  }
}
