import Foundation
import Roster
import Testing

/// Each in a process of its own: it is a setting of the whole process.
@Suite struct MemoryStatisticsTests {
  @Test func nothingIsCountedWhenDisabledFirst() async {
    await #expect(processExitsWith: .success) {
      try Database.disableMemoryStatistics()
      try Database.disableMemoryStatistics()
      let database = try Database.inMemory()
      try database.execute("CREATE TABLE t (a)")
      try #require(try memoryUsed() == 0)
    }
  }

  @Test func cannotBeDisabledOnceSQLiteIsInUse() async {
    await #expect(processExitsWith: .success) {
      let database = try Database.inMemory()
      for _ in 0..<2 {
        let error = #expect(throws: DatabaseError.self) {
          try Database.disableMemoryStatistics()
        }
        try #require(error?.code == .misuse)
      }
      try database.execute("CREATE TABLE t (a)")
      try #require(try memoryUsed() > 0)
    }
  }
}

/// What SQLite says of it: <https://www.sqlite.org/c3ref/memory_highwater.html>.
private func memoryUsed() throws -> Int64 {
  let symbol = try #require(dlsym(dlopen(nil, RTLD_NOW), "sqlite3_memory_used"))
  // Safe because this is its type in sqlite3.h.
  return unsafeBitCast(symbol, to: (@convention(c) () -> Int64).self)()
}
