import Foundation

extension Database {
  /// The asynchronous form of `register` for a function of typed arguments.
  ///
  /// - Throws: like the synchronous form; `CancellationError`; `DeadlineExceeded`.
  public func register<each Argument: Decodable & SendableMetatype, Result: ColumnValue>(
    function name: String,
    deterministic: Bool = false,
    _ body: @escaping @Sendable (repeat each Argument) throws -> Result
  ) async throws {
    try await perform(.write) {
      try self.register(function: name, deterministic: deterministic, body)
    }
  }

  /// The asynchronous form of `register` for a function of any number of values.
  ///
  /// - Throws: like the synchronous form; `CancellationError`; `DeadlineExceeded`.
  public func register(
    function name: String,
    deterministic: Bool = false,
    _ body: @escaping @Sendable ([SQLValue]) throws -> SQLValue
  ) async throws {
    try await perform(.write) {
      try self.register(function: name, deterministic: deterministic, body)
    }
  }

  /// The asynchronous form of `register` for a collation.
  ///
  /// - Throws: like the synchronous form; `CancellationError`; `DeadlineExceeded`.
  public func register(
    collation name: String,
    _ compare: @escaping @Sendable (String, String) -> ComparisonResult
  ) async throws {
    try await perform(.write) { try self.register(collation: name, compare) }
  }
}
