/// Rows of expressions, each a tuple or, of one expression, its value.
///
/// ```swift
/// let names = try students.select(\.firstName, \.age).all()   // [(String, Int?)]
/// // SELECT "firstName", "age" FROM "students"
/// ```
public struct Selection<Row>: Fetchable {
  let database: Database
  var select: Select
  let columns: [ExpressionNode]
  let decode: @Sendable (RowDecoder, Statement) throws -> Row

  /// The rows without repetitions: `SELECT DISTINCT`.
  public func distinct() -> Self {
    var selection = self
    selection.select.isDistinct = true
    return selection
  }

  /// At most so many rows: `LIMIT ?`.
  ///
  /// - Parameter count: 0 or more; a negative number throws when the query runs.
  public func limit(_ count: Int) -> Self {
    var selection = self
    selection.select.limit(count)
    return selection
  }

  /// The rows but for the first ones: `OFFSET ?`.
  ///
  /// - Parameter count: 0 or more; a negative number throws when the query runs.
  public func offset(_ count: Int) -> Self {
    var selection = self
    selection.select.offset(count)
    return selection
  }

  /// What runs when rows are asked for.
  public var request: FetchRequest {
    FetchRequest(database: database, select: select, columns: .expressions(columns))
  }

  /// The first rows, or fewer if there are not so many: `LIMIT ?`.
  public func prefix(_ maximum: Int) throws -> [Row] {
    var shorter = self
    shorter.select.shorten(to: maximum)
    return try shorter.all()
  }

  /// Hands over the rows one at a time, as they are read.
  ///
  /// - Throws: like `all`, and what `body` throws.
  public func stream(_ body: (Row) throws -> Void) throws {
    try request.withFirstRow { statement, forms in
      let decoder = statement.selectionDecoder(for: Row.self, forms)
      repeat { try body(try decode(decoder, statement)) } while try statement.step()
    }
  }
}

extension Statement {
  /// The decoder of a row of single values.
  fileprivate func selectionDecoder(for type: Any.Type, _ forms: [StorageForm]) -> RowDecoder {
    let names = columnNames
    func layout() -> RowLayout { RowLayout(keys: names, columns: names, forms: forms) }
    let decoder = rowDecoder(for: type, layout: layout)
    if decoder.layout.forms == forms { return decoder }
    // The same text, but over another record type, which stores the same column in another form.
    reader = nil
    return rowDecoder(for: type, layout: layout)
  }
}

extension Queryable {
  /// One property of each row.
  ///
  /// ```swift
  /// let cities = try students.select(\.city).distinct().all()
  /// // SELECT DISTINCT "city" FROM "students"
  /// ```
  public func select<Value: ColumnValue & Decodable>(
    _ property: any KeyPath<T, Value> & Sendable
  ) -> Selection<Value> {
    let query = query
    return Selection(
      query.repository.database,
      query.select,
      query.columns[dynamicMember: property]
    )
  }

  /// One expression over each row.
  ///
  /// ```swift
  /// try students.select { $0.firstName + " " + $0.lastName }.all()
  /// // SELECT (("firstName" || ?) || "lastName") FROM "students"
  /// ```
  public func select<Value: ColumnValue & Decodable>(
    _ expression: (Columns<T>) -> SQLExpression<Value>
  ) -> Selection<Value> {
    var query = query
    let column = expression(query.newColumns())
    return Selection(query.repository.database, query.select, column)
  }

  /// Some properties of each row, as tuples.
  ///
  /// ```swift
  /// let names = try students.order(by: \.lastName).select(\.firstName, \.age).all()
  /// // SELECT "firstName", "age" FROM "students" ORDER BY "lastName"
  /// ```
  public func select<each Value: ColumnValue & Decodable>(
    _ properties: repeat any KeyPath<T, each Value> & Sendable
  ) -> Selection<(repeat each Value)> {
    let query = query
    var columns: [ExpressionNode] = []
    repeat columns.append(query.columns[dynamicMember: each properties].node)
    return Selection(query.repository.database, query.select, columns)
  }

  /// Expressions over each row, as tuples.
  ///
  /// ```swift
  /// try students.select { ($0.firstName + " " + $0.lastName, $0.age ?? 0) }.all()
  /// // SELECT (("firstName" || ?) || "lastName"), ifnull("age", ?) FROM "students"
  /// ```
  public func select<each Value: ColumnValue & Decodable>(
    _ expressions: (Columns<T>) -> (repeat SQLExpression<each Value>)
  ) -> Selection<(repeat each Value)> {
    var query = query
    let own = query.newColumns()
    var columns: [ExpressionNode] = []
    repeat columns.append((each expressions(own)).node)
    return Selection(query.repository.database, query.select, columns)
  }
}

extension Selection where Row: ColumnValue & Decodable {
  init(_ database: Database, _ select: Select, _ expression: SQLExpression<Row>) {
    self.database = database
    self.select = select
    columns = [expression.node]
    decode = { try $0.decode(Row.self, column: 0, from: $1) }
  }
}

extension Selection {
  init<each Value: ColumnValue & Decodable>(
    _ database: Database,
    _ select: Select,
    _ columns: [ExpressionNode]
  ) where Row == (repeat each Value) {
    self.database = database
    self.select = select
    self.columns = columns
    decode = { decoder, statement in
      var column: Int32 = -1
      func next<Next: Decodable>(_ type: Next.Type) throws -> Next {
        column += 1
        return try decoder.decode(type, column: column, from: statement)
      }
      return (repeat try next((each Value).self))
    }
  }
}

extension SQLExpression {
  /// Whether the value is among those of another query: `"customerID" IN (SELECT "id" FROM ...)`.
  ///
  /// ```swift
  /// orders.filter { $0.customerID.isIn(customers.filter { $0.country == "France" }.select(\.id)) }
  /// ```
  ///
  /// An index on the column serves it. False for nil.
  public func isIn(_ values: Selection<Value>) -> Condition {
    values.columns.first.map {
      Condition(.isIn(node, SelectSubquery(select: values.select, column: $0)))
    } ?? Condition(.unreachable("a selection of nothing"))
  }

  /// Whether the value, which may be nil, is among those of another query.
  public func isIn<Wrapped: ColumnValue>(_ values: Selection<Wrapped>) -> Condition
  where Value == Wrapped? {
    values.columns.first.map {
      Condition(.isIn(node, SelectSubquery(select: values.select, column: $0)))
    } ?? Condition(.unreachable("a selection of nothing"))
  }
}

extension Selection where Row: ColumnValue {
  /// The first value as an expression in another query, nil where there is none: `(SELECT ...)`.
  ///
  /// ```swift
  /// orders.filter { $0.freight == orders.select { $0.freight.max() }.scalar() }
  /// ```
  @_disfavoredOverload
  public func scalar() -> SQLExpression<Row?> { SQLExpression<Row?>(firstValue) }
}

extension Selection {
  /// The first value, which may be nil itself, as an expression in another query.
  public func scalar<Wrapped: ColumnValue>() -> SQLExpression<Wrapped?> where Row == Wrapped? {
    SQLExpression<Wrapped?>(firstValue)
  }

  fileprivate var firstValue: ExpressionNode {
    columns.first.map { .subquery(SelectSubquery(select: select, column: $0)) }
      ?? .unreachable("a selection of nothing")
  }
}
