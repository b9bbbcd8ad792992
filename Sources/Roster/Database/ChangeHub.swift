import Synchronization

/// Passes what was committed on to those who observe it.
final class ChangeHub: Sendable {
  private struct State {
    var observers: [ObjectIdentifier: ChangeObserver] = [:]
    var isClosed = false
    var isPolling = false
  }

  private let state = Mutex(State())
  private let changes = Atomic(0)

  /// Whether the caller is to look for what other processes do; nobody else does.
  func beginPolling() -> Bool {
    state.withLock { state in
      defer { state.isPolling = true }
      return !state.isPolling
    }
  }

  func mayGoOnPolling() -> Bool {
    state.withLock { state in
      if state.observers.isEmpty || state.isClosed { state.isPolling = false }
      return state.isPolling
    }
  }

  /// Goes up whenever it may be other tables whose keys are asked for.
  var generation: Int { changes.load(ordering: .acquiring) }

  /// The columns that someone asks for in each table whose keys are asked for; nil if nobody
  /// observes.
  var keyColumns: [String: [String]]? {
    state.withLock { state in
      guard !state.observers.isEmpty else { return nil }
      var keys: [String: [String]] = [:]
      for case (let table, let columns)? in state.observers.values.map(\.keys) {
        for column in columns where keys[table]?.contains(column) != true {
          keys[table, default: []].append(column)
        }
      }
      return keys
    }
  }

  var observerCount: Int { state.withLock { $0.observers.count } }

  func add(_ observer: ChangeObserver) {
    let isClosed = state.withLock { state in
      state.observers[ObjectIdentifier(observer)] = observer
      changes.wrappingAdd(1, ordering: .releasing)
      return state.isClosed
    }
    if isClosed { observer.finish() }
  }

  func remove(_ observer: ChangeObserver) {
    state.withLock { state in
      state.observers[ObjectIdentifier(observer)] = nil
      changes.wrappingAdd(1, ordering: .releasing)
    }
  }

  func publish(_ changes: CommittedChanges) {
    for observer in state.withLock({ Array($0.observers.values) }) { observer.receive(changes) }
  }

  /// Ends all observations.
  func close() {
    let observers = state.withLock { state in
      state.isClosed = true
      return Array(state.observers.values)
    }
    for observer in observers { observer.finish() }
  }
}

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
