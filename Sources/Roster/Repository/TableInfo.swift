/// What one connection knows of a record type's table, from the last time the two met.
///
/// Each connection has its own: threads that read side by side would slow each other down by
/// counting the references to a common one.
final class TableInfo<T: Record> {
  let plan: RecordPlan<T>
  /// The statements for the table as it is.
  let statements: TableStatements
  /// The schema's generation in which they met.
  private let generation: Int

  private init(_ plan: RecordPlan<T>, _ statements: TableStatements, generation: Int) {
    self.plan = plan
    self.statements = statements
    self.generation = generation
  }

  /// The table as the connection knows it; the first call looks at its columns.
  ///
  /// - Throws: `RecordError.schemaDrift` when the table lacks columns of the type.
  @inline(__always)
  static func of(_ connection: Connection) throws -> TableInfo {
    if let known = connection.attachments[ObjectIdentifier(T.self)] {
      // Safe because only `inspect` attaches an object under the type.
      let known = unsafeDowncast(known, to: TableInfo<T>.self)
      if known.generation == connection.schemaGeneration { return known }
    }
    return try inspect(connection)
  }

  /// Makes the next call look again.
  static func forget(_ connection: Connection) {
    connection.forgetColumns(ofTable: T.tableName)
    connection.attachments[ObjectIdentifier(T.self)] = nil
  }

  @inline(never)
  private static func inspect(_ connection: Connection) throws -> TableInfo {
    let plan = try RecordPlan.of(T.self)
    // Before the look: what changes meanwhile makes the next call look again.
    let generation = connection.schemaGeneration
    let found = try connection.columns(ofTable: T.tableName)
    // No such table: SQLite says so itself, unless `createTable` comes first.
    guard !found.isEmpty else { return TableInfo(plan, plan.statements, generation: generation) }
    let isStrict = try isStrict(T.tableName, connection)
    var missing: [String] = []
    var generated: Set<Int> = []
    var guards: [AffinityGuard] = []
    for (index, column) in plan.columns.columns.enumerated() {
      guard let actual = found.first(where: { isSameName($0.name, column.name) })
      else {
        missing.append(column.name)
        continue
      }
      if actual.isGenerated { generated.insert(index) }
      guard actual.isGenerated || !plan.generated.contains(index) else {
        throw RecordError.invalidSchema(
          type: "\(T.self)",
          reason: "column \"\(column.name)\" is generated, but table \"\(T.tableName)\" has it as "
            + "a plain one, which would never be written"
        )
      }
      let affinity = AffinityGuard(declaredType: actual.declaredType, isStrict: isStrict)
      guards.append(affinity.isSatisfied(by: column.storageClass) ? .none : affinity)
    }
    guard missing.isEmpty else {
      throw RecordError.schemaDrift(
        table: T.tableName,
        missing: missing,
        found: found.map(\.name)
      )
    }
    if let index = plan.table.fullText { try check(index, connection) }
    let statements = plan.statements(alsoGenerated: generated, guards: guards)
    let table = TableInfo(plan, statements, generation: generation)
    connection.attachments[ObjectIdentifier(T.self)] = table
    return table
  }

  /// An index over other columns than the schema's would miss some texts, or find them under
  /// another column.
  ///
  /// One that does not exist is missed by the search, with SQLite's own words.
  private static func check(_ index: FullTextIndex, _ connection: Connection) throws {
    let found = try connection.columns(ofTable: index.name).map(\.name)
    guard !found.isEmpty, found != index.allColumns else { return }
    throw RecordError.invalidSchema(
      type: "\(T.self)",
      reason: "the full-text index \"\(index.name)\" in the database is not over the columns "
        + "\(index.columns), in this order; `rebuildFullText` makes it anew"
    )
  }

  /// See <https://www.sqlite.org/pragma.html#pragma_table_list>.
  private static func isStrict(_ table: String, _ connection: Connection) throws -> Bool {
    guard SQLiteVersion.current >= .withStrictTables else { return false }
    return try connection.withStatement(tableList) { statement in
      try statement.bind(.text(table), at: 1)
      guard try statement.step() else { return false }
      return try statement.value(0) == .integer(1)
    }
  }
}

private let tableList = StatementKey(
  "SELECT max(strict) FROM pragma_table_list WHERE lower(name) = lower(?)"
)
