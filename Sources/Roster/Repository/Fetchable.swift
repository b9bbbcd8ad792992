/// What gives rows when it is asked for them: a table, a query, a join, a selection of values, the
/// hits of a search.
///
/// ```swift
/// try students.filter { $0.age >= 18 }.all()
/// try orders.join(customers) { $0.customerID == $1.id }.first()
/// for try await name in students.select(\.lastName).rows() { print(name) }
/// ```
///
/// Each of its calls has an asynchronous form of the same name.
public protocol Fetchable<Row>: Sendable {
  /// A row: a record, a value, or a tuple.
  associatedtype Row

  /// What runs when rows are asked for.
  var request: FetchRequest { get }

  /// The rows.
  ///
  /// - Throws: `RecordError` for a query without a meaning; `EncodingError` for a value that cannot
  ///   be stored; `DecodingError` for a row that is not a `Row`; `DatabaseError`.
  func all() throws -> [Row]

  /// The first rows, or fewer if there are not so many: `LIMIT ?`.
  ///
  /// - Parameter maximum: 0 or more.
  /// - Throws: like `all`; `RecordError.invalidQuery` for a negative number.
  func prefix(_ maximum: Int) throws -> [Row]

  /// Hands over the rows one at a time, as they are read: memory does not grow with them.
  ///
  /// - Parameter body: gets each row; it may use the database, and what it throws ends the run.
  /// - Throws: like `all`, and what `body` throws.
  func stream(_ body: (Row) throws -> Void) throws

  /// The number of rows.
  ///
  /// - Throws: like `all`.
  func count() throws -> Int
}

extension Fetchable {
  /// The rows.
  public func all() throws -> [Row] {
    var rows: [Row] = []
    try stream { rows.append($0) }
    return rows
  }

  /// The number of rows: `SELECT count(*) FROM (...)`.
  public func count() throws -> Int {
    try request.number { "SELECT count(*) FROM (\($0))" }
  }

  /// The first row, or nil if there is none: `LIMIT 1`.
  ///
  /// - Throws: like `all`.
  public func first() throws -> Row? {
    try prefix(1).first
  }

  /// The only row.
  ///
  /// ```swift
  /// let ann = try students.filter { $0.studentNumber == "S-1" }.one()   // ... LIMIT 2
  /// ```
  ///
  /// - Throws: `RecordError.notFound` when there is none, `.notUnique` when there are several;
  ///   otherwise like `all`.
  public func one() throws -> Row {
    let found = try prefix(2)
    if found.count == 1 { return found[0] }
    let table = request.select.sources[0].table
    guard found.isEmpty else { throw RecordError.notUnique(table: table) }
    throw RecordError.notFound(table: table, key: "such values")
  }

  /// Whether there is a row: `SELECT EXISTS (...)`.
  ///
  /// - Throws: like `all`.
  public func exists() throws -> Bool {
    try request.number { "SELECT EXISTS (\($0))" } != 0
  }
}
