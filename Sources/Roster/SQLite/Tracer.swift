import CSQLite

/// Measures the statements of one connection and reports each.
///
/// Not thread-safe: it belongs to a connection and shares that connection's single user.
final class Tracer {
  private let report: @Sendable (TraceEvent) -> Void
  /// The rows of the statements that are running, which may be several, one inside another's rows.
  private var rows: [OpaquePointer: Int] = [:]

  init(_ report: @escaping @Sendable (TraceEvent) -> Void) { self.report = report }

  /// Lets SQLite tell of each row.
  ///
  /// See <https://www.sqlite.org/c3ref/trace_v2.html>.
  func install(on connection: OpaquePointer?) {
    sqlite3_trace_v2(
      connection,
      UInt32(SQLITE_TRACE_ROW),
      { _, context, statement, _ in
        guard let context, let statement else { return 0 }
        // Safe because the connection keeps the tracer until it is closed itself.
        let tracer = Unmanaged<Tracer>.fromOpaque(context).takeUnretainedValue()
        tracer.rows[OpaquePointer(statement)]? += 1
        return 0
      },
      Unmanaged.passUnretained(self).toOpaque()
    )
  }

  /// What is known of a statement when it has run.
  struct Run {
    var rows = 0
    var expandedSQL: String?
  }

  /// Counts the rows of a statement while `body` runs it.
  func count<Result>(
    _ statement: Statement,
    in run: inout Run,
    _ body: () throws -> Result
  ) rethrows -> Result {
    let pointer = statement.handle.pointer
    rows[pointer] = 0
    defer {
      run.rows = rows.removeValue(forKey: pointer) ?? 0
      run.expandedSQL = statement.expandedSQL
    }
    return try body()
  }

  /// Measures `body` and reports it, once it is over.
  func measure<Result>(_ sql: String, _ body: (inout Run) throws -> Result) rethrows -> Result {
    var run = Run()
    let start = ContinuousClock.now
    func end(_ error: (any Error)?) {
      report(
        TraceEvent(
          sql: sql,
          expandedSQL: run.expandedSQL,
          duration: start.duration(to: .now),
          rows: run.rows,
          error: error
        )
      )
    }
    do {
      let result = try body(&run)
      end(nil)
      return result
    } catch {
      end(error)
      throw error
    }
  }
}

extension Connection {
  /// Reports each statement from now on.
  func startTracing(_ report: @escaping @Sendable (TraceEvent) -> Void) {
    let tracer = Tracer(report)
    tracer.install(on: pointer)
    self.tracer = tracer
  }

  /// Lends a statement like `withStatement`, and reports it.
  @inline(never)
  func withTracedStatement<Result>(
    _ key: StatementKey,
    _ tracer: Tracer,
    _ body: (Statement) throws -> Result
  ) throws -> Result {
    try tracer.measure(key.text) { run in
      try lendStatement(key) { statement in
        try tracer.count(statement, in: &run) { try body(statement) }
      }
    }
  }
}
