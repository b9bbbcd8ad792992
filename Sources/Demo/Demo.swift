import Foundation
import Roster

/// The command: where the story is told, and how it ends.
enum Demo {
  static let defaultPath = "school.sqlite"

  /// - Returns: the exit code.
  static func run(_ arguments: [String]) async -> Int32 {
    // A reader that stops early, `head` for one, must not end the process.
    signal(SIGPIPE, SIG_IGN)
    let console = Console()
    let isService = arguments.first == "service"
    let paths = arguments.dropFirst(isService ? 1 : 0)
    guard paths.count <= 1, paths.first?.hasPrefix("-") != true else {
      console.complain(
        "usage: swift run Demo [service] [PATH]   (PATH is \(defaultPath), or "
          + "\(ServiceStory.defaultPath) for a service, if left out)"
      )
      return 1
    }
    do {
      if isService {
        try await tellService(at: paths.first ?? ServiceStory.defaultPath, console)
      } else {
        try tell(at: paths.first ?? defaultPath, console)
      }
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

  private static func tellService(at path: String, _ console: Console) async throws {
    let fixture = try Fixture.load()
    try SchoolFile.removeOld(path)
    let database = try SchoolFile.open(path)
    try await ServiceStory(database: database, fixture: fixture, console: console).tell()
    try await database.close()
    console.farewell(path)
  }
}
