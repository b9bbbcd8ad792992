extension Repository {
  /// Inserts records in one transaction, many to a statement: all of them or, if one fails, none.
  ///
  /// ```swift
  /// try students.insert(contentsOf: roster)
  /// // BEGIN IMMEDIATE; INSERT INTO "students" (...) VALUES (...), (...), ...; COMMIT
  /// ```
  ///
  /// A sequence is read as it is needed, so it may be longer than memory. A record that refers to
  /// another must come after it, or its reference be `deferred` in the schema. Records are bound
  /// where they lie and only read, which the thread sanitizer takes for writing where two threads
  /// insert one array at once.
  ///
  /// - Returns: how many were inserted.
  /// - Throws: `DatabaseError`, its `recordIndex` the place of the record that SQLite refused;
  ///   `EncodingError` for a value that cannot be stored, its description naming the record.
  @discardableResult
  public func insert(contentsOf records: some Sequence<T>) throws -> Int {
    try database.write {
      try write { connection, table in
        var bulk = BulkInsert(connection, table)
        if let array = records as? [T] {
          try array.withUnsafeBufferPointer { try bulk.insert($0) }
        } else {
          var chunk: [T] = []
          chunk.reserveCapacity(bulk.rowsPerStatement)
          for record in records {
            chunk.append(record)
            if chunk.count == bulk.rowsPerStatement {
              try chunk.withUnsafeBufferPointer { try bulk.insert($0) }
              chunk.removeAll(keepingCapacity: true)
            }
          }
          try chunk.withUnsafeBufferPointer { try bulk.insert($0) }
        }
        return bulk.inserted
      }
    }
  }
}

/// Inserts records, as many to a statement as pays off and the connection's limit allows.
private struct BulkInsert<T: Record> {
  let rowsPerStatement: Int
  private(set) var inserted = 0

  private let connection: Connection
  private let table: TableInfo<T>
  // Only made where there are records enough to need them.
  private lazy var many = table.statements.insertMany(rowsPerStatement)
  private lazy var one = table.statements.insertMany(1)

  init(_ connection: Connection, _ table: TableInfo<T>) {
    self.connection = connection
    self.table = table
    let perRow = table.statements.parametersPerRow
    rowsPerStatement = perRow == 0 ? 1 : max(1, min(32, connection.maximumParameters / perRow))
  }

  /// Inserts records where they lie: copying one costs as much as binding it.
  mutating func insert(_ records: UnsafeBufferPointer<T>) throws {
    var rest = records[...]
    if rest.count >= rowsPerStatement {
      try connection.withStatement(many) { statement in
        while rest.count >= rowsPerStatement {
          let chunk = rest.prefix(rowsPerStatement)
          rest = rest.dropFirst(rowsPerStatement)
          do {
            try run(statement, chunk)
            inserted += rowsPerStatement
          } catch let error as DatabaseError where error.recordIndex == nil && isUndone {
            // One by one they show which record it was.
            statement.rewind()
            try insertEach(chunk)
          }
        }
      }
    }
    try insertEach(rest)
  }

  /// Whether nothing stands of the statement that has failed, so that its records may be tried
  /// again.
  ///
  /// A conflict clause may keep the rows before the one that failed, or have ended the transaction.
  private var isUndone: Bool { connection.isInTransaction && connection.changes == 0 }

  private mutating func insertEach(_ records: Slice<UnsafeBufferPointer<T>>) throws {
    guard !records.isEmpty else { return }
    try connection.withStatement(one) { statement in
      for index in records.indices {
        do {
          try run(statement, records[index...index])
        } catch var error as DatabaseError {
          error.recordIndex = inserted
          throw error
        }
        inserted += 1
      }
    }
  }

  /// Binds as many records as the statement has rows, and runs it.
  private func run(_ statement: Statement, _ records: Slice<UnsafeBufferPointer<T>>) throws {
    let encoder = statement.rowEncoder(for: table.statements) {
      RowEncoder(
        layout: table.plan.layout,
        parameters: table.statements.rowParameters,
        guards: table.statements.guards
      )
    }
    // Safe because the encoder does not write to the records.
    guard let first = UnsafeMutablePointer(mutating: records.base.baseAddress) else { return }
    statement.rewind()
    encoder.beginRun()
    var parameters: Int32 = 0
    for index in records.indices {
      do {
        try encoder.encode(&first[index], into: statement, after: parameters)
      } catch let error as EncodingError {
        let record = inserted + index - records.startIndex
        throw error.rewritten(description: { "record \(record): \($0)" })
      } catch var error as DatabaseError {
        error.recordIndex = inserted + index - records.startIndex
        throw error
      }
      parameters += Int32(truncatingIfNeeded: table.statements.parametersPerRow)
    }
    try statement.run()
    guard connection.changes == records.count else {
      throw DatabaseError(
        .abort,
        "\(connection.changes) of \(records.count) rows were written: a trigger or a conflict "
          + "clause left out the rest",
        sql: statement.key.text
      )
    }
  }
}
