import CSQLite

/// An error that SQLite reported, with the statement that met it and never the values bound to it.
///
/// ```swift
/// do {
///   try students.insert(ann)   // INSERT INTO "students" ...
/// } catch let error as DatabaseError where error.code == .constraintUnique {
///   print(error.columns)       // ["studentNumber"]
/// }
/// ```
///
/// See <https://www.sqlite.org/rescode.html>.
public struct DatabaseError: Error, Sendable {
  /// SQLite's extended result code; `.constraintForeignKey` for every violated reference.
  public let code: ResultCode
  /// SQLite's message; a bound value that it quotes is hidden.
  public internal(set) var message: String
  /// The statement, with its parameters and without their values.
  public let sql: String?
  /// Where in the UTF-8 of `sql` the error is, in bytes, if SQLite 3.38 or newer knows.
  public let byteOffset: Int?
  /// The table of a violated constraint: as SQLite names it, or else that of the repository.
  public internal(set) var table: String?
  /// The columns of a violated constraint, if SQLite names them.
  public internal(set) var columns: [String]
  /// The statement with its values in place, only if `Configuration.showsValuesInErrors` asks for
  /// it.
  public let expandedSQL: String?

  /// Which of the records of a bulk insert it was, counted from 0.
  public internal(set) var recordIndex: Int?

  /// The result code's group: `.constraint` for `.constraintUnique`.
  public var primaryCode: ResultCode { code.primary }

  init(
    _ code: ResultCode,
    _ message: String,
    sql: String? = nil,
    byteOffset: Int? = nil,
    expandedSQL: String? = nil
  ) {
    // RESTRICT works by a trigger inside SQLite, and its code says so; what failed is the
    // reference.
    self.code = message == "FOREIGN KEY constraint failed" ? .constraintForeignKey : code
    self.message = message
    self.sql = sql
    self.byteOffset = byteOffset
    self.expandedSQL = expandedSQL
    (table, columns) = Self.constraint(in: message, code: code)
  }

  /// The error that `connection` holds, for the statement that begins at byte `start` of `sql`.
  init(
    connection: OpaquePointer?,
    result: Int32,
    sql: String? = nil,
    from start: Int = 0,
    expandedSQL: String? = nil
  ) {
    guard let connection else {
      self.init(
        ResultCode(rawValue: result),
        String(cString: sqlite3_errstr(result)),
        sql: sql,
        expandedSQL: expandedSQL
      )
      return
    }
    // Some results (SQLITE_MISUSE, for one) are not recorded on the connection.
    let recorded = sqlite3_extended_errcode(connection)
    let isRecorded = recorded & 0xff == result & 0xff
    let offset = isRecorded ? roster_error_offset(connection) : -1
    self.init(
      ResultCode(rawValue: isRecorded ? recorded : result),
      String(cString: isRecorded ? sqlite3_errmsg(connection) : sqlite3_errstr(result)),
      sql: sql,
      byteOffset: offset >= 0 ? start + Int(offset) : nil,
      expandedSQL: expandedSQL
    )
  }

  /// The table and columns in messages such as `UNIQUE constraint failed: users.name, users.city`.
  private static func constraint(
    in message: String,
    code: ResultCode,
    of known: String? = nil
  ) -> (table: String?, columns: [String]) {
    let start =
      code == .constraintDatatype
      ? message.firstRange(of: " column ") : message.firstRange(of: "constraint failed: ")
    guard
      [
        .constraintUnique, .constraintPrimaryKey, .constraintRowID, .constraintNotNull,
        .constraintDatatype,
      ].contains(code), let start
    else { return (nil, []) }
    let names = message[start.upperBound...]
    // A name may hold dots and commas itself; the table's stands before every column.
    let table: Substring
    if let known, names.hasPrefix("\(known).") {
      table = known[...]
    } else if let dot = names.firstIndex(of: "."), !names.hasPrefix("index '") {
      table = names[..<dot]
    } else {
      return (nil, [])
    }
    let columns = names.dropFirst(table.count + 1).split(separator: ", \(table).")
    return (String(table), columns.map(String.init))
  }

  /// The same error without these values in SQLite's message, which quotes one now and then.
  func hiding(_ values: [SQLValue]) -> DatabaseError {
    var text = message
    for case .text(let value) in values where !value.isEmpty {
      text = text.replacing("'\(value)'", with: "'?'")
      // A short one may be part of any word.
      if value.utf8.count > 3 { text = text.replacing(value, with: "?") }
    }
    var hidden = self
    hidden.message = text
    return hidden
  }

  /// Says of which table the violated constraint is, where SQLite's message leaves it open.
  mutating func locate(in table: String) {
    guard primaryCode == .constraint else { return }
    let found = Self.constraint(in: message, code: code, of: table)
    self.table = found.table ?? self.table ?? table
    if !found.columns.isEmpty { columns = found.columns }
  }
}

extension DatabaseError: CustomStringConvertible {
  /// The code, the message, the table where the message leaves it out, and the statement.
  public var description: String {
    var text = "\(code): \(message)"
    if let table, columns.isEmpty { text += " in table \"\(table)\"" }
    if let recordIndex { text += " (record \(recordIndex))" }
    if let sql {
      text += byteOffset.map { " (at byte \($0) of: \(sql))" } ?? " (in: \(sql))"
    }
    if let expandedSQL { text += " (values: \(expandedSQL))" }
    return text
  }
}
