import Synchronization

/// What is known of one record type's table in one database, from the first time the two met.
///
final class MetTable: Sendable {
  private let known = Mutex<(statements: TableStatements, generation: Int)?>(nil)

  /// The statements for the table as it is; the first call looks at its columns.
  ///
  /// - Throws: `RecordError.schemaDrift` when the table lacks columns of the type.
  @inline(__always)
  func statements<T>(
    _ plan: RecordPlan<T>,
    _ connection: Connection
  ) throws -> TableStatements {
    let generation = connection.schemaGeneration
    if let known = known.withLock({ $0 }), known.generation == generation {
      return known.statements
    }
    return try meet(plan, connection)
  }

  func forget() {
    known.withLock { $0 = nil }
  }

  @inline(never)
  private func meet<T>(
    _ plan: RecordPlan<T>,
    _ connection: Connection
  ) throws -> TableStatements {
    // Before the look: what changes meanwhile makes the next call look again.
    let generation = connection.schemaGeneration
    let found = try Self.columns(of: T.tableName, connection)
    // No such table: SQLite says so itself, unless `createTable` comes first.
    guard !found.isEmpty else { return plan.statements }
    let isStrict = try Self.isStrict(T.tableName, connection)
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
      if column.kind == .date, column.form == .standard, !isSameName(actual.type, "TEXT") {
        plan.columns.noteForeignDates(in: index)
      }
      guard actual.isGenerated || !plan.generated.contains(index) else {
        throw RecordError.invalidSchema(
          type: "\(T.self)",
          reason: "column \"\(column.name)\" is generated, but table \"\(T.tableName)\" has it as "
            + "a plain one, which would never be written"
        )
      }
      let affinity = AffinityGuard(declaredType: actual.type, isStrict: isStrict)
      guards.append(affinity.isSatisfied(by: column.storageClass) ? .none : affinity)
    }
    guard missing.isEmpty else {
      throw RecordError.schemaDrift(
        table: T.tableName,
        missing: missing,
        found: found.map(\.name)
      )
    }
    if let index = plan.fullText { try Self.check(index, of: T.self, connection) }
    let statements = plan.statements(alsoGenerated: generated, guards: guards)
    known.withLock { $0 = (statements, generation) }
    return statements
  }

  /// An index over other columns than the schema's would miss some texts, or find them under
  /// another column.
  ///
  /// One that does not exist is missed by the search, with SQLite's own words.
  private static func check<T>(
    _ index: FullTextIndex,
    of type: T.Type,
    _ connection: Connection
  ) throws {
    let found = try columns(of: index.name, connection).map(\.name)
    guard !found.isEmpty, found != index.allColumns else { return }
    throw RecordError.invalidSchema(
      type: "\(type)",
      reason: "the full-text index \"\(index.name)\" in the database is not over the columns "
        + "\(index.columns), in this order; `rebuildFullText` makes it anew"
    )
  }

  /// See <https://www.sqlite.org/pragma.html#pragma_table_xinfo>.
  private static func columns(
    of table: String,
    _ connection: Connection
  ) throws -> [(name: String, type: String, isGenerated: Bool)] {
    try connection.withStatement(tableInfo) { statement in
      try statement.bind(.text(table), at: 1)
      var columns: [(name: String, type: String, isGenerated: Bool)] = []
      while try statement.step() {
        guard case .text(let name) = try statement.value(0) else { continue }
        var type = ""
        if case .text(let declared) = try statement.value(1) { type = declared }
        let hidden = try statement.value(2)
        columns.append((name, type, hidden == .integer(2) || hidden == .integer(3)))
      }
      return columns
    }
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

  private static let tableList = StatementKey(
    "SELECT max(strict) FROM pragma_table_list WHERE lower(name) = lower(?)"
  )
  private static let tableInfo = StatementKey(
    "SELECT name, type, hidden FROM pragma_table_xinfo(?)"
  )
}

extension Database {
  /// What this database knows of a type's table, shared by all repositories of the type.
  func metTable(of type: Any.Type) -> MetTable {
    let id = ObjectIdentifier(type)
    return attachments.withLock { attachments in
      if let known = attachments[id] as? MetTable { return known }
      let table = MetTable()
      attachments[id] = table
      return table
    }
  }
}
