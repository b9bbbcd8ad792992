import Synchronization

/// Tells the statements of one call when to stop: its task is cancelled, or its time is up.
final class CancellationToken: Sendable {
  private let isCancelled = Atomic(false)
  let deadline: ContinuousClock.Instant?
  /// The token around this one, which stops the call too.
  private let outer: CancellationToken?

  /// The token of the call that the current thread is working on.
  static let current = ThreadLocal<CancellationToken>()

  init(deadline: ContinuousClock.Instant? = nil, within outer: CancellationToken? = nil) {
    self.deadline = deadline
    self.outer = outer
  }

  func cancel() { isCancelled.store(true, ordering: .relaxed) }

  /// Why the call must stop, if it must.
  var reason: (any Error)? {
    if isCancelled.load(ordering: .relaxed) { return CancellationError() }
    if let deadline, ContinuousClock.now >= deadline { return DeadlineExceeded() }
    return outer?.reason
  }

  /// Runs `body` as a call with this token.
  func watch<Result>(_ body: () throws -> Result) throws -> Result {
    let before = Self.current.object
    Self.current.set(self)
    defer { Self.current.set(before) }
    if let reason { throw reason }
    return try body()
  }
}
