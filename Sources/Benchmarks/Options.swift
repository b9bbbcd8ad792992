import Foundation

/// What the command line asks for.
struct Options {
  var rows: Int?
  var rounds = 15
  var only: String?
  var isJSON = false
  /// In memory where there is such a folder, so that a disk's moods are not measured.
  var folder =
    FileManager.default.fileExists(atPath: "/dev/shm")
    ? "/dev/shm" : FileManager.default.temporaryDirectory.path
  var showsGrowth = false

  static let usage = """
    usage: Benchmarks [--only NAME] [--rows N] [--rounds N] [--folder PATH] [--json] [--growth]
      --only NAME   runs the workloads whose name contains NAME
      --rows N      rows per workload, instead of each one's own number
      --rounds N    rounds per workload, of which the median counts (15)
      --folder PATH where the databases lie (a folder in memory, if there is one)
      --json        prints one JSON object per line
      --growth      shows how cost grows with rows and columns
    """

  init?(_ arguments: [String]) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--json": isJSON = true
      case "--growth": showsGrowth = true
      case "--only":
        guard let name = rest.popFirst() else { return nil }
        only = name
      case "--folder":
        guard let path = rest.popFirst() else { return nil }
        folder = path
      case "--rows", "--rounds":
        guard let text = rest.popFirst(), let number = Int(text), number > 0 else { return nil }
        if argument == "--rows" { rows = number } else { rounds = number }
      default: return nil
      }
    }
  }
}
