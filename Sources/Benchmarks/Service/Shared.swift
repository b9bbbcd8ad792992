import Synchronization

/// Something that the tasks of a proof change in turn.
final class Shared<Value: Sendable>: Sendable {
  private let value: Mutex<Value>

  init(_ value: Value) { self.value = Mutex(value) }

  var current: Value { value.withLock { $0 } }

  func change(_ body: (inout Value) -> Void) {
    value.withLock { value in
      var changed = value
      body(&changed)
      value = changed
    }
  }
}
