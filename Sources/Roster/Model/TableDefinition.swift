/// The statements that create a record's table and its indexes.
struct TableDefinition<Root: Record> {
  let columns: RecordColumns<Root>
  let keyColumns: [Int]
  /// `CREATE TABLE`, then a `CREATE INDEX` for each index.
  private(set) var statements: [String] = []
  /// The columns that SQLite computes.
  private(set) var generated: Set<Int> = []
  /// The default of each column that has one and may be nil, as SQL.
  private(set) var defaults: [Int: String] = [:]
  private(set) var isStrict = false
  private(set) var fullText: FullTextIndex?

  private var clauses: [Int: String] = [:]
  private var constraints: [String] = []
  private var indexes: [String] = []
  private var indexNames: Set<String> = []
  private var searched: (paths: [ColumnPath<Root>], tokenizer: Tokenizer)?
  private var isWithoutRowID = false
  private var isAutoincrement = false

  /// - Throws: `RecordError` for elements of the schema that contradict each other or the type.
  init(_ columns: RecordColumns<Root>) throws {
    self.columns = columns
    keyColumns = try Root.primaryKey.columns.map { try columns.column($0) }
    guard Set(keyColumns).count == keyColumns.count, !keyColumns.isEmpty else {
      throw Self.invalid("the primary key needs columns, each of them once")
    }
    for element in Root.schema.elements { try add(element.kind) }
    try checkOptions()
    // Whether the key is an alias of the rowid is known only now.
    fullText = try searched.map { try fullText($0.paths, $0.tokenizer) }
    statements = [createTable] + indexes + (fullText?.createStatements ?? [])
  }

  private mutating func add(_ kind: Schema<Root>.Kind) throws {
    switch kind {
    case .unique(let paths):
      constraints.append("UNIQUE (\(try list(paths)))")
    case .index(let index):
      try add(index)
    case .references(let paths, let reference):
      try add(reference, from: paths)
    case .check(let condition):
      constraints.append("CHECK \(try condition.node.render(.definition).sql.text)")
    case .checkSQL(let expression):
      constraints.append("CHECK (\(try text(expression)))")
    case .defaultValue(let path, let value):
      let column = try columns.column(path)
      let literal = try value(columns.columns[column].form).literal
      if columns.columns[column].isOptional { defaults[column] = literal }
      // Parentheses make any literal, a cast for one, an expression that DEFAULT accepts.
      clauses[column, default: ""] += " DEFAULT (\(literal))"
    case .generated(let path, let isStored, let expression):
      let column = try columns.column(path)
      guard !keyColumns.contains(column) else {
        throw Self.invalid("the primary key cannot be generated")
      }
      generated.insert(column)
      clauses[column, default: ""] +=
        " GENERATED ALWAYS AS (\(try text(expression))) \(isStored ? "STORED" : "VIRTUAL")"
    case .collate(let path, let collation):
      let column = try columns.column(path)
      clauses[column, default: ""] += " COLLATE \(quotedIdentifier(collation.name))"
    case .stored: break
    case .fullText(let paths, let tokenizer):
      guard searched == nil else { throw Self.invalid("it has more than one full-text index") }
      searched = (paths, tokenizer)
    case .strict: isStrict = true
    case .withoutRowID: isWithoutRowID = true
    case .autoincrement: isAutoincrement = true
    }
  }

  private mutating func add(_ index: Schema<Root>.Index) throws {
    let places = try index.columns.map { try columns.place($0) }
    for place in places { try ExpressionNode.checkInDefinition(place.jsonPath, .definition) }
    let names = places.map {
      ([columns.columns[$0.column].name] + $0.jsonPath).joined(separator: "_")
    }
    let what =
      try index.expression.map { try text($0) }
      ?? places.map { columns.expression($0).text }.joined(separator: ", ")
    let condition =
      try index.condition.map { " WHERE \(try $0.node.render(.definition).sql.text)" } ?? ""
    let base =
      "index_\(Root.tableName)_on_"
      + (names.isEmpty ? "expression" : names.joined(separator: "_"))
    var name = base
    var number = 2
    while !indexNames.insert(name).inserted {
      name = "\(base)_\(number)"
      number += 1
    }
    indexes.append(
      "CREATE \(index.isUnique ? "UNIQUE " : "")INDEX IF NOT EXISTS \(quotedIdentifier(name)) "
        + "ON \(quotedIdentifier(Root.tableName)) (\(what))\(condition)"
    )
  }

  private mutating func add(
    _ reference: Schema<Root>.Reference,
    from paths: [ColumnPath<Root>]
  ) throws {
    let target = try reference.target()
    guard target.columns.count == paths.count else {
      throw Self.invalid(
        "a reference to \"\(target.table)\" needs \(target.columns.count) columns, "
          + "not \(paths.count)"
      )
    }
    var clause =
      "FOREIGN KEY (\(try list(paths))) REFERENCES \(quotedIdentifier(target.table)) "
      + "(\(quoted(target.columns)))"
    if reference.onDelete != .noAction { clause += " ON DELETE \(reference.onDelete.rawValue)" }
    if reference.onUpdate != .noAction { clause += " ON UPDATE \(reference.onUpdate.rawValue)" }
    if reference.isDeferred { clause += " DEFERRABLE INITIALLY DEFERRED" }
    constraints.append(clause)
  }

  private func fullText(
    _ paths: [ColumnPath<Root>],
    _ tokenizer: Tokenizer
  ) throws -> FullTextIndex {
    guard let rowIDColumn else {
      throw Self.invalid(
        "full-text search needs a primary key of one integer, in a table with a rowid"
      )
    }
    let searched = try paths.map { columns.columns[try columns.column($0)] }
    let index = FullTextIndex(
      table: Root.tableName,
      rowID: columns.columns[rowIDColumn].name,
      columns: searched.map(\.name),
      tokenizer: tokenizer
    )
    guard !searched.isEmpty, Set(index.columns).count == searched.count else {
      throw Self.invalid("a full-text index needs columns, each of them once")
    }
    for column in searched {
      guard column.kind == .text else {
        throw Self.invalid(
          "column \"\(column.name)\" holds \(column.kind) values, not text to search"
        )
      }
      guard !["rank", "rowid", index.name].contains(where: { isSameName($0, column.name) }) else {
        throw Self.invalid("FTS5 has another use for the column name \"\(column.name)\"")
      }
    }
    return index
  }

  private func checkOptions() throws {
    guard isAutoincrement else { return }
    guard rowIDColumn != nil else {
      throw Self.invalid(
        "autoincrement needs a primary key of one integer, in a table with a rowid"
      )
    }
  }

  /// The column that is an alias of the rowid, so that SQLite gives it where it is nil.
  private var rowIDColumn: Int? {
    guard !isWithoutRowID, keyColumns.count == 1, columns.columns[keyColumns[0]].kind == .integer
    else { return nil }
    return keyColumns[0]
  }

  private var createTable: String {
    let rowIDColumn = rowIDColumn
    var lines = columns.columns.enumerated().map { index, column in
      var type = column.storageClass.rawValue
      // Spelt INTEGER, the only key column would be an alias of the rowid, and nil a new number.
      if column.storageClass == .integer, keyColumns == [index], index != rowIDColumn {
        type = "INT"
      }
      var line = "\(quotedIdentifier(column.name)) \(type)"
      if index == rowIDColumn {
        line += " PRIMARY KEY" + (isAutoincrement ? " AUTOINCREMENT" : "")
      } else if !column.isOptional || keyColumns.contains(index) {
        line += " NOT NULL"
      }
      return line + (clauses[index] ?? "")
    }
    if rowIDColumn == nil {
      lines.append("PRIMARY KEY (\(quoted(keyColumns.map { columns.columns[$0].name })))")
    }
    lines += constraints
    let options = [isStrict ? "STRICT" : nil, isWithoutRowID ? "WITHOUT ROWID" : nil]
      .compactMap { $0 }.joined(separator: ", ")
    return "CREATE TABLE IF NOT EXISTS \(quotedIdentifier(Root.tableName)) (\n  "
      + lines.joined(separator: ",\n  ") + "\n)" + (options.isEmpty ? "" : " \(options)")
  }

  private func list(_ paths: [ColumnPath<Root>]) throws -> String {
    quoted(try paths.map { columns.columns[try columns.column($0)].name })
  }

  private func quoted(_ names: [String]) -> String {
    names.map(quotedIdentifier).joined(separator: ", ")
  }

  /// The text of an expression for DDL, in which nothing can be bound.
  private func text(_ expression: @Sendable (Columns<Root>) -> SQL) throws -> String {
    let sql = expression(Columns()).writtenOut(in: .definition)
    guard try sql.values().isEmpty else {
      throw Self.invalid(
        "a value cannot be bound in a table's definition; write it into the SQL: \(sql.text)"
      )
    }
    return sql.text
  }

  private static func invalid(_ reason: String) -> RecordError {
    .invalidSchema(type: "\(Root.self)", reason: reason)
  }
}
