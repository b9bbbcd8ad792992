import Testing

/// The error that `body` must throw; unlike `#require(throws:)`, it can be nested in itself.
@discardableResult
func caught<Failure: Error, Result>(
  _ type: Failure.Type,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws -> Result
) throws -> Failure {
  try #require(throws: type, sourceLocation: sourceLocation) { _ = try body() }
}
