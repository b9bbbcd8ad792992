/// A column of a record, a property inside one that is kept as JSON, or what SQL computes of them.
///
/// ```swift
/// $0.age                        // "age"
/// $0.address.city               // json_extract("address", '$."city"')
/// $0.price * $0.count + 5       // (("price" * "count") + ?)
/// $0.lastName.hasPrefix("L")    // ("lastName" >= ? AND "lastName" < ?)
/// ```
///
/// It is a value: nothing is looked up and no SQL runs before the query does. Values are bound, by
/// the codec of the column they are compared with.
@dynamicMemberLookup
public struct SQLExpression<Value: ColumnValue>: Sendable {
  let node: ExpressionNode

  init(_ node: ExpressionNode) { self.node = node }

  /// A property within this one, which must be a column kept as JSON.
  public subscript<Inner: ColumnValue>(
    dynamicMember property: any KeyPath<Value, Inner> & Sendable
  ) -> SQLExpression<Inner> {
    SQLExpression<Inner>(node.appending(property, Inner.self))
  }

  /// A property within a struct that may be nil, and then is nil itself.
  public subscript<Wrapped: Codable, Inner: ColumnValue>(
    dynamicMember property: any KeyPath<Wrapped, Inner> & Sendable
  ) -> SQLExpression<Inner?> where Value == Wrapped? {
    SQLExpression<Inner?>(within(property))
  }

  /// A property that may be nil, within a struct that may be.
  public subscript<Wrapped: Codable, Inner: ColumnValue>(
    dynamicMember property: any KeyPath<Wrapped, Inner?> & Sendable
  ) -> SQLExpression<Inner?> where Value == Wrapped? {
    SQLExpression<Inner?>(within(property))
  }

  private func within<Wrapped: Codable, Inner: ColumnValue>(
    _ property: KeyPath<Wrapped, Inner>
  ) -> ExpressionNode {
    do {
      return node.within(try JSONProperties.path(property), FieldShape.of(Inner.self).kind)
    } catch { return .unreachable("\(property)") }
  }

  /// An expression written in SQL, for what has no Swift form here.
  ///
  /// ```swift
  /// students.filter { SQLExpression<Int>("abs(\($0.balance))") > 100 }   // (abs("balance")) > ?
  /// ```
  ///
  /// - Parameter sql: an expression; its interpolations bind, columns are inserted by name.
  public init(_ sql: SQL) {
    node = .sql(sql, FieldShape.of(Value.self).kind)
  }
}

/// A condition on rows, built by Swift's operators.
///
/// ```swift
/// { $0.age >= 18 && $0.lastName != "Lee" }   // ("age" >= ?) AND ("lastName" <> ?)
/// ```
///
/// It has Swift's meaning, in which a condition is true or false: nil equals nil, differs from
/// every value, and is neither less nor greater than any.
public typealias Condition = SQLExpression<Bool>

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
