extension Database {
  /// Has SQLite no longer count the memory that it uses, so that threads need not take turns to
  /// allocate.
  ///
  /// ```swift
  /// try Database.disableMemoryStatistics()   // sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0)
  /// let database = try Database(path: "school.sqlite")
  /// ```
  ///
  /// It is a setting of the whole process, to be made first of all: while it is made, no other
  /// thread may use SQLite, in whatever library. Without the count, calls on two threads do up to
  /// twice the work of one, and `sqlite3_memory_used` and heap limits no longer work. A second call
  /// does nothing. See <https://www.sqlite.org/compile.html#default_memstatus>.
  ///
  /// - Throws: `DatabaseError` (`.misuse`) once SQLite has been used in this process.
  public static func disableMemoryStatistics() throws { try MemoryStatistics.disable() }
}
