/// One row source of a statement; its identity tells which source a column belongs to.
///
/// Safe because it is constant.
final class TableReference: Sendable {
  /// Whether several closures are given columns with this identity.
  let isShared: Bool

  init(isShared: Bool = false) { self.isShared = isShared }
}

/// A column as an expression names it: by key path, its record type known only inside.
struct ColumnReference: Sendable {
  /// Safe because key paths are immutable, and only Sendable ones, or parts of one, come in.
  struct Path: @unchecked Sendable { let keyPath: AnyKeyPath }

  let root: any ColumnSource
  let table: TableReference?
  let path: Path
  /// Whether the row itself may be missing, as on the right of a left join.
  let isOfOptionalRow: Bool
  let resolve: @Sendable () throws -> ResolvedColumn
  /// What the column holds, in a form, for a record.
  let value: @Sendable (Any, StorageForm) throws -> SQLValue

  /// The column of a path, as a query's own table has it.
  init<Root: Record>(_ path: ColumnPath<Root>, _ table: TableReference) {
    root = RecordSource<Root>()
    self.table = table
    self.path = Path(keyPath: path.keyPath)
    isOfOptionalRow = false
    resolve = { try RecordSource<Root>.resolve(path) }
    value = { record, form in
      guard let record = record as? Root else { throw ExpressionNode.refused("another record") }
      return try path.value(record, form)
    }
  }

  init<Value: ColumnValue>(
    _ root: any ColumnSource,
    _ table: TableReference?,
    _ keyPath: AnyKeyPath,
    _ type: Value.Type,
    isOfOptionalRow: Bool
  ) {
    let path = Path(keyPath: keyPath)
    self.root = root
    self.table = table
    self.path = path
    self.isOfOptionalRow = isOfOptionalRow
    resolve = { try root.column(path.keyPath, type) }
    value = { record, form in
      guard let value = record[keyPath: path.keyPath], let value = value as? Value else {
        throw ExpressionNode.refused("\(path.keyPath) is no property of \(Swift.type(of: record))")
      }
      return try SQLValue(encoding: value, form: form)
    }
  }

  func appending<Value: ColumnValue>(_ inner: AnyKeyPath, _ type: Value.Type) -> ColumnReference? {
    path.keyPath.appending(path: inner).map {
      ColumnReference(root, table, $0, type, isOfOptionalRow: isOfOptionalRow)
    }
  }
}

/// Where a key path was found to lead.
struct ResolvedColumn: Sendable {
  let table: String
  let name: String
  let jsonPath: [String]
  var form: ValueForm
  let isOptional: Bool
}

extension ColumnReference {
  /// The column as it is in the database that SQL is rendered for.
  ///
  /// Into a column of dates that is declared otherwise than TEXT, others write in forms of theirs.
  func resolve(_ context: RenderContext) throws -> ResolvedColumn {
    var column = try resolve()
    guard let facts = context.facts, column.jsonPath.isEmpty, column.form == .date else {
      return column
    }
    if let declared = try facts.declaredType(of: column.name, in: column.table),
      !isSameName(declared, StorageClass.text.rawValue)
    {
      column.form.form = .foreignText
    }
    return column
  }
}

/// A record type, for finding its columns where the type itself is not at hand.
protocol ColumnSource: Sendable {
  func column<Value: ColumnValue>(_ keyPath: AnyKeyPath, _ type: Value.Type) throws
    -> ResolvedColumn
}

struct RecordSource<Root: Record>: ColumnSource {
  func column<Value: ColumnValue>(
    _ keyPath: AnyKeyPath,
    _ type: Value.Type
  ) throws -> ResolvedColumn {
    guard let keyPath = keyPath as? KeyPath<Root, Value> else {
      throw RecordError.notAColumn(type: "\(Root.self)", keyPath: "\(keyPath)", columns: [])
    }
    return try Self.resolve(ColumnPath(keyPath))
  }

  static func resolve(_ path: ColumnPath<Root>) throws -> ResolvedColumn {
    let columns = try RecordColumns.of(Root.self)
    let place = try columns.place(path)
    let column = columns.columns[place.column]
    let isInJSON = !place.jsonPath.isEmpty
    return ResolvedColumn(
      table: Root.tableName,
      name: column.name,
      jsonPath: place.jsonPath,
      form: ValueForm(
        kind: path.kind,
        form: isInJSON ? .standard : column.form,
        isJSON: isInJSON && path.kind.isOtherInJSON
      ),
      isOptional: column.isOptional || isInJSON
    )
  }
}
