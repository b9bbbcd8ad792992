import Foundation
import Synchronization

/// What went wrong on the threads of a test.
final class Failures: Sendable {
  private let errors = Mutex<[any Error]>([])

  var all: [any Error] { errors.withLock { $0 } }

  func collect(_ body: () throws -> Void) {
    do { try body() } catch { errors.withLock { $0.append(error) } }
  }
}
