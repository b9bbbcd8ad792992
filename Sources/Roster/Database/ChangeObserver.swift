import Synchronization

/// One observation: what has happened since it was last asked, and who waits for more.
final class ChangeObserver: Sendable {
  private struct State {
    var pending: [CommittedChanges] = []
    var isPending = false
    var isFinished = false
    var isCancelled = false
    var waiting: CheckedContinuation<Void, Never>?
  }

  /// The tables that count, by their names in lower case; nil for all.
  private let tables: Set<String>?
  /// The table whose keys are asked for, and their columns.
  let keys: (table: String, columns: [String])?
  private let state = Mutex(State())

  init(tables: Set<String>?, keys: (table: String, columns: [String])? = nil) {
    self.tables = tables
    self.keys = keys
  }

  func receive(_ changes: CommittedChanges) {
    if let tables, let changed = changes.tables, tables.isDisjoint(with: changed.keys) { return }
    wake { state in
      state.isPending = true
      // Whoever wants no keys wants to know only that there is something new.
      if keys != nil { state.pending.append(changes) }
    }
  }

  /// Ends the observation, with what has happened before.
  func finish() { wake { $0.isFinished = true } }

  private func cancel() { wake { $0.isCancelled = true } }

  private func wake(_ change: (inout State) -> Void) {
    let waiting = state.withLock { state in
      change(&state)
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume()
  }

  /// Waits for something new, and gives it; nil when the observation is over.
  func next() async -> [CommittedChanges]? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          if state.isPending || state.isFinished || state.isCancelled { return true }
          state.waiting = continuation
          return false
        }
        if isReady { continuation.resume() }
      }
    } onCancel: {
      cancel()
    }
    return state.withLock { state in
      guard state.isPending, !state.isCancelled else { return nil }
      state.isPending = false
      defer { state.pending = [] }
      return state.pending
    }
  }
}
