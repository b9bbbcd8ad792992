/// A column as a table that exists has it.
struct TableColumn {
  let name: String
  let declaredType: String
  let isGenerated: Bool
}

/// The columns of a table in one state of the schema.
struct KnownColumns {
  let generation: Int
  let columns: [TableColumn]
}

extension Connection {
  /// The columns of a table, of which there are none if it does not exist.
  ///
  /// See <https://www.sqlite.org/pragma.html#pragma_table_xinfo>.
  func columns(ofTable table: String) throws -> [TableColumn] {
    // Before the look: what changes meanwhile makes the next call look again.
    let generation = schemaGeneration
    let name = table.asciiLowercased
    if let known = knownColumns[name], known.generation == generation { return known.columns }
    let columns = try withStatement(Self.tableColumns) { statement in
      try statement.bind(.text(table), at: 1)
      var columns: [TableColumn] = []
      while try statement.step() {
        guard case .text(let name) = try statement.value(0) else { continue }
        var type = ""
        if case .text(let declared) = try statement.value(1) { type = declared }
        let hidden = try statement.value(2)
        let isGenerated = hidden == .integer(2) || hidden == .integer(3)
        columns.append(TableColumn(name: name, declaredType: type, isGenerated: isGenerated))
      }
      return columns
    }
    knownColumns[name] = KnownColumns(generation: generation, columns: columns)
    return columns
  }

  /// Makes the next call look at a table again.
  func forgetColumns(ofTable table: String) { knownColumns[table.asciiLowercased] = nil }

  private static let tableColumns = StatementKey(
    "SELECT name, type, hidden FROM pragma_table_xinfo(?)"
  )
}

extension Connection: TableFacts {
  func declaredType(of column: String, in table: String) throws -> String? {
    try columns(ofTable: table).first { isSameName($0.name, column) }?.declaredType
  }
}
