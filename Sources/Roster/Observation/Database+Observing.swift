import Foundation

extension Database {
  /// Begins to note what is committed to tables, all of them for nil.
  ///
  /// It takes its turn as a writer: what is being written meanwhile is committed before, and so
  /// part of what is read first.
  ///
  /// - Throws: `DatabaseError` if SQLite was built without the hook this needs.
  func observe(_ tables: Set<String>?) async throws -> ChangeObserver {
    try await register { connection in
      // What a view reads is not looked into: anything may change it.
      for table in tables ?? [] {
        let kind = try connection.rows(
          "SELECT type FROM sqlite_schema WHERE lower(name) = ?",
          [.text(table)]
        )
        if kind.first?.first == .text("view") { return ChangeObserver(tables: nil) }
      }
      return ChangeObserver(tables: tables)
    }
  }

  /// The same for one table, with the keys of the rows.
  func observe(keysOf table: String, _ names: [String]) async throws -> ChangeObserver {
    try await register { connection in
      let columns = try connection.rows(
        "SELECT cid, name FROM pragma_table_xinfo(?)",
        [.text(table)]
      )
      let places = try names.map { name in
        for row in columns {
          if case .integer(let place) = row[0], case .text(let column) = row[1],
            isSameName(column, name)
          {
            return Int32(truncatingIfNeeded: place)
          }
        }
        throw DatabaseError(.error, "no such table, or no column \"\(name)\" in it: \(table)")
      }
      let name = table.asciiLowercased
      return ChangeObserver(tables: [name], keys: (name, places))
    }
  }

  private func register(
    _ make: @escaping @Sendable (Connection) throws -> ChangeObserver
  ) async throws -> ChangeObserver {
    guard Connection.canObserve else {
      throw DatabaseError(.error, "this SQLite was built without SQLITE_ENABLE_PREUPDATE_HOOK")
    }
    let observer = try await perform(.write) {
      try self.pool.write { session in
        let observer = try session.use(make)
        self.pool.hub.add(observer)
        self.externalVersion.withLock { $0 = session.connection.dataVersion }
        return observer
      }
    }
    watchOtherProcesses()
    return observer
  }

  /// Asks now and then whether another connection has committed, for as long as anyone observes.
  private func watchOtherProcesses() {
    guard path != ":memory:", pool.hub.beginPolling() else { return }
    let interval = externalChangeInterval
    Task { [weak self] in
      while true {
        try? await Task.sleep(for: interval)
        guard let self, self.pool.hub.mayGoOnPolling() else { return }
        // Where it cannot have its turn now, it will have it the next time.
        try? await self.lookForOtherCommits()
      }
    }
  }

  private func lookForOtherCommits() async throws {
    try await perform(.write) {
      try self.pool.write { session in
        let version = session.connection.dataVersion
        let isOther = self.externalVersion.withLock { known in
          defer { known = version }
          return known != version
        }
        if isOther { self.pool.hub.publish(CommittedChanges(tables: nil)) }
      }
    }
  }
}

extension Connection {
  /// Changes when another connection has committed, and not when this one has.
  ///
  /// See <https://www.sqlite.org/pragma.html#pragma_data_version>.
  fileprivate var dataVersion: SQLValue { (try? firstValue("PRAGMA data_version")) ?? .null }
}
