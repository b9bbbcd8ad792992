import Foundation
import Roster

/// A child that writes is killed at random moments; what it has acknowledged must be there.
enum KillProof {
  private static let kills = 200

  static func run(_ options: Options, _ findings: Findings) throws {
    findings.begin("kill: a writing child is killed \(kills) times")
    let folder = try ProofFolder(options)
    let path = folder.path("pairs.sqlite")
    var (lost, half, broken, silent) = (0, 0, 0, 0)
    var acknowledged: Set<Int> = []
    for _ in 0..<kills {
      let before = acknowledged.count
      acknowledged.formUnion(try acknowledgedByKilledChild(path))
      if acknowledged.count == before { silent += 1 }

      let database = try Database(path: path)
      let integrity = try database.query("PRAGMA integrity_check", as: String.self)
      if integrity != ["ok"] { broken += 1 }
      let pairs = Repository<Pair>(database)
      try pairs.createTable()
      let sides = Dictionary(grouping: try pairs.select(\.number).all()) { $0 }
      if sides.values.contains(where: { $0.count != 2 }) { half += 1 }
      if !acknowledged.allSatisfy({ sides[$0] != nil }) { lost += 1 }
      try database.close()
    }
    findings.note(
      "\(acknowledged.count) transactions acknowledged; \(silent) kills came before the first"
    )
    findings.claim("integrity_check not ok: \(broken) times", broken == 0)
    findings.claim("an acknowledged transaction lost: \(lost) times", lost == 0)
    findings.claim("half a transaction found: \(half) times", half == 0)
    findings.claim("most kills came while the child wrote", silent < kills / 2)
  }

  /// Starts a child, kills it some time later, and gives the numbers that it has printed.
  private static func acknowledgedByKilledChild(_ path: String) throws -> [Int] {
    let (process, output) = try Child.start(["write", path])
    // Mostly from its first line on; sometimes while it still opens the file.
    var text = Data()
    if Int.random(in: 0..<10) > 0 { text = output.fileHandleForReading.availableData }
    Thread.sleep(forTimeInterval: .random(in: 0..<0.05))
    kill(process.processIdentifier, SIGKILL)
    text += output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    // A last line without its end is not a whole number.
    return String(decoding: text, as: UTF8.self).split(
      separator: "\n",
      omittingEmptySubsequences: false
    )
    .dropLast().compactMap { Int($0) }
  }
}
