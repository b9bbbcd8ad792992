import Foundation
import Testing

@testable import Roster

/// Columns that others declared, and what their affinity would do to a value.
struct AffinityTests {
  fileprivate struct Text: Record, Equatable {
    static let tableName = "t"
    static let primaryKey = PrimaryKey(\Text.id)
    var id: Int64?
    var value: String
  }

  fileprivate struct Number: Record, Equatable {
    static let tableName = "t"
    static let primaryKey = PrimaryKey(\Number.id)
    var id: Int64?
    var value: Int64
  }

  fileprivate struct Real: Record, Equatable {
    static let tableName = "t"
    static let primaryKey = PrimaryKey(\Real.id)
    var id: Int64?
    var value: Double
  }

  fileprivate struct Moment: Record, Equatable {
    static let tableName = "t"
    static let primaryKey = PrimaryKey(\Moment.id)
    var id: Int64?
    var value: Date
    var end: Date?
  }

  /// The examples of https://www.sqlite.org/datatype3.html#affinity_name_examples, and more.
  static let types = [
    "INT", "INTEGER", "TINYINT", "SMALLINT", "MEDIUMINT", "BIGINT", "UNSIGNED BIG INT", "INT2",
    "INT8", "CHARACTER(20)", "VARCHAR(255)", "VARYING CHARACTER(255)", "NCHAR(55)",
    "NATIVE CHARACTER(70)", "NVARCHAR(100)", "TEXT", "CLOB", "BLOB", "", "REAL", "DOUBLE",
    "DOUBLE PRECISION", "FLOAT", "NUMERIC", "DECIMAL(10,5)", "BOOLEAN", "DATE", "DATETIME",
    "FLOATING POINT", "STRING", "CHARINT", "ANY", "text", "integer", "Double", "any", "JSON",
  ]

  static let texts = [
    "007", "7", "-1", "+5", "1.0", "1.50", ".5", "5.", "1e3", "1E+3", "1e-3", " 7", "7 ", "\t7\n",
    "12345678901234567890", "1e400", "-0", "00", "abc", "", " ", "7a", "0x10", "1e", "1e+", ".",
    "+", "-", "+-1", "1 2", "1_000", "inf", "nan", "7\0", "\u{a0}7", "٧", "--1", "1..2", "1e3.5",
    "2026-01-31 12:00:00.000",
  ]

  private func database(_ type: String) throws -> Database {
    let database = try Database.inMemory()
    try database.execute(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, value \(raw: type), \"end\" \(raw: type))"
    )
    return database
  }

  /// Whether SQLite keeps a value that is stored in a column of this type as it was.
  private func keeps(_ value: SQLValue, in type: String) throws -> Bool {
    let connection = try Connection.inMemory()
    try connection.executeScript("CREATE TABLE t (value \(type))")
    _ = try connection.firstRow("INSERT INTO t VALUES (\(value))")
    let stored = try #require(try connection.firstRow("SELECT value FROM t").first)
    return stored == value
  }

  private func count(_ database: Database) throws -> Int {
    try #require(try database.query("SELECT count(*) FROM t", as: Int.self).first)
  }

  @Test(arguments: types)
  func storesATextExactlyWhereSQLiteKeepsIt(type: String) throws {
    let database = try database(type)
    let texts = Repository<Text>(database)
    var expected: [String] = []
    for text in Self.texts {
      if try keeps(.text(text), in: type) {
        #expect(try texts.insert(Text(value: text)).value == text)
        expected.append(text)
      } else {
        #expect(throws: EncodingError.self, "\(text)") { try texts.insert(Text(value: text)) }
      }
    }
    #expect(try texts.all().map(\.value) == expected)
  }

  @Test(arguments: types)
  func storesAnIntegerExactlyWhereItComesBack(type: String) throws {
    let database = try database(type)
    let numbers = Repository<Number>(database)
    for number in [0, 1, -1, 1 << 53, 1 << 53 + 1, 1 << 62, .max, .min] as [Int64] {
      let connection = try Connection.inMemory()
      try connection.executeScript("CREATE TABLE t (value \(type))")
      _ = try connection.firstRow("INSERT INTO t VALUES (\(number))")
      let stored = try connection.firstRow("SELECT value FROM t")
      let comesBack =
        switch try #require(stored.first) {
        case .integer(let integer): integer == number
        case .real(let real): Int64(exactly: real) == number
        default: false
        }
      if comesBack {
        #expect(try numbers.insert(Number(value: number)).value == number)
      } else {
        #expect(throws: EncodingError.self) { try numbers.insert(Number(value: number)) }
      }
    }
  }

  @Test(arguments: ["NUMERIC", "INTEGER", "REAL", "DATETIME"])
  func refusesANumericTextBeforeAnythingIsStored(type: String) throws {
    let database = try database(type)
    let texts = Repository<Text>(database)
    let calls: [() throws -> Void] = [
      { try texts.insert(Text(value: "007")) },
      { try texts.insert(contentsOf: [Text(value: "abc"), Text(value: "007")]) },
      { try texts.save(Text(id: 1, value: "007")) },
      { try texts.upsert(Text(id: 1, value: "007"), onConflict: \.id, update: \.value) },
    ]
    for call in calls {
      let error = try #require(throws: EncodingError.self) { try call() }
      for part in ["\"value\"", "\"t\""] { #expect("\(error)".contains(part)) }
      #expect(!"\(error)".contains("007"))
      #expect(try count(database) == 0)
    }
    let stored = try texts.insert(Text(value: "abc"))
    #expect(throws: EncodingError.self) {
      try texts.update(Text(id: stored.id, value: "007"))
    }
    #expect(try texts.all() == [stored])
  }

  @Test func storesAnythingInAnAnyColumnOfAStrictTable() throws {
    let database = try Database.inMemory()
    try database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, value ANY) STRICT")
    let texts = Repository<Text>(database)
    #expect(try texts.insert(Text(value: "007")).value == "007")
    #expect(try Repository<Number>(database).insert(Number(value: .max)).value == .max)
  }

  @Test(arguments: ["TEXT", "VARCHAR(10)", "CLOB"])
  func refusesANumberInATextColumn(type: String) throws {
    let database = try database(type)
    #expect(throws: EncodingError.self) {
      try Repository<Number>(database).insert(Number(value: 7))
    }
    #expect(throws: EncodingError.self) {
      try Repository<Number>(database).insert(contentsOf: [Number(value: 7)])
    }
    #expect(throws: EncodingError.self) { try Repository<Real>(database).insert(Real(value: 0.5)) }
    #expect(try count(database) == 0)
  }

  @Test(
    arguments: [
      (1 << 53, true), (1 << 53 + 1, false), (-(1 << 53) - 1, false), (.max, false), (.min, true),
    ] as [(Int64, Bool)]
  )
  func storesAnIntegerInARealColumnIfItIsExact(number: Int64, isExact: Bool) throws {
    let numbers = Repository<Number>(try database("REAL"))
    if isExact {
      #expect(try numbers.insert(Number(value: number)).value == number)
    } else {
      #expect(throws: EncodingError.self) { try numbers.insert(Number(value: number)) }
      #expect(try numbers.count() == 0)
    }
  }

  @Test(arguments: ["NUMERIC", "INTEGER", "REAL", "DOUBLE", "FLOAT", ""])
  func storesADoubleInAnyNumericColumn(type: String) throws {
    let reals = Repository<Real>(try database(type))
    for value in [0, 5, -1, 0.1, 1e15, 1e18, 1e19, 1e300, .infinity, -.infinity, .pi, 0x1p63] {
      #expect(try reals.insert(Real(value: value)).value == value)
    }
  }

  @Test(arguments: ["DATETIME", "DATE", "TIMESTAMP", "TEXT", "NUMERIC", ""])
  func storesADateInAColumnForDates(type: String) throws {
    let moments = Repository<Moment>(try database(type))
    for seconds in [0, 0.123, 1e9 / 3, -1e9 / 7] {
      let moment = Moment(value: Date(timeIntervalSinceReferenceDate: seconds))
      let stored = try moments.insert(moment)
      #expect(stored.value == moment.value)
      #expect(stored.end == nil)
    }
  }
}
