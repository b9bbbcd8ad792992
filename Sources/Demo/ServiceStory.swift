import Foundation
import Roster

/// A service in small: many tasks enrol and look up students while another one observes.
struct ServiceStory {
  static let defaultPath = "service.sqlite"
  private static let clerks = 8

  let database: Database
  let fixture: Fixture
  let console: Console

  func tell() async throws {
    let (schools, students) = (Repository<School>(database), Repository<Student>(database))
    console.title("Roster demo: a service with \(Self.clerks) clerks, in \(database.path)")
    try await schools.createTable()
    try await students.createTable()
    try await schools.insert(contentsOf: fixture.schools)

    console.step(1, "One task observes, from the beginning")
    console.swift("for try await count in students.select { $0.rowCount() }.values() { ... }")
    let total = fixture.students.count
    let observer = Task {
      var seen: [Int] = []
      for try await counts in students.select({ $0.rowCount() }).values() {
        seen += counts
        if counts == [total] { break }
      }
      return seen
    }

    console.step(2, "\(Self.clerks) clerks enrol \(total) students, and look others up")
    console.swift("let ann = try await students.insert(ann)\nlet some = try await students.find(7)")
    let lookups = try await enrol(students)
    console.result("\(try await students.count()) students, \(lookups) of them met again")

    console.step(3, "What the observer has seen")
    let seen = try await observer.value
    console.result(
      "\(seen.count) states, the first of \(seen.first ?? 0) students and the last of "
        + "\(seen.last ?? 0): commits that come while it works are taken together"
    )

    console.step(4, "A transaction that is cancelled leaves nothing behind")
    console.swift("try await database.write { try students.delete() ... }   // and task.cancel()")
    try await cancel(students)
    console.result("still \(try await students.count()) students")

    console.step(5, "What it took")
    let statistics = database.statistics
    console.result(
      """
      \(statistics.readers) connections for reading, beside the one that writes
      \(statistics.statementCache.hits) statements found prepared, \
      \(statistics.statementCache.misses) prepared
      \(statistics.waits) waits for a connection
      """
    )
  }

  /// - Returns: how many students were found again.
  private func enrol(_ students: Repository<Student>) async throws -> Int {
    try await withThrowingTaskGroup(of: Int.self) { group in
      for clerk in 0..<Self.clerks {
        let own = fixture.students.enumerated()
          .filter { $0.offset % Self.clerks == clerk }.map(\.element)
        group.addTask {
          var found = 0
          for student in own {
            let stored = try await students.insert(student)
            guard let id = stored.id else { throw DemoError("a stored student has no key") }
            if try await students.find(id / 2) != nil { found += 1 }
          }
          return found
        }
      }
      return try await group.reduce(0, +)
    }
  }

  private func cancel(_ students: Repository<Student>) async throws {
    let (hasDeleted, signal) = AsyncStream<Void>.makeStream()
    let task = Task {
      try await students.database.write {
        try students.delete()
        signal.yield()
        // Other work of the transaction, which the cancellation stops.
        while true { _ = try students.count() }
      }
    }
    for await _ in hasDeleted { break }
    task.cancel()
    do { try await task.value } catch is CancellationError {}
  }
}
