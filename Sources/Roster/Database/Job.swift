import Synchronization

/// One asynchronous call: it waits, runs and is done, or is given up while it waits.
final class Job: Sendable {
  private enum State {
    case new
    case waiting(@Sendable ((any Error)?) -> Void)
    case givenUp(any Error)
    case done
  }

  let token: CancellationToken
  private let state = Mutex(State.new)

  init(_ token: CancellationToken) { self.token = token }

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

  /// Ends the job's wait; one that runs already is stopped by its token.
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
