import Foundation
import Roster

/// The command: where the story is told, and how it ends.
enum Demo {
  static let defaultPath = "school.sqlite"

  /// - Returns: the exit code.
  static func run(_ arguments: [String]) -> Int32 {
    // A reader that stops early, `head` for one, must not end the process.
    signal(SIGPIPE, SIG_IGN)
    let console = Console()
    guard arguments.count <= 1, arguments.first?.hasPrefix("-") != true else {
      console.complain("usage: swift run Demo [PATH]   (PATH is \(defaultPath) if left out)")
      return 1
    }
    do {
      try tell(at: arguments.first ?? defaultPath, console)
      return 0
    } catch {
      console.complain("Demo: \(explanation(of: error))")
      return 1
    }
  }

  private static func tell(at path: String, _ console: Console) throws {
    let fixture = try Fixture.load()
    try SchoolFile.removeOld(path)
    let database = try SchoolFile.open(path)
    try Story(database, fixture, console).tell()
    // The last one to close a file in WAL mode folds the log back into it.
    try database.close()
    console.farewell(path)
  }
}
