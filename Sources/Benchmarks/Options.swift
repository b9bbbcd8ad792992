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
  var provesService = false
  var seconds: Int?

  static let usage = """
    usage: Benchmarks [--only NAME] [--rows N] [--rounds N] [--folder PATH] [--json] [--growth]
           Benchmarks --service [--only NAME] [--seconds N] [--rounds N] [--folder PATH]
      --only NAME   runs the workloads whose name contains NAME
      --rows N      rows per workload, instead of each one's own number
      --rounds N    rounds per workload, of which the median counts (15)
      --folder PATH where the databases lie (a folder in memory, if there is one)
      --json        prints one JSON object per line
      --growth      shows how cost grows with rows and columns
      --service     proves what a service needs, and exits with 1 where a proof fails:
                    load, kill, processes, cancel, commits, reads
      --seconds N   how long load (60) and processes (30) take
    """

  init?(_ arguments: [String]) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--json": isJSON = true
      case "--growth": showsGrowth = true
      case "--service": provesService = true
      case "--only":
        guard let name = rest.popFirst() else { return nil }
        only = name
      case "--folder":
        guard let path = rest.popFirst() else { return nil }
        folder = path
      case "--rows", "--rounds", "--seconds":
        guard let text = rest.popFirst(), let number = Int(text), number > 0 else { return nil }
        switch argument {
        case "--rows": rows = number
        case "--seconds": seconds = number
        default: rounds = number
        }
      default: return nil
      }
    }
  }
}
