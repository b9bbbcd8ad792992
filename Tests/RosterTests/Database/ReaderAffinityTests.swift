import Foundation
import Synchronization
import Testing

@testable import Roster

@Suite(.timeLimit(.minutes(1))) struct ReaderAffinityTests {
  /// Which connection the current thread reads with.
  private func reader(_ database: Database) throws -> ObjectIdentifier {
    try database.pool.read { ObjectIdentifier($0.connection) }
  }

  @Test func givesAThreadItsLastReader() throws {
    try ScratchFolder.lend { folder in
      let database = try Database(path: folder.path())
      let (isReading, mayEnd, isDone) = (
        DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
      )
      let others = Mutex<ObjectIdentifier?>(nil)
      let own = try database.read {
        Thread.detachNewThread {
          defer {
            isReading.signal()
            isDone.signal()
          }
          try? database.read {
            let reader = try self.reader(database)
            others.withLock { $0 = reader }
            isReading.signal()
            mayEnd.wait()
          }
        }
        isReading.wait()
        return try reader(database)
      }
      mayEnd.signal()
      isDone.wait()
      // The other thread's was given back last.
      #expect(try reader(database) == own)
      #expect(own != others.withLock { $0 })
    }
  }
}
