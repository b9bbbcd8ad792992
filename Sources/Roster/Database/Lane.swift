import Dispatch
import Foundation
import Synchronization

/// Threads for the asynchronous calls of one kind: so many at once, the others in the order in
/// which they came.
///
/// They are threads of their own. Dispatch has but one for each core, as Swift's cooperative pool
/// has, and a call that waits for the disk or for a lock must block neither.
final class Lane: Sendable {
  private struct State {
    private var waiting: [Job] = []
    /// The jobs before this place are gone.
    private var first = 0
    var threads = 0
    var idle = 0

    mutating func append(_ job: Job) { waiting.append(job) }

    /// The next job that has not been given up while it waited.
    mutating func next() -> Job? {
      while first < waiting.count {
        let job = waiting[first]
        first += 1
        if first * 2 > waiting.count {
          waiting.removeFirst(first)
          first = 0
        }
        if !job.isDone { return job }
      }
      return nil
    }
  }

  /// How long a thread waits for another job before it ends.
  private static let patience = DispatchTimeInterval.seconds(10)

  private let name: String
  private let width: Int
  private let work = DispatchSemaphore(value: 0)
  private let state = Mutex(State())

  init(_ name: String, width: Int) {
    self.name = "roster.\(name)"
    self.width = width
  }

  /// Runs a job as soon as a thread is free.
  func submit(_ job: Job) {
    enum Need { case idleThread, newThread, nothing }
    let need: Need = state.withLock { state in
      state.append(job)
      if state.idle > 0 {
        state.idle -= 1
        return .idleThread
      }
      guard state.threads < width else { return .nothing }
      state.threads += 1
      return .newThread
    }
    // Outside the lock, which the thread that wakes up wants first of all.
    if need == .idleThread { work.signal() }
    guard need == .newThread else { return }
    let thread = Thread { self.runJobs() }
    thread.name = name
    thread.start()
  }

  private func runJobs() {
    while true {
      let job: Job? = state.withLock { state in
        if let job = state.next() { return job }
        state.idle += 1
        return nil
      }
      if let job {
        job.run()
      } else if work.wait(timeout: .now() + Self.patience) == .timedOut {
        let isOver = state.withLock { state in
          // Otherwise the signal is under way.
          guard state.idle > 0 else { return false }
          state.idle -= 1
          state.threads -= 1
          return true
        }
        if isOver { return }
        work.wait()
      }
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
