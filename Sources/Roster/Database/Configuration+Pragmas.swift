extension Configuration {
  /// What makes the connection that writes behave as configured.
  var writerPragmas: String {
    var sql = "PRAGMA synchronous = \(durability.rawValue); PRAGMA foreign_keys = ON;"
    sql += "PRAGMA wal_autocheckpoint = \(Swift.max(0, walAutocheckpoint));"
    // Disks of Apple answer before they have written, unless asked so; elsewhere without effect.
    // See https://www.sqlite.org/pragma.html#pragma_fullfsync
    if durability == .full {
      sql += "PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON;"
    }
    if let journalSizeLimit { sql += "PRAGMA journal_size_limit = \(journalSizeLimit);" }
    return sql
  }

  /// What makes every connection behave as configured.
  var pragmas: String {
    var sql = ""
    if let cacheSize {
      // Less than 0 for SQLite: kilobytes, not pages.
      let kilobytes = Swift.max(0, cacheSize) / 1024
      sql += "PRAGMA cache_size = \(kilobytes == 0 ? 1 : -kilobytes);"
    }
    if let memoryMapSize { sql += "PRAGMA mmap_size = \(Swift.max(0, memoryMapSize));" }
    return sql
  }
}
