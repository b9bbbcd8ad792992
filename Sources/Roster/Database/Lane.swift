import Dispatch
import Synchronization

/// Threads for the asynchronous calls of one kind: so many at once, the others in the order in
/// which they came.
///
/// They are not those of Swift's cooperative pool, which must never be blocked: each runs on a
/// queue that Dispatch gives a thread of its own.
final class Lane: Sendable {
  private struct State {
    var waiting: [Job] = []
    var active = 0
  }

  private let width: Int
  private let queue: DispatchQueue
  private let state = Mutex(State())

  init(_ name: String, width: Int) {
    self.width = width
    queue = DispatchQueue(label: "roster.\(name)", attributes: .concurrent)
  }

  /// Runs a job as soon as a place is free.
  func submit(_ job: Job) {
    let isFree = state.withLock { state in
      guard state.active < width else {
        state.waiting.append(job)
        return false
      }
      state.active += 1
      return true
    }
    if isFree { queue.async { self.work(job) } }
  }

  private func work(_ first: Job) {
    var job = first
    while true {
      job.run()
      let next: Job? = state.withLock { state in
        // A job given up while it waited is left behind here.
        state.waiting.removeAll { $0.isDone }
        guard !state.waiting.isEmpty else {
          state.active -= 1
          return nil
        }
        return state.waiting.removeFirst()
      }
      guard let next else { return }
      job = next
    }
  }
}

/// One asynchronous call: it waits, runs and is done, or is given up while it waits.
final class Job: Sendable {
  private enum State {
    case new
    case waiting(@Sendable ((any Error)?) -> Void)
    case givenUp(any Error)
    case done
  }

  let monitor: CallMonitor
  private let state = Mutex(State.new)

  init(_ monitor: CallMonitor) { self.monitor = monitor }

  var isDone: Bool {
    state.withLock { if case .done = $0 { true } else { false } }
  }

  /// Says what to do: the work, or to report why it was given up.
  ///
  /// - Returns: whether the job is to be run; it may have been given up already.
  func prepare(_ finish: @escaping @Sendable ((any Error)?) -> Void) -> Bool {
    let error: (any Error)? = state.withLock { state in
      if case .givenUp(let error) = state {
        state = .done
        return error
      }
      state = .waiting(finish)
      return nil
    }
    if let error { finish(error) }
    return error == nil
  }

  func run() { take { .done }?(nil) }

  /// Ends the job's wait; one that runs already is stopped by its monitor.
  func giveUp(_ error: any Error) { take { .givenUp(error) }?(error) }

  /// Takes the job out of its wait; nil if it does not wait.
  private func take(_ early: () -> State) -> (@Sendable ((any Error)?) -> Void)? {
    state.withLock { state in
      switch state {
      case .new:
        state = early()
        return nil
      case .waiting(let finish):
        state = .done
        return finish
      case .givenUp, .done: return nil
      }
    }
  }
}
