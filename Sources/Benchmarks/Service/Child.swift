import Foundation
import Roster

/// What this program does when a proof has started it as another process.
struct Child {
  /// Starts the arguments with which a proof starts a child; not for use by hand.
  static let flag = "--child"

  private let job: String
  private let path: String
  private let seconds: Double

  init?(_ arguments: [String]) {
    guard arguments.count >= 3, arguments[0] == Self.flag else { return nil }
    job = arguments[1]
    path = arguments[2]
    seconds = arguments.count > 3 ? Double(arguments[3]) ?? 1 : 1
  }

  func run() async throws {
    switch job {
    case "write": try Pair.writeForever(path)
    case "count": try await Increments.make(path, .seconds(seconds))
    default: throw Disagreement(workload: job)
    }
  }

  /// Starts this program as a child; what it prints comes through the pipe.
  static func start(_ arguments: [String]) throws -> (process: Process, output: Pipe) {
    let (process, output) = (Process(), Pipe())
    process.executableURL = Bundle.main.executableURL
    process.arguments = [flag] + arguments
    process.standardOutput = output
    try process.run()
    return (process, output)
  }
}

/// One of the two rows that each transaction of a writing child makes.
struct Pair: Record {
  static let tableName = "pairs"
  static let primaryKey = PrimaryKey(\Pair.number, \Pair.side)
  var number: Int
  var side: Int
  var filling: String

  /// Writes one transaction after the other, and prints the number of each that is committed.
  static func writeForever(_ path: String) throws {
    let database = try Database(path: path)
    let pairs = Repository<Pair>(database)
    try pairs.createTable()
    var number = try pairs.max(\.number) ?? 0
    while true {
      number += 1
      // Of all sizes, so that pages split and the log is carried over at any time.
      let filling = String(repeating: "x", count: Int.random(in: 0..<3000))
      try database.write {
        try pairs.insert(Pair(number: number, side: 0, filling: filling))
        try pairs.insert(Pair(number: number, side: 1, filling: filling))
      }
      // By the system's own call: what a buffer of this process holds would die with it.
      try FileHandle.standardOutput.write(contentsOf: Data("\(number)\n".utf8))
    }
  }
}
