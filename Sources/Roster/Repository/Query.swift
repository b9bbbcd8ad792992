/// Some of the rows of a record's table, in some order: a value that runs when asked for rows.
///
/// ```swift
/// let adults = students.filter { $0.age >= 18 }.order(by: \.lastName)
/// try adults.limit(10).all()
/// // SELECT "id", ... FROM "students" WHERE ("age" >= ?) ORDER BY "lastName" LIMIT ?
/// try adults.count()
/// // SELECT count(*) FROM "students" WHERE ("age" >= ?)
/// ```
///
/// Every value is bound, so that the same query with other values is the same statement, prepared
/// once. What is wrong with a query is thrown when it runs, before any SQL does.
public struct Query<T: Record>: Queryable {
  let repository: Repository<T>
  var select: Select
  let table: TableReference

  init(_ repository: Repository<T>) {
    self.repository = repository
    table = TableReference()
    select = Select(table: T.tableName, columns: [], reference: table)
    do {
      select.sources[0].columns = try repository.columnNames()
    } catch { select.failure = error }
  }

  /// The query itself.
  public var query: Query<T> { self }

  /// What runs when rows are asked for.
  public var request: FetchRequest {
    FetchRequest(database: repository.database, select: select, columns: .records())
  }

  /// The query as the rows of another one, if it is limited: what comes after a limit applies to
  /// the rows that it leaves.
  var unlimited: Query<T> {
    guard select.isLimited else { return self }
    var query = self
    query.select = Select(
      table: T.tableName,
      columns: select.sources[0].columns,
      reference: table
    )
    query.select.sources[0].references = select.sources[0].references
    query.select.sources[0].inner = [select]
    query.select.orders = select.orders
    query.select.failure = select.failure
    return query
  }

  /// The columns of the table, for expressions in this query.
  var columns: Columns<T> { Columns(table) }

  /// The columns for a closure, under an identity of their own: one that uses the query inside
  /// itself tells the rows of the one from those of the other.
  mutating func newColumns(isShared: Bool = false) -> Columns<T> {
    let reference = TableReference(isShared: isShared)
    select.sources[0].references.append(reference)
    return Columns(reference)
  }
}

extension Repository: Queryable {
  /// All rows of the table.
  public var query: Query<T> { Query(self) }

  /// What runs when rows are asked for.
  public var request: FetchRequest { query.request }
}

extension Select {
  /// At most so many of the rows that a limit leaves.
  mutating func shorten(to maximum: Int) { limit(Swift.min(maximum, limit ?? maximum)) }

  mutating func limit(_ count: Int) {
    limit = count
    checkCount(count, "limit")
  }

  mutating func offset(_ count: Int) {
    offset = count
    checkCount(count, "offset")
  }

  private mutating func checkCount(_ count: Int, _ what: String) {
    guard count < 0, failure == nil else { return }
    failure = RecordError.invalidQuery(reason: "the \(what) is negative: \(count)")
  }
}
