import Foundation

/// The program beside the tests that works as another process; see `Child` there.
enum Benchmarks {
  static let url = Bundle.main.executableURL?
    .deletingLastPathComponent().appending(path: "Benchmarks")

  /// Whether it is where the tests look for it: where they are a bundle, it is elsewhere.
  static let isThere = url.map { FileManager.default.isExecutableFile(atPath: $0.path) } ?? false

  static func start(_ arguments: String...) throws -> (process: Process, output: FileHandle) {
    let (process, output) = (Process(), Pipe())
    process.executableURL = url
    process.arguments = ["--child"] + arguments
    process.standardOutput = output
    try process.run()
    return (process, output.fileHandleForReading)
  }
}
