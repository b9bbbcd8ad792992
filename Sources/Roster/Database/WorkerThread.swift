import Foundation

/// A thread that says when it cannot be started.
enum WorkerThread {
  /// - Returns: whether there is a thread that runs `body`.
  static func start(_ name: String, _ body: @escaping @Sendable () -> Void) -> Bool {
    #if canImport(Darwin)
      let thread = Thread(block: body)
      thread.name = name
      thread.start()
      return true
    #else
      // Foundation's does not report what pthread_create does.
      let box = Unmanaged.passRetained(Body(name, body))
      var thread = pthread_t()
      let result = pthread_create(
        &thread,
        nil,
        { context in
          guard let context else { return nil }
          // Safe because the box was retained for this thread alone.
          let body = Unmanaged<Body>.fromOpaque(context).takeRetainedValue()
          Thread.current.name = body.name
          body.run()
          return nil
        },
        box.toOpaque()
      )
      guard result == 0 else {
        box.release()
        return false
      }
      pthread_detach(thread)
      return true
    #endif
  }

  private final class Body: Sendable {
    let name: String
    let run: @Sendable () -> Void
    init(_ name: String, _ run: @escaping @Sendable () -> Void) {
      self.name = name
      self.run = run
    }
  }
}
