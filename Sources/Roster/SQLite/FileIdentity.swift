import Foundation

/// Which file it is that a path leads to.
struct FileIdentity: Hashable {
  private let device: UInt64
  private let number: UInt64

  /// Nil where there is no file.
  init?(of path: String) {
    var information = stat()
    guard stat(path, &information) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: information.st_dev)
    number = UInt64(truncatingIfNeeded: information.st_ino)
  }
}
