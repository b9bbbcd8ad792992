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
