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
      // What a view or a virtual table reads is not looked into: anything may change it.
      for table in tables ?? [] where try connection.keyPlaces(of: table, []) == nil {
        return ChangeObserver(tables: nil)
      }
      return ChangeObserver(tables: tables)
    }
  }

  /// The same for one table, with the keys of the rows.
  func observe(keysOf table: String, _ names: [String]) async throws -> ChangeObserver {
    let name = table.asciiLowercased
    return try await register { connection in
      guard try connection.keyPlaces(of: name, names) != nil else {
        throw DatabaseError(
          .error,
          "the keys \(names.joined(separator: ", ")) of \(table) cannot be observed: there is no "
            + "such table or column, it is a view or virtual, or a virtual column comes before the "
            + "key"
        )
      }
      return ChangeObserver(tables: [name], keys: (name, names))
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
        // What others have done so far is news to those who observe already.
        self.publishOtherCommits(session)
        self.pool.hub.add(observer)
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
    // On its own: the deadline and the priority of whoever observes first are not its.
    Task.detached { [weak self] in
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
      try self.pool.write { self.publishOtherCommits($0) }
    }
  }

  private func publishOtherCommits(_ session: Session) {
    let version = session.connection.dataVersion
    let isOther = externalVersion.withLock { known in
      defer { known = version }
      return known != version
    }
    if isOther { pool.hub.publish(.anything) }
  }
}

extension Connection {
  /// Changes when another connection has committed, and not when this one has.
  ///
  /// See <https://www.sqlite.org/pragma.html#pragma_data_version>.
  fileprivate var dataVersion: SQLValue { (try? firstValue("PRAGMA data_version")) ?? .null }
}
