import Foundation
import Roster

/// What this program does when a proof has started it as another process.
struct Child {
  /// Starts the arguments with which a proof starts a child; not for use by hand.
  static let flag = "--child"

  private let job: String
  /// The path of the file to write, for most.
  private let subject: String
  private let rest: [String]

  init?(_ arguments: [String]) {
    guard arguments.count >= 3, arguments[0] == Self.flag else { return nil }
    job = arguments[1]
    subject = arguments[2]
    rest = Array(arguments[3...])
  }

  /// - Returns: whether all claims hold.
  func run() async throws -> Bool {
    switch job {
    case "write": try Pair.writeForever(subject)
    case "count":
      guard let seconds = rest.first.flatMap(Double.init) else { break }
      try await Increments.make(subject, .seconds(seconds))
      return true
    case "reads":
      guard let options = Options(rest), let counting = ReadsProof.Counting(rawValue: subject)
      else { break }
      let findings = Findings()
      try ReadsProof.run(counting, options, findings)
      return findings.allHold
    default: break
    }
    throw Disagreement(workload: job)
  }

  /// Runs this program as a child that prints where this process does.
  ///
  /// - Returns: whether all its claims hold.
  static func runToEnd(_ arguments: [String]) throws -> Bool {
    let process = process(arguments)
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus == 0
  }

  private static func process(_ arguments: [String]) -> Process {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = [flag] + arguments
    return process
  }

  /// Starts this program as a child; what it prints comes through the pipe.
  static func start(_ arguments: [String]) throws -> (process: Process, output: Pipe) {
    let (process, output) = (process(arguments), Pipe())
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
