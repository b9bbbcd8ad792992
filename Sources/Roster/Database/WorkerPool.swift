import Dispatch
import Foundation
import Synchronization

/// Threads for the asynchronous calls of one kind: so many at once, the others in the order in
/// which they came.
///
/// They are threads of their own. Dispatch has but one for each core, as Swift's cooperative pool
/// has, and a call that waits for the disk or for a lock must block neither.
final class WorkerPool: Sendable {
  /// A job that waits for a thread.
  private struct Waiting {
    let job: Job
    let start = ContinuousClock.now
    /// Whether all threads were busy when it came.
    let isDelayed: Bool
  }

  private struct State {
    var waiting: [Waiting] = []
    /// The jobs before this place are gone.
    var first = 0
    var threads = 0
    var idle = 0
    var isEnded = false
    /// When somebody looks next for jobs to be given up.
    var nextSweep: ContinuousClock.Instant?

    /// The next job that has not been given up while it waited.
    mutating func next() -> Waiting? {
      while first < waiting.count {
        let next = waiting[first]
        first += 1
        if first * 2 > waiting.count {
          waiting.removeFirst(first)
          first = 0
        }
        if !next.job.isDone { return next }
      }
      return nil
    }
  }

  /// How long a thread waits for another job before it ends.
  private static let patience = DispatchTimeInterval.seconds(10)

  private let name: String
  private let width: Int
  private let timeout: Duration?
  private let noteWait: @Sendable (Duration) -> Void
  private let startThread: StartThread
  private let work = DispatchSemaphore(value: 0)
  private let state = Mutex(State())

  /// Starts a thread, and says whether there is one.
  typealias StartThread = @Sendable (_ name: String, _ body: @escaping @Sendable () -> Void) -> Bool

  /// - Parameters:
  ///   - timeout: how long a job may wait for a thread; nil for ever.
  ///   - noteWait: is told how long a job has waited, if it had to.
  init(
    _ name: String,
    width: Int,
    timeout: Duration?,
    noteWait: @escaping @Sendable (Duration) -> Void = { _ in },
    startThread: @escaping StartThread = WorkerThread.start
  ) {
    self.name = name
    self.width = width
    self.timeout = timeout
    self.noteWait = noteWait
    self.startThread = startThread
  }

  /// Runs a job as soon as a thread is free, or gives it up when it has waited too long.
  func submit(_ job: Job) {
    enum Need { case idleThread, newThread, nothing }
    let (need, sweep): (Need, ContinuousClock.Instant?) = state.withLock { state in
      guard state.idle == 0, state.threads == width else {
        state.waiting.append(Waiting(job: job, isDelayed: false))
        if state.idle > 0 {
          state.idle -= 1
          return (.idleThread, nil)
        }
        state.threads += 1
        return (.newThread, nil)
      }
      let waiting = Waiting(job: job, isDelayed: true)
      state.waiting.append(waiting)
      return (.nothing, nextSweep(for: CollectionOfOne(waiting), &state))
    }
    if let sweep { schedule(sweep) }
    // Outside the lock, which the thread that wakes up wants first of all.
    if need == .idleThread { work.signal() }
    if need == .newThread, !startThread("roster.\(name)", { self.runJobs() }) { missThread() }
  }

  /// Goes on without a thread that could not be started: the others do its work, if there are any.
  private func missThread() {
    let (stranded, sweep) = state.withLock { state -> ([Job], ContinuousClock.Instant?) in
      state.threads -= 1
      guard state.threads == 0 else {
        return ([], nextSweep(for: state.waiting[state.first...], &state))
      }
      var jobs: [Job] = []
      while let next = state.next() { jobs.append(next.job) }
      return (jobs, nil)
    }
    if let sweep { schedule(sweep) }
    for job in stranded {
      job.giveUp(DatabaseError(.outOfMemory, "no thread could be started for \(name)"))
    }
  }

  private func runJobs() {
    while true {
      enum Turn { case run(Waiting), wait, leave }
      let turn: Turn = state.withLock { state in
        if let next = state.next() { return .run(next) }
        guard !state.isEnded else {
          state.threads -= 1
          return .leave
        }
        state.idle += 1
        return .wait
      }
      switch turn {
      case .run(let next):
        if next.isDelayed { noteWait(next.start.duration(to: .now)) }
        // Such a thread may not come to an end for long.
        #if canImport(ObjectiveC)
          autoreleasepool { next.job.run() }
        #else
          next.job.run()
        #endif
      case .leave: return
      case .wait:
        guard work.wait(timeout: .now() + Self.patience) == .timedOut else { continue }
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

  /// Lets the threads go, which otherwise wait some time for more.
  func end() {
    let idle = state.withLock { state in
      state.isEnded = true
      defer { state.idle = 0 }
      return state.idle
    }
    for _ in 0..<idle { work.signal() }
  }

  /// When a job is given up that still waits then; nil for never.
  private func end(of waiting: Waiting) -> ContinuousClock.Instant? {
    let limit = timeout.map { waiting.start + $0 }
    guard let deadline = waiting.job.token.deadline else { return limit }
    return limit.map { Swift.min($0, deadline) } ?? deadline
  }

  private func error(of waiting: Waiting) -> any Error {
    guard let timeout, end(of: waiting) != waiting.job.token.deadline else {
      return DeadlineExceeded()
    }
    return DatabaseError(
      .busy,
      "other calls kept all connections for \(name) longer than \(timeout)"
    )
  }

  /// When a look at jobs that wait has to be scheduled, unless it comes early enough already.
  private func nextSweep(
    for waiting: some Sequence<Waiting>,
    _ state: inout State
  ) -> ContinuousClock.Instant? {
    guard let end = waiting.lazy.compactMap({ self.end(of: $0) }).min(),
      state.nextSweep.map({ end < $0 }) ?? true
    else { return nil }
    state.nextSweep = end
    return end
  }

  /// Gives up at a time what waits too long: one look for all, not a timer for each call.
  private func schedule(_ time: ContinuousClock.Instant) {
    // Not at every moment, where many end one shortly after the other.
    let delay = Swift.max(.milliseconds(1), ContinuousClock.now.duration(to: time))
    DispatchQueue.global().asyncAfter(deadline: .now() + delay.dispatchInterval) { [weak self] in
      self?.sweep(due: time)
    }
  }

  private func sweep(due time: ContinuousClock.Instant) {
    let (late, next) = state.withLock { state -> ([Waiting], ContinuousClock.Instant?) in
      // Somebody had to be looked for earlier, and so has been.
      guard state.nextSweep == time else { return ([], nil) }
      let now = ContinuousClock.now
      let waiting = state.waiting[state.first...].filter { !$0.job.isDone }
      let ends = waiting.map { end(of: $0) }
      let late = zip(waiting, ends).filter { $1.map { $0 <= now } ?? false }.map(\.0)
      state.waiting = zip(waiting, ends).filter { $1.map { $0 > now } ?? true }.map(\.0)
      state.first = 0
      state.nextSweep = ends.compactMap { $0 }.filter { $0 > now }.min()
      return (late, state.nextSweep)
    }
    for late in late {
      noteWait(late.start.duration(to: .now))
      late.job.giveUp(error(of: late))
    }
    if let next { schedule(next) }
  }
}

extension Duration {
  /// As Dispatch counts it: whole nanoseconds, neither less than none nor more than it can hold.
  var dispatchInterval: DispatchTimeInterval {
    .nanoseconds(Int(Swift.max(0, Swift.min(self / .nanoseconds(1), 1e18))))
  }
}
