import CSQLite
import Foundation

extension Connection {
  /// How many steps of SQLite's virtual machine pass between two looks at the token: some tens of
  /// microseconds.
  private static let stepsBetweenLooks: Int32 = 4000

  /// Lets `token` stop the statements that run from now on; nil lets nobody.
  ///
  /// SQLite asks while it works, rather than being interrupted from outside, where it might be
  /// at the next statement already. See <https://www.sqlite.org/c3ref/progress_handler.html>.
  func setToken(_ token: CancellationToken?) {
    guard token !== self.token else { return }
    self.token = token
    guard let pointer else { return }
    guard let token else { return sqlite3_progress_handler(pointer, 0, nil, nil) }
    sqlite3_progress_handler(
      pointer,
      Self.stepsBetweenLooks,
      { context in
        // Safe because the connection keeps the token until it takes the handler away.
        guard let context else { return 0 }
        let token = Unmanaged<CancellationToken>.fromOpaque(context).takeUnretainedValue()
        return token.reason == nil ? 0 : 1
      },
      Unmanaged.passUnretained(token).toOpaque()
    )
  }

  /// Waits for the locks of other connections, until the timeout or until told to stop.
  ///
  /// See <https://www.sqlite.org/c3ref/busy_handler.html>.
  func installBusyHandler() {
    sqlite3_busy_handler(
      pointer,
      { context, count in Connection.behind(context)?.wait(count) == true ? 1 : 0 },
      context
    )
  }

  /// What a handler of SQLite's is given, to find its connection by.
  var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  /// The connection that a handler was installed by.
  ///
  /// Safe because the connection outlives the C connection that calls the handler.
  static func behind(_ context: UnsafeMutableRawPointer?) -> Connection? {
    context.map { Unmanaged<Connection>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Sleeps a little, longer each time; false when the wait is over.
  private func wait(_ count: Int32) -> Bool {
    let now = ContinuousClock.now
    if count == 0 { waitingSince = now }
    guard waitingSince.duration(to: now) < options.busyTimeout, stopReason == nil else {
      return false
    }
    let milliseconds: UInt32 = count < 4 ? 1 << UInt32(max(count, 0)) : 15
    usleep(milliseconds * 1000)
    return true
  }

  /// Lets SQLite look after its statistics; what goes wrong there is of no consequence.
  ///
  /// See <https://www.sqlite.org/pragma.html#pragma_optimize>.
  func optimize() {
    guard !options.isReadOnly else { return }
    _ = try? firstValue("PRAGMA optimize")
  }

  /// Stops whatever statement is running, from any thread.
  ///
  /// See <https://www.sqlite.org/c3ref/interrupt.html>.
  func interrupt() {
    if let pointer { sqlite3_interrupt(pointer) }
  }
}
