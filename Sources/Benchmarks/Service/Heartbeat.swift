import Foundation
import Synchronization

/// How late something that sleeps 10 ms again and again wakes up.
final class Heartbeat: Sendable {
  private struct State {
    var beats = 0
    var late = 0
    var worst = Duration.zero
  }

  private static let pause = Duration.milliseconds(10)
  /// What is too late.
  static let limit = Duration.milliseconds(50)

  private let state = Mutex(State())
  private let isOver = Atomic(false)

  var worst: Duration { state.withLock { $0.worst } }

  var description: String {
    state.withLock {
      "\($0.beats) beats, the worst \($0.worst.inMilliseconds) late, \($0.late) more than 50 ms"
    }
  }

  func end() { isOver.store(true, ordering: .relaxed) }

  /// Beats in a task, on the cooperative pool.
  func beat() async throws {
    while !isOver.load(ordering: .relaxed) {
      let start = ContinuousClock.now
      try await Task.sleep(for: Self.pause)
      note(start)
    }
  }

  /// Beats on a thread of its own, which shows what the machine alone is late by.
  func beatOnThread() {
    Thread.detachNewThread {
      while !self.isOver.load(ordering: .relaxed) {
        let start = ContinuousClock.now
        Thread.sleep(forTimeInterval: 0.01)
        self.note(start)
      }
    }
  }

  private func note(_ start: ContinuousClock.Instant) {
    let late = start.duration(to: .now) - Self.pause
    state.withLock { state in
      state.beats += 1
      if late > Self.limit { state.late += 1 }
      state.worst = max(state.worst, late)
    }
  }
}
