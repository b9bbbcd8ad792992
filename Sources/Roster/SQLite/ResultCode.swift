/// A result code of SQLite, extended where there is an extended one.
///
/// ```swift
/// error.code == .constraintUnique
/// error.primaryCode == .constraint
/// ```
///
/// See <https://www.sqlite.org/rescode.html>.
public struct ResultCode: RawRepresentable, Hashable, Sendable {
  /// The number SQLite uses.
  public let rawValue: Int32

  /// The code with the number SQLite uses.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// The code's group, its lowest byte.
  public var primary: ResultCode { ResultCode(rawValue: rawValue & 0xff) }
}

extension ResultCode {
  /// No error.
  public static let ok = ResultCode(rawValue: 0)
  /// An error in the SQL, such as a missing table or column.
  public static let error = ResultCode(rawValue: 1)
  /// A fault within SQLite.
  public static let internalError = ResultCode(rawValue: 2)
  /// The access mode cannot be given.
  public static let permission = ResultCode(rawValue: 3)
  /// The statement was aborted, by a rollback for example.
  public static let abort = ResultCode(rawValue: 4)
  /// Another connection holds the lock, longer than the busy timeout.
  public static let busy = ResultCode(rawValue: 5)
  /// A conflict within one connection or shared cache.
  public static let locked = ResultCode(rawValue: 6)
  /// No memory.
  public static let outOfMemory = ResultCode(rawValue: 7)
  /// A write to a database that is read-only.
  public static let readOnly = ResultCode(rawValue: 8)
  /// The statement was interrupted.
  public static let interrupt = ResultCode(rawValue: 9)
  /// The operating system reported an input or output error.
  public static let inputOutput = ResultCode(rawValue: 10)
  /// The database file is damaged.
  public static let corrupt = ResultCode(rawValue: 11)
  /// The disk, or the database's page limit, is full.
  public static let full = ResultCode(rawValue: 13)
  /// The file cannot be opened.
  public static let cannotOpen = ResultCode(rawValue: 14)
  /// A text, blob or row over SQLite's limit.
  public static let tooBig = ResultCode(rawValue: 18)
  /// A constraint was violated; the extended code says which.
  public static let constraint = ResultCode(rawValue: 19)
  /// A value whose type does not fit, such as text in an INTEGER PRIMARY KEY.
  public static let mismatch = ResultCode(rawValue: 20)
  /// A call that the library's rules do not allow.
  public static let misuse = ResultCode(rawValue: 21)
  /// An authorizer refused.
  public static let authorization = ResultCode(rawValue: 23)
  /// A parameter number out of range.
  public static let range = ResultCode(rawValue: 25)
  /// The file is not a SQLite database.
  public static let notADatabase = ResultCode(rawValue: 26)
  /// A CHECK constraint failed.
  public static let constraintCheck = ResultCode(rawValue: 275)
  /// A FOREIGN KEY constraint failed.
  public static let constraintForeignKey = ResultCode(rawValue: 787)
  /// NULL in a NOT NULL column.
  public static let constraintNotNull = ResultCode(rawValue: 1299)
  /// The primary key exists already.
  public static let constraintPrimaryKey = ResultCode(rawValue: 1555)
  /// A trigger raised an error.
  public static let constraintTrigger = ResultCode(rawValue: 1811)
  /// A UNIQUE constraint failed.
  public static let constraintUnique = ResultCode(rawValue: 2067)
  /// The rowid exists already.
  public static let constraintRowID = ResultCode(rawValue: 2579)
  /// A value of the wrong type in a STRICT table.
  public static let constraintDatatype = ResultCode(rawValue: 3091)
  /// A read transaction could not become a write transaction: its snapshot is old.
  public static let busySnapshot = ResultCode(rawValue: 517)
  /// The file was deleted, moved or replaced since the database was opened.
  public static let readOnlyDatabaseMoved = ResultCode(rawValue: 1032)
}

extension ResultCode: CustomStringConvertible {
  /// The code's name in SQLite's documentation, and its number.
  public var description: String {
    let name = Self.names[rawValue] ?? Self.names[primary.rawValue] ?? "SQLITE"
    return "\(name) (\(rawValue))"
  }

  private static let names: [Int32: String] = [
    0: "SQLITE_OK",
    1: "SQLITE_ERROR",
    2: "SQLITE_INTERNAL",
    3: "SQLITE_PERM",
    4: "SQLITE_ABORT",
    5: "SQLITE_BUSY",
    6: "SQLITE_LOCKED",
    7: "SQLITE_NOMEM",
    8: "SQLITE_READONLY",
    9: "SQLITE_INTERRUPT",
    10: "SQLITE_IOERR",
    11: "SQLITE_CORRUPT",
    13: "SQLITE_FULL",
    14: "SQLITE_CANTOPEN",
    18: "SQLITE_TOOBIG",
    19: "SQLITE_CONSTRAINT",
    20: "SQLITE_MISMATCH",
    21: "SQLITE_MISUSE",
    23: "SQLITE_AUTH",
    25: "SQLITE_RANGE",
    26: "SQLITE_NOTADB",
    275: "SQLITE_CONSTRAINT_CHECK",
    787: "SQLITE_CONSTRAINT_FOREIGNKEY",
    1032: "SQLITE_READONLY_DBMOVED",
    1299: "SQLITE_CONSTRAINT_NOTNULL",
    1555: "SQLITE_CONSTRAINT_PRIMARYKEY",
    1811: "SQLITE_CONSTRAINT_TRIGGER",
    2067: "SQLITE_CONSTRAINT_UNIQUE",
    2579: "SQLITE_CONSTRAINT_ROWID",
    3091: "SQLITE_CONSTRAINT_DATATYPE",
    517: "SQLITE_BUSY_SNAPSHOT",
  ]
}
