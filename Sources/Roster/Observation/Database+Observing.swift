import Foundation

extension Database {
  /// Begins to note what is committed to tables, all of them for nil.
  ///
  /// It does not wait for what is being written meanwhile; that is news, too, when it is committed.
  ///
  /// - Throws: `DatabaseError` if SQLite was built without the hook this needs.
  func observe(_ tables: Set<String>?) async throws -> ChangeObserver {
    try Self.requireObserving()
    let observer = try await perform(.read) {
      try self.pool.useReader { connection in
        // What a view or a virtual table reads is not looked into: anything may change it.
        for table in tables ?? [] where try connection.schema(ofTable: table) == nil {
          return ChangeObserver(tables: nil)
        }
        return ChangeObserver(tables: tables)
      }
    }
    pool.hub.add(observer)
    watchOtherProcesses()
    return observer
  }

  /// The same for one table, with the keys of the rows.
  ///
  /// It takes its turn as a writer, so that every transaction is either noted whole or over before.
  func observe(keysOf table: String, _ names: [String]) async throws -> ChangeObserver {
    try Self.requireObserving()
    let name = table.asciiLowercased
    let observer = try await perform(.write) {
      try self.pool.write { session in
        guard try session.use({ try $0.keyPlaces(of: name, names) }) != nil else {
          throw DatabaseError(
            .error,
            "the keys \(names.joined(separator: ", ")) of \(table) cannot be observed: there is no "
              + "such table or column, it is a view or virtual, or SQLite does not tell, since a "
              + "virtual column comes before the key"
          )
        }
        // What others have done so far is news to those who observe already.
        try self.publishOtherCommits(session)
        let observer = ChangeObserver(tables: [name], keys: (name, names))
        self.pool.hub.add(observer)
        session.listen(to: self.pool.hub)
        return observer
      }
    }
    watchOtherProcesses()
    return observer
  }

  private static func requireObserving() throws {
    guard Connection.canObserve else {
      throw DatabaseError(.error, "this SQLite was built without SQLITE_ENABLE_PREUPDATE_HOOK")
    }
  }

  /// Asks now and then whether another connection has committed, for as long as anyone observes.
  private func watchOtherProcesses() {
    guard path != ":memory:", pool.hub.beginPolling() else { return }
    // Neither without a pause nor longer than a sleep can be.
    let interval = Swift.min(Swift.max(externalChangeInterval, .milliseconds(1)), .seconds(1e9))
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
      try self.pool.write { try self.publishOtherCommits($0) }
    }
  }

  private func publishOtherCommits(_ session: Session) throws {
    let version = try session.use { try $0.dataVersion() }
    let isOther = externalVersion.withLock { known in
      defer { known = version }
      return known != version
    }
    if isOther { pool.hub.publish(.anything) }
  }
}
