extension Database {
  /// The asynchronous form of `checkpoint`, stopped with its task or at a deadline.
  ///
  /// - Throws: like the synchronous form; `CancellationError`; `DeadlineExceeded`.
  @discardableResult
  public func checkpoint(_ mode: CheckpointMode = .passive) async throws -> Checkpoint {
    try await perform(.write) { try self.checkpoint(mode) }
  }

  /// The asynchronous form of `integrityCheck`, stopped with its task or at a deadline.
  ///
  /// - Throws: like the synchronous form; `CancellationError`; `DeadlineExceeded`.
  public func integrityCheck(limit: Int = 100) async throws -> [String] {
    try await perform(.read) { try self.integrityCheck(limit: limit) }
  }

  /// The asynchronous form of `vacuum`, stopped with its task or at a deadline.
  ///
  /// - Throws: like the synchronous form; `CancellationError`; `DeadlineExceeded`.
  public func vacuum() async throws {
    try await perform(.write) { try self.vacuum() }
  }

  /// The asynchronous form of `vacuum(into:)`, stopped with its task or at a deadline.
  ///
  /// - Throws: like the synchronous form; `CancellationError`; `DeadlineExceeded`.
  public func vacuum(into path: String) async throws {
    try await perform(.read) { try self.vacuum(into: path) }
  }

  /// The asynchronous form of `backup` to a path, given up with its task or at a deadline.
  ///
  /// - Parameter progress: is called on the thread that copies.
  /// - Throws: like the synchronous form; `CancellationError`; `DeadlineExceeded`.
  public func backup(
    to path: String,
    pagesPerStep: Int = backupPagesPerStep,
    progress: @escaping @Sendable (BackupProgress) throws -> Void = { _ in }
  ) async throws {
    try await perform(.read) {
      try self.backup(to: path, pagesPerStep: pagesPerStep, progress: progress)
    }
  }

  /// The asynchronous form of `backup` to a database, given up with its task or at a deadline.
  ///
  /// - Parameter progress: is called on the thread that copies.
  /// - Throws: like the synchronous form; `CancellationError`; `DeadlineExceeded`.
  public func backup(
    to target: Database,
    pagesPerStep: Int = backupPagesPerStep,
    progress: @escaping @Sendable (BackupProgress) throws -> Void = { _ in }
  ) async throws {
    try await perform(.read) {
      try self.backup(to: target, pagesPerStep: pagesPerStep, progress: progress)
    }
  }
}
