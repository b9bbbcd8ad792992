extension Connection {
  /// Where columns lie in a row as the hook gives it; nil if the table lacks them or is none, or
  /// where the hook cannot tell.
  ///
  /// SQLite 3.40 takes the number of a column for its place in the stored row, in which virtual
  /// columns have none, and reads past the row's end if there are more.
  func keyPlaces(of table: String, _ names: [String]) throws -> ChangeLog.Places? {
    guard let schema = try schema(ofTable: table) else { return nil }
    let columns = try rows(
      "SELECT name, hidden = 2, pk, upper(type) = 'INTEGER' FROM pragma_table_xinfo(?)",
      [.text(table)]
    )
    let keyIndexes = try rows(
      "SELECT 1 FROM pragma_index_list(?) WHERE origin = 'pk'",
      [.text(table)]
    )
    let key = columns.indices.filter { columns[$0][2] != .integer(0) }
    let isRowID = keyIndexes.isEmpty && key.count == 1 && columns[key[0]][3] == .integer(1)
    let rowID = isRowID ? key[0] : nil
    var places: [Int32] = []
    for name in names {
      let column = columns.firstIndex {
        if case .text(let column) = $0[0] { isSameName(column, name) } else { false }
      }
      guard let column else { return nil }
      if column == rowID {
        places.append(ChangeLog.Places.rowID)
        continue
      }
      let virtual = columns[..<column].count { $0[1] == .integer(1) }
      var place = column
      if virtual > 0 {
        guard try !isWithoutRowID(table) else { return nil }
        if !Self.hookCountsVirtualColumns { place -= virtual }
        // For a place of this number the hook would give the rowid.
        guard place != rowID else { return nil }
      }
      places.append(Int32(truncatingIfNeeded: place))
    }
    return ChangeLog.Places(schema: schema, columns: places)
  }

  /// Where the table of a name is; nil if there is none whose rows the hook tells of.
  func schema(ofTable table: String) throws -> String? {
    let found = try rows(
      "SELECT 'temp', sql FROM temp.sqlite_schema WHERE type = 'table' AND lower(name) = ?1 "
        + "UNION ALL "
        + "SELECT 'main', sql FROM main.sqlite_schema WHERE type = 'table' AND lower(name) = ?1",
      [.text(table)]
    )
    guard let first = found.first, case .text(let schema) = first[0],
      case .text(let sql) = first[1],
      !sql.asciiLowercased.hasPrefix("create virtual")
    else { return nil }
    return schema
  }

  /// Whether a table has no rowid, as far as this SQLite can tell; see
  /// <https://www.sqlite.org/pragma.html#pragma_table_list>.
  private func isWithoutRowID(_ table: String) throws -> Bool {
    guard SQLiteVersion.current >= .withStrictTables else { return true }
    return try rows("SELECT max(wr) FROM pragma_table_list(?)", [.text(table)]).first?.first
      != .integer(0)
  }

  /// Whether the hook's number of a column counts virtual columns: tried out, once.
  private static let hookCountsVirtualColumns: Bool = {
    guard let probe = try? Connection(Options(path: ":memory:")) else { return false }
    return (try? probe.findsTextBehindVirtualColumn()) ?? false
  }()

  private func findsTextBehindVirtualColumn() throws -> Bool {
    try executeScript("CREATE TABLE t (v AS (1) VIRTUAL, a TEXT)")
    observe(keyColumns: ["t": ["a"]])
    // What another schema would change is looked up before, and not again.
    try noticeOtherSchema()
    let places = ChangeLog.Places(schema: "main", columns: [1])
    changeLog?.place(["t": places], schemaGeneration)
    try executeScript("INSERT INTO t (a) VALUES ('x')")
    return changeLog?.take().first?.first?.new == [.text("x")]
  }
}
