/// All that a repository needs to know of a record type: its columns, its key and its table.
final class RecordPlan<Root: Record>: Sendable {
  let columns: RecordColumns<Root>
  let primaryKey: PrimaryKey<Root, Root.Key>
  let keyColumns: [Int]
  let keyForms: [StorageForm]
  /// The table as the type describes it.
  let table: TableSchema
  let layout: RowLayout
  /// The statements on a table that is as the type describes it.
  let statements: TableStatements

  private let defaults: [Int: String]
  /// The columns that the schema says SQLite computes.
  let generated: Set<Int>

  /// The plan of a type.
  ///
  /// - Throws: `RecordError`, the same at every call.
  static func of(_ type: Root.Type) throws -> RecordPlan {
    try TypeCache.plans.value(for: type) { try RecordPlan() }
  }

  private init() throws {
    columns = try RecordColumns.of(Root.self)
    primaryKey = Root.primaryKey
    let definition = try TableDefinition(columns)
    keyColumns = definition.keyColumns
    keyForms = keyColumns.map { [columns] in columns.columns[$0].form }
    table = definition.table
    generated = definition.generated
    defaults = definition.defaults
    layout = RowLayout(
      table: Root.tableName,
      keys: columns.columns.map(\.key),
      columns: columns.columns.map(\.name),
      forms: columns.columns.map(\.form),
      keyColumns: keyColumns.map { Int32($0) }
    )
    statements = TableStatements(
      table: Root.tableName,
      columns: layout.columns,
      keyColumns: keyColumns,
      generated: generated,
      defaults: defaults,
      guards: []
    )
  }

  /// The statements on a table that others declared, some of its columns generated or of a type
  /// that could change values.
  func statements(alsoGenerated: Set<Int>, guards: [AffinityGuard]) -> TableStatements {
    guard !alsoGenerated.isSubset(of: generated) || guards.contains(where: { $0 != .none }) else {
      return statements
    }
    return TableStatements(
      table: Root.tableName,
      columns: layout.columns,
      keyColumns: keyColumns,
      generated: generated.union(alsoGenerated),
      defaults: defaults,
      guards: guards
    )
  }

  /// The layout of a result of raw SQL whose columns are this record's, in whatever order.
  func layout(of result: [String]) -> RowLayout {
    let infos = result.map { name in
      columns.columns.first { isSameName($0.name, name) }
    }
    let keyColumns = keyColumns.compactMap { key in
      infos.firstIndex { $0?.name == columns.columns[key].name }.map { Int32($0) }
    }
    return RowLayout(
      table: Root.tableName,
      keys: zip(infos, result).map { $0?.key ?? $1 },
      columns: result,
      forms: infos.map { $0?.form ?? .standard },
      keyColumns: keyColumns.count == self.keyColumns.count ? keyColumns : []
    )
  }

  /// `id = 5`: the key of a record, for an error; nil if the record has none.
  func describeKey(of record: Root) -> String? {
    let values = primaryKey.columns.map { $0.stored(record) }
    guard values.allSatisfy({ $0 != nil && $0 != .null }) else { return nil }
    return describe(values.compactMap { $0 })
  }

  /// `id = 5`: a key, for an error.
  func describe(_ key: Root.Key) -> String {
    let collector = KeyCollector(forms: keyForms)
    try? primaryKey.write(key, collector)
    return describe(collector.values)
  }

  private func describe(_ key: [SQLValue]) -> String {
    zip(keyColumns, key).map { "\(columns.columns[$0].name) = \($1.literal)" }
      .joined(separator: ", ")
  }
}

/// Collects the parts of a key as values.
private final class KeyCollector: KeyWriter {
  private let forms: [StorageForm]
  private(set) var values: [SQLValue] = []

  init(forms: [StorageForm]) { self.forms = forms }

  func write<Part: Encodable>(_ part: Part, at place: Int) throws {
    values.append(try SQLValue(encoding: part, form: forms[place]))
  }
}
