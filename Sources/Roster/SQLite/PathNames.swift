import Foundation

/// The names of a database's files.
enum PathNames {
  /// What SQLite appends to a database's name for the files that belong to it.
  static let suffixes = ["-journal", "-wal", "-shm"]

  /// The path without symbolic links, from the root; of a file that is not there, its folder's.
  ///
  /// Like SQLite, and unlike the system, it takes `x/` for `x`, and `missing/..` for nothing.
  static func resolved(_ path: String) -> String { resolved(path, links: 40) }

  private static func resolved(_ path: String, links: Int) -> String {
    var resolved = path.hasPrefix("/") ? "" : real(".") ?? "."
    for name in path.split(separator: "/") where name != "." {
      if name == ".." {
        resolved = String(resolved[..<(resolved.lastIndex(of: "/") ?? resolved.startIndex)])
        continue
      }
      let next = "\(resolved)/\(name)"
      if let whole = real(next) {
        resolved = whole == "/" ? "" : whole
      } else if links > 0,
        let goal = try? FileManager.default.destinationOfSymbolicLink(atPath: next)
      {
        // It leads to a file that is not there yet.
        resolved = Self.resolved(
          goal.hasPrefix("/") ? goal : "\(resolved)/\(goal)",
          links: links - 1
        )
      } else {
        resolved = next
      }
    }
    return resolved.isEmpty ? "/" : resolved
  }

  static func log(of path: String) -> String { path + "-wal" }

  /// The file and those that SQLite keeps beside it, whether they are there or not.
  static func family(of path: String) -> [String] {
    let path = resolved(path)
    return [path] + suffixes.map { path + $0 }
  }

  private static func real(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
