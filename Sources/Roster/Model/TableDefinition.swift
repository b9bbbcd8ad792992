/// A record type's table as a value, made from its columns, its key and its schema.
struct TableDefinition<Root: Record> {
  let columns: RecordColumns<Root>
  let keyColumns: [Int]
  private(set) var table = TableSchema(name: Root.tableName)
  /// The columns that SQLite computes.
  private(set) var generated: Set<Int> = []
  /// The default of each column that has one and may be nil, as SQL.
  private(set) var defaults: [Int: String] = [:]

  private var indexNames: Set<String> = []
  private var searched: (paths: [ColumnPath<Root>], tokenizer: Tokenizer)?

  /// - Throws: `RecordError` for elements of the schema that contradict each other or the type.
  init(_ columns: RecordColumns<Root>) throws {
    self.columns = columns
    keyColumns = try Root.primaryKey.columns.map { try columns.column($0) }
    guard Set(keyColumns).count == keyColumns.count, !keyColumns.isEmpty else {
      throw Self.invalid("the primary key needs columns, each of them once")
    }
    table.columns = columns.columns.map {
      TableSchema.Column(name: $0.name, declaredType: $0.storageClass.rawValue)
    }
    table.primaryKey = keyColumns.map { columns.columns[$0].name }
    for element in Root.schema.elements { try add(element.kind) }
    setKey()
    guard !table.isAutoincrement || table.rowIDColumn != nil else {
      throw Self.invalid(
        "autoincrement needs a primary key of one integer, in a table with a rowid"
      )
    }
    // Whether the key is an alias of the rowid is known only now.
    table.fullText = try searched.map { try fullText($0.paths, $0.tokenizer) }
  }

  /// Says of each column whether it may be NULL, and spells the key's type.
  private mutating func setKey() {
    let isRowID =
      !table.isWithoutRowID && keyColumns.count == 1
      && columns.columns[keyColumns[0]].kind == .integer
    for (index, column) in columns.columns.enumerated() {
      let isKey = keyColumns.contains(index)
      if isKey, isRowID { continue }
      table.columns[index].isNotNull = !column.isOptional || isKey
      // Spelt INTEGER, the only key column would be an alias of the rowid, and nil a new number.
      if keyColumns == [index], column.storageClass == .integer {
        table.columns[index].declaredType = "INT"
      }
    }
  }

  private mutating func add(_ kind: Schema<Root>.Kind) throws {
    switch kind {
    case .unique(let paths): table.constraints.append(.unique(try names(paths)))
    case .index(let index):
      try add(index)
    case .references(let paths, let reference):
      try add(reference, from: paths)
    case .check(let condition):
      table.constraints.append(
        .check(SQLFragment(Self.bare(try condition.node.render(.definition).sql.text)))
      )
    case .checkSQL(let expression):
      table.constraints.append(.check(SQLFragment(try text(expression))))
    case .defaultValue(let path, let value):
      let column = try columns.column(path)
      let literal = try value(columns.columns[column].form).literal
      if columns.columns[column].isOptional { defaults[column] = literal }
      table.columns[column].defaultValue = SQLFragment(literal)
    case .generated(let path, let isStored, let expression):
      let column = try columns.column(path)
      guard !keyColumns.contains(column) else {
        throw Self.invalid("the primary key cannot be generated")
      }
      generated.insert(column)
      table.columns[column].generated = TableSchema.Generated(
        expression: SQLFragment(try text(expression)),
        isStored: isStored
      )
    case .collate(let path, let collation):
      table.columns[try columns.column(path)].collation = collation.name
    case .stored: break
    case .fullText(let paths, let tokenizer):
      guard searched == nil else { throw Self.invalid("it has more than one full-text index") }
      searched = (paths, tokenizer)
    case .strict: table.isStrict = true
    case .withoutRowID: table.isWithoutRowID = true
    case .autoincrement: table.isAutoincrement = true
    }
  }

  /// A condition without the parentheses around it, which CHECK has itself.
  private static func bare(_ condition: String) -> String {
    let words = SQLWords.words(of: condition)
    guard words.first?.isSign("(") == true else { return condition }
    var depth = 0
    for (index, word) in words.enumerated() {
      if word.isSign("(") { depth += 1 }
      if word.isSign(")") { depth -= 1 }
      guard depth == 0 else { continue }
      return index == words.count - 1 ? String(condition.dropFirst().dropLast()) : condition
    }
    return condition
  }

  private mutating func add(_ index: Schema<Root>.Index) throws {
    let places = try index.columns.map { try columns.place($0) }
    for place in places { try ExpressionNode.checkInDefinition(place.jsonPath, .definition) }
    let names = places.map {
      ([columns.columns[$0.column].name] + $0.jsonPath).joined(separator: "_")
    }
    let terms =
      try index.expression.map { try text($0) }
      ?? places.map { columns.expression($0).text }.joined(separator: ", ")
    let base =
      "index_\(Root.tableName)_on_"
      + (names.isEmpty ? "expression" : names.joined(separator: "_"))
    var name = base
    var number = 2
    while !indexNames.insert(name).inserted {
      name = "\(base)_\(number)"
      number += 1
    }
    table.indexes.append(
      TableSchema.Index(
        name: name,
        isUnique: index.isUnique,
        terms: SQLFragment(terms),
        condition: try index.condition.map {
          SQLFragment(try $0.node.render(.definition).sql.text)
        }
      )
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
    table.constraints.append(
      .foreignKey(
        TableSchema.ForeignKey(
          columns: try names(paths),
          table: target.table,
          targets: target.columns,
          onDelete: reference.onDelete,
          onUpdate: reference.onUpdate,
          isDeferred: reference.isDeferred
        )
      )
    )
  }

  private func fullText(
    _ paths: [ColumnPath<Root>],
    _ tokenizer: Tokenizer
  ) throws -> FullTextIndex {
    guard let rowID = table.rowIDColumn else {
      throw Self.invalid(
        "full-text search needs a primary key of one integer, in a table with a rowid"
      )
    }
    let searched = try paths.map { columns.columns[try columns.column($0)] }
    let index = FullTextIndex(
      table: Root.tableName,
      rowID: rowID,
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

  private func names(_ paths: [ColumnPath<Root>]) throws -> [String] {
    try paths.map { columns.columns[try columns.column($0)].name }
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
