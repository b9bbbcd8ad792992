extension ConnectionPool {
  /// Runs `body` with a connection that can read.
  @inline(__always)
  func useReader<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try read { try $0.use(body) }
  }

  /// Runs `body` with the connection that can write, in whatever transaction is under way.
  @inline(__always)
  func useWriter<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try write { try $0.use(body) }
  }

  /// Runs one call that writes: in the transaction under way, or else in one of its own.
  @inline(__always)
  func useInTransaction<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try write { session in try session.inTransaction { try session.use(body) } }
  }

  /// Runs `body` in a transaction that writes, or in a savepoint of the one under way.
  func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try write { try $0.write(body) }
  }

  /// Runs `body` on one snapshot.
  func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
    try read { try $0.read(body) }
  }

  /// Reads, in a transaction, what a statement of it has just written.
  func readBack<Result>(_ body: () throws -> Result) throws -> Result {
    try write { try $0.readBack(body) }
  }

  /// Runs statements of unknown kind, which must leave no transaction open.
  func useUnchecked<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try write { try $0.useUnchecked(body) }
  }

  /// Runs a statement that gives rows, beside a writer if it only reads.
  ///
  /// - Parameter rows: is called with the statement on its first row, if there is one.
  func useRows(
    of key: StatementKey,
    _ values: [SQLValue],
    _ rows: (Statement) throws -> Void
  ) throws {
    let isDone = try read { session in
      // What cannot be prepared here may still be sound on the writer, which says what is wrong
      // if not.
      if !queue.isWriter(session) {
        guard try session.use({ $0.canRead(key) }) else { return false }
      }
      try session.useRows(of: key, values, rows)
      return true
    }
    if !isDone { try write { try $0.useRows(of: key, values, rows) } }
  }
}
