extension Queryable {
  /// Updates the rows, and says how many there were.
  ///
  /// ```swift
  /// try students.filter { $0.active }.update {
  ///   $0.age = $0.age + 1
  ///   $0.note = nil
  /// }
  /// // UPDATE "students" SET "age" = ("age" + ?), "note" = ? WHERE "active"
  /// ```
  ///
  /// Without a filter it updates all rows of the table. The right sides see the row as it was.
  ///
  /// - Parameter changes: assigns values, or expressions over the row, to its columns.
  /// - Throws: `RecordError` for a query without a meaning, or one that changes nothing;
  ///   `EncodingError` for a value that cannot be stored; `DatabaseError`, with nothing updated.
  @discardableResult
  public func update(_ changes: (inout Assignments<T>) -> Void) throws -> Int {
    var query = query
    var assignments = Assignments<T>(columns: query.newColumns())
    changes(&assignments)
    return try query.update(assignments)
  }

  /// Updates one column of the rows to a value, and says how many rows there were.
  ///
  /// ```swift
  /// try students.filter { $0.city == "Lyon" }.update(set: \.active, to: false)
  /// // UPDATE "students" SET "active" = ? WHERE ("city" IS ?)
  /// ```
  ///
  /// - Throws: like the other form.
  @discardableResult
  public func update<Value: ColumnValue & Sendable>(
    set property: any KeyPath<T, Value> & Sendable,
    to value: Value
  ) throws -> Int {
    let query = query
    var assignments = Assignments<T>(columns: query.columns)
    assignments.assign(property, .value(LooseValue(value)))
    return try query.update(assignments)
  }

  /// Deletes the rows, and says how many there were.
  ///
  /// ```swift
  /// try students.filter { $0.age < 6 }.delete()   // DELETE FROM "students" WHERE ("age" < ?)
  /// ```
  ///
  /// Without a filter it deletes all rows of the table.
  ///
  /// - Throws: `RecordError` for a query without a meaning; `DatabaseError`,
  ///   `.constraintForeignKey` when other rows refer to one of them, with nothing deleted.
  @discardableResult
  public func delete() throws -> Int {
    try query.deleteRows()
  }
}

/// The columns of a row to be updated, with their new values.
@dynamicMemberLookup
public struct Assignments<Root: Record> {
  let columns: Columns<Root>
  private(set) var assigned: [(column: ColumnPath<Root>, value: ExpressionNode)] = []

  init(columns: Columns<Root>) { self.columns = columns }

  /// The column of a property; to assign an expression to it is to update it.
  public subscript<Value: ColumnValue>(
    dynamicMember property: any KeyPath<Root, Value> & Sendable
  ) -> SQLExpression<Value> {
    get { columns[dynamicMember: property] }
    set { assign(property, newValue.node) }
  }

  /// The column of a property that may be nil; to assign an expression that is not is to update it.
  @_disfavoredOverload
  public subscript<Value: ColumnValue>(
    dynamicMember property: any KeyPath<Root, Value?> & Sendable
  ) -> SQLExpression<Value> {
    // Swift has no property that can only be set. No code compiles that calls this.
    @available(*, unavailable, message: "the column may be nil")
    get { while true {} }
    set { assign(property, newValue.node) }
  }

  /// The column of a property; to assign a value to it is to update it.
  @_disfavoredOverload
  public subscript<Value: ColumnValue & Sendable>(
    dynamicMember property: any KeyPath<Root, Value> & Sendable
  ) -> Value {
    // Swift has no property that can only be set. No code compiles that calls this.
    @available(*, unavailable, message: "a column's value is not known before the query runs")
    get { while true {} }
    set { assign(property, .value(LooseValue(newValue))) }
  }

  mutating func assign<Value: ColumnValue>(
    _ property: KeyPath<Root, Value>,
    _ value: ExpressionNode
  ) {
    assigned.append((ColumnPath(property), value))
  }
}

extension Query {
  fileprivate func update(_ assignments: Assignments<T>) throws -> Int {
    guard !assignments.assigned.isEmpty else {
      throw RecordError.invalidQuery(reason: "an update that assigns nothing")
    }
    try select.check()
    let values = assignments.assigned.map(\.value)
    return try repository.write { connection, table in
      let context = select.context(in: RenderContext(facts: connection), with: values)
      var changes: [SQL] = []
      var computed: [Int] = []
      for (path, node) in assignments.assigned {
        let column = try table.plan.columns.column(path)
        let value = try assigned(node, to: path, table.statements.guards, column, context)
        changes.append("\(identifier: table.plan.columns.columns[column].name) = \(value)")
        if case .value = node { continue }
        computed.append(column)
      }
      let sql: SQL =
        "UPDATE \(target(context)) SET \(changes.joined(", "))\(try matching(context, table.plan))"
      guard !computed.isEmpty else { return try run(sql, connection) }
      return try run(sql, returning: computed.map { table.plan.columns.columns[$0] }, connection)
    }
  }

  /// Runs an update and reads what SQLite has computed: what the type could not read must not stay.
  private func run(
    _ sql: SQL,
    returning columns: [ColumnInfo],
    _ connection: Connection
  ) throws -> Int {
    let names: [SQL] = columns.map { "\(identifier: $0.name)" }
    let sql: SQL = "\(sql) RETURNING \(names.joined(", "))"
    return try connection.withStatement(StatementKey(sql.text)) { statement in
      try statement.bind(try sql.values())
      guard try statement.step() else { return 0 }
      return try repository.database.pool.readBack {
        let decoder = statement.rowDecoder(for: Computed.self) {
          RowLayout(
            table: T.tableName,
            keys: columns.map(\.name),
            columns: columns.map(\.name),
            forms: columns.map(\.form)
          )
        }
        var count = 0
        repeat {
          count += 1
          for (place, column) in columns.enumerated() {
            try decoder.check(column.type, Int32(truncatingIfNeeded: place), statement)
          }
        } while try statement.step()
        return count
      }
    }
  }

  /// What the decoder of computed columns is made for.
  private enum Computed {}

  fileprivate func deleteRows() throws -> Int {
    try select.check()
    return try repository.write { connection, table in
      let context = select.context(in: RenderContext(facts: connection))
      return try run(
        "DELETE FROM \(target(context))\(try matching(context, table.plan))",
        connection
      )
    }
  }

  private func run(_ sql: SQL, _ connection: Connection) throws -> Int {
    try connection.run(StatementKey(sql.text), try sql.values())
  }

  /// A value for a column, in its form, or an expression that must have the same.
  private func assigned(
    _ node: ExpressionNode,
    to path: ColumnPath<T>,
    _ guards: [AffinityGuard],
    _ column: Int,
    _ context: RenderContext
  ) throws -> SQL {
    let resolved = try ColumnReference(path, table).resolve(context)
    guard case .value(let value) = node else {
      let rendered = try node.renderValue(context)
      let isNumber = rendered.form.kind == .integer && resolved.form.kind == .real
      // Our dates are among the forms that others write, and not the other way round.
      let isDate = rendered.form == .date && resolved.form.form == .foreignText
      guard rendered.form == resolved.form || isNumber || isDate else {
        throw RecordError.invalidQuery(
          reason: "\(rendered.sql.text) and \"\(resolved.name)\" are stored in different forms"
        )
      }
      return rendered.sql
    }
    let encoded = try value.encode(resolved.form)
    if !guards.isEmpty, let reason = guards[column].refusal(of: encoded) {
      throw EncodingError.refused(T.self, at: [NameKey(resolved.name)], reason)
    }
    return "\(encoded)"
  }

  private func target(_ context: RenderContext) -> SQL {
    let alias = context.aliases[ObjectIdentifier(table)] ?? ""
    return alias.isEmpty
      ? "\(identifier: T.tableName)" : "\(identifier: T.tableName) AS \(identifier: alias)"
  }

  /// `WHERE ...`; the rows of a limit or a search are found first, and then named by their keys.
  private func matching(_ context: RenderContext, _ plan: RecordPlan<T>) throws -> SQL {
    guard select.isLimited || select.match != nil else { return try select.filter(context) }
    let names = plan.keyColumns.map { plan.columns.columns[$0].name }
    var inner = context
    inner.depth += 1
    let own = select.context(in: inner)
    let alias = own.aliases[ObjectIdentifier(table)] ?? ""
    let keys: [SQL] = names.map { "\(identifier: alias).\(identifier: $0)" }
    let outer: [SQL] = names.map { "\(identifier: $0)" }
    return " WHERE (\(outer.joined(", "))) IN (\(try select.sql(keys, own)))"
  }
}

extension RowDecoder {
  /// Reads a value for nothing but the error it may be.
  fileprivate func check(_ type: any Any.Type, _ column: Int32, _ statement: Statement) throws {
    guard !statement.handle.field(column).isNull, let type = type as? any Decodable.Type else {
      return
    }
    _ = try decode(type, column: column, from: statement)
  }
}
