/// A schema as the statements that create it.
///
/// See <https://www.sqlite.org/lang_createtable.html>.
extension TableSchema {
  /// `CREATE TABLE`, then a `CREATE INDEX` for each index, then what full-text search needs.
  var createStatements: [String] {
    [createTable] + indexes.map { $0.createStatement(table: name) }
      + (fullText?.createStatements ?? [])
  }

  private var createTable: String {
    let rowIDColumn = rowIDColumn
    var lines = columns.map { column in
      let isRowID = column.name == rowIDColumn
      return column.definition(
        isRowID ? " PRIMARY KEY" + (isAutoincrement ? " AUTOINCREMENT" : "") : ""
      )
    }
    if rowIDColumn == nil { lines.append("PRIMARY KEY (\(quotedList(primaryKey)))") }
    lines += constraints.map(\.definition)
    let options = [isStrict ? "STRICT" : nil, isWithoutRowID ? "WITHOUT ROWID" : nil]
      .compactMap { $0 }.joined(separator: ", ")
    return "CREATE TABLE IF NOT EXISTS \(quotedIdentifier(name)) (\n  "
      + lines.joined(separator: ",\n  ") + "\n)" + (options.isEmpty ? "" : " \(options)")
  }
}

extension TableSchema.Column {
  /// `"age" INTEGER NOT NULL DEFAULT (5)`
  fileprivate func definition(_ key: String) -> String {
    var line = "\(quotedIdentifier(name)) \(declaredType)\(key)"
    if isNotNull { line += " NOT NULL" }
    // Parentheses make any literal, a cast for one, an expression that DEFAULT accepts.
    if let defaultValue { line += " DEFAULT (\(defaultValue.text))" }
    if let generated {
      line +=
        " GENERATED ALWAYS AS (\(generated.expression.text)) "
        + (generated.isStored ? "STORED" : "VIRTUAL")
    }
    if let collation { line += " COLLATE \(quotedIdentifier(collation))" }
    return line
  }
}

extension TableSchema.Constraint {
  fileprivate var definition: String {
    switch self {
    case .unique(let columns): "UNIQUE (\(quotedList(columns)))"
    case .foreignKey(let key): key.definition
    case .check(let condition): "CHECK (\(condition.text))"
    }
  }
}

extension TableSchema.ForeignKey {
  fileprivate var definition: String {
    var clause =
      "FOREIGN KEY (\(quotedList(columns))) REFERENCES \(quotedIdentifier(table))"
    if !targets.isEmpty { clause += " (\(quotedList(targets)))" }
    if onDelete != .noAction { clause += " ON DELETE \(onDelete.rawValue)" }
    if onUpdate != .noAction { clause += " ON UPDATE \(onUpdate.rawValue)" }
    if isDeferred { clause += " DEFERRABLE INITIALLY DEFERRED" }
    return clause
  }
}

extension TableSchema.Index {
  fileprivate func createStatement(table: String) -> String {
    "CREATE \(isUnique ? "UNIQUE " : "")INDEX IF NOT EXISTS \(quotedIdentifier(name)) "
      + "ON \(quotedIdentifier(table)) (\(terms.text))"
      + (condition.map { " WHERE \($0.text)" } ?? "")
  }
}

private func quotedList(_ names: [String]) -> String {
  names.map(quotedIdentifier).joined(separator: ", ")
}
