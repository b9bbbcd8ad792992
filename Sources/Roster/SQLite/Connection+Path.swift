extension Connection {
  /// A path as SQLite is to be given it.
  ///
  /// - Throws: `DatabaseError` (`.cannotOpen`) for one that cannot name a file.
  static func checked(path: String) throws(DatabaseError) -> String {
    guard !path.utf8.contains(0) else {
      throw DatabaseError(.cannotOpen, "a path must not contain NUL")
    }
    guard !path.isEmpty else {
      throw DatabaseError(.cannotOpen, "an empty path names no file")
    }
    // Some builds of SQLite would read such a path as a URI, with options in it.
    return path.hasPrefix("file:") ? "./\(path)" : path
  }
}
