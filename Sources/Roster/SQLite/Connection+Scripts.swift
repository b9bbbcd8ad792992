extension Connection {
  /// Runs every statement in `script`, without bindings and outside the cache.
  ///
  /// - Returns: how many rows the last INSERT, UPDATE or DELETE in it touched.
  /// - Throws: `DatabaseError` for the first that fails, `.range` for one with parameters; those
  ///   before it have run.
  @discardableResult
  func executeScript(_ script: String) throws -> Int {
    guard pointer != nil else { throw DatabaseError(.misuse, "the database is closed") }
    let key = StatementKey(script)
    let sql = try terminated(script)
    var touched = 0
    var start = 0
    repeat {
      let begin = start
      let (statement, end) = try prepare(sql, from: start, key)
      start = end
      guard let statement else { continue }
      guard statement.parameterCount == 0 else {
        throw DatabaseError(.range, "a parameter without a value", sql: script)
      }
      try runOnce(statement, sql[begin..<min(end, sql.count - 1)])
      if statement.changesRows { touched = changes }
    } while start < sql.count - 1
    return touched
  }

  /// Runs a statement of a script, which is these bytes of it.
  private func runOnce(_ statement: Statement, _ text: ArraySlice<UInt8>) throws {
    func run() throws {
      // Some of what fails stays: the rows of INSERT OR FAIL before the one that did.
      defer { noteCommit() }
      try perform(statement) { try statement.run() }
      // Perhaps back to a savepoint, of which nobody has taken note.
      if statement.kind == .transaction, isInTransaction { changeLog?.forgetKeys() }
    }
    guard let tracer else { return try run() }
    try tracer.measure(String(decoding: text, as: UTF8.self)) { counted in
      try tracer.count(statement, in: &counted) { try run() }
    }
  }
}
