import Foundation

/// What a service needs of a database, proved on this machine: a claim that does not hold fails
/// the run.
enum Service {
  /// - Returns: whether all claims hold.
  static func run(_ options: Options) async throws -> Bool {
    let findings = Findings()
    func proves(_ name: String) -> Bool { options.only.map(name.contains) ?? true }
    if proves("load") { try await LoadProof.run(options, findings) }
    if proves("kill") { try KillProof.run(options, findings) }
    if proves("processes") { try ProcessesProof.run(options, findings) }
    if proves("cancel") { try await CancelProof.run(options, findings) }
    if proves("commits") { try CommitsProof.run(options, findings) }
    if proves("reads") { try ReadsProof.run(options, findings) }
    return findings.allHold
  }
}

/// Prints what a proof finds.
final class Findings {
  private(set) var allHold = true

  func begin(_ text: String) { show("\n\(text)") }

  func note(_ text: String) { show("       \(text)") }

  /// Takes note that another process has found, and printed, that a claim does not hold.
  func noteFailure() { allHold = false }

  func claim(_ text: String, _ holds: Bool) {
    if !holds { allHold = false }
    show((holds ? "  ok   " : "  FAIL ") + text)
  }

  /// At once, since a proof may take minutes and its output may go to a file.
  private func show(_ text: String) {
    print(text)
    fflush(nil)
  }
}

/// A folder for the files of one proof, gone with this object.
final class ProofFolder {
  private let url: URL

  init(_ options: Options) throws {
    url = URL(filePath: options.folder).appending(path: "roster-service-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appending(path: name).path }
}

extension Duration {
  var milliseconds: Double { self / .milliseconds(1) }

  /// In milliseconds, with one digit after the point.
  var inMilliseconds: String { String(format: "%.1f ms", milliseconds) }
}
