@testable import Roster

/// A task that takes the first elements of a sequence, which has begun to observe.
struct Observing<Element: Sendable>: Sendable {
  private let task: Task<[Element], any Error>

  init<Elements: AsyncSequence & Sendable>(
    _ count: Int,
    of elements: Elements,
    _ database: Database
  ) async throws where Elements.Element == Element {
    let before = database.pool.hub.observerCount
    task = Task {
      var taken: [Element] = []
      for try await element in elements {
        taken.append(element)
        if taken.count == count { break }
      }
      return taken
    }
    while database.pool.hub.observerCount == before {
      try await Task.sleep(for: .milliseconds(1))
    }
  }

  /// The elements; cancelling whoever asks ends the wait.
  var value: [Element] {
    get async throws {
      try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
    }
  }
}
