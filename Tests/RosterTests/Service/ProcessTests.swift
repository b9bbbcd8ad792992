import Foundation
import Testing

@testable import Roster

/// More than one process on a file, and one that dies. `Benchmarks --service` does it at length.
@Suite(.enabled(if: Benchmarks.isThere)) struct ProcessTests {
  struct Pair: Record {
    static let tableName = "pairs"
    static let primaryKey = PrimaryKey(\Pair.number, \Pair.side)
    var number: Int
    var side: Int
    var filling: String
  }

  struct Counter: Record {
    static let tableName = "counters"
    static let primaryKey = PrimaryKey(\Counter.id)
    var id: Int
    var n: Int
  }

  @Test func keepsWholeEveryAcknowledgedTransactionOfAKilledProcess() throws {
    try ScratchFolder.lend { folder in
      var acknowledged: Set<Int> = []
      for round in 0..<5 {
        let (process, output) = try Benchmarks.start("write", folder.path())
        var text = output.availableData
        Thread.sleep(forTimeInterval: Double(round) * 0.004)
        kill(process.processIdentifier, SIGKILL)
        text += try output.readToEnd() ?? Data()
        process.waitUntilExit()
        // A last line without its end is not a whole number.
        let lines = String(decoding: text, as: UTF8.self).split(
          separator: "\n",
          omittingEmptySubsequences: false
        )
        acknowledged.formUnion(lines.dropLast().compactMap { Int($0) })

        let database = try Database(path: folder.path())
        #expect(try database.query("PRAGMA integrity_check", as: String.self) == ["ok"])
        let numbers = try Repository<Pair>(database).select(\.number).all()
        let sides = Dictionary(grouping: numbers) { $0 }
        #expect(sides.values.allSatisfy { $0.count == 2 }, "none is half there")
        #expect(acknowledged.isSubset(of: sides.keys))
        try database.close()
      }
      #expect(acknowledged.count >= 5)
    }
  }

  @Test func losesNoIncrementOfTwoProcesses() throws {
    try ScratchFolder.lend { folder in
      let counters = Repository<Counter>(try Database(path: folder.path()))
      try counters.createTable()
      try counters.insert(contentsOf: [Counter(id: 0, n: 0), Counter(id: 1, n: 0)])
      let children = try (0..<2).map { _ in
        try Benchmarks.start("count", folder.path(), "0.4")
      }
      var made = [0, 0]
      for (process, output) in children {
        let text = String(decoding: try output.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(text)")
        let numbers = text.split(separator: " ").prefix(2).compactMap { Int($0) }
        for (index, number) in numbers.enumerated() { made[index] += number }
      }
      #expect(try counters.order(by: \.id).all().map(\.n) == made)
      #expect(made.allSatisfy { $0 > 0 })
    }
  }
}
