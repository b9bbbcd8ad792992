import Foundation
import Testing

@testable import Roster

/// What a type asks for and what a database has are one value, whichever side it is made from.
struct TableSchemaTests {
  enum Status: String, Codable, Sendable { case active, gone }

  struct Address: Codable, Sendable { var city: String }

  struct School: Record {
    static let tableName = "schools"
    static let primaryKey = PrimaryKey(\School.id)
    static let schema: Schema<School> = [.autoincrement, .fullText(\.name, tokenizer: .porter)]
    var id: Int64?
    var name: String
  }

  struct Student: Record {
    static let tableName = "Stu\"dents, (a)"
    static let primaryKey = PrimaryKey(\Student.id)
    static let columnNaming = ColumnNaming.snakeCase
    static let schema: Schema<Student> = [
      .unique(\.studentNumber), .unique(\.firstName, \.lastName),
      .index(\.lastName, \.firstName, where: { $0.age >= 18 && $0.status != .gone }),
      .index(\.lastName, unique: true, where: { $0.age == nil }),
      .index { "lower(\($0.lastName)), \($0.age) DESC" }, .index(\.address.city),
      .references(\.schoolID, School.self, onDelete: .cascade, onUpdate: .restrict),
      .check { $0.age >= 0 || !($0.age < 200) }, .check { "length(\($0.firstName)) > 0" },
      .check { $0.studentNumber != "it's ) -- (" }, .check { ($0.age ?? 1) + 1 > 0 },
      .defaultValue(\.status, .active), .defaultValue(\.points, -5),
      .defaultValue(\.weight, 1e-7), .defaultValue(\.photo, Data([1, 2])),
      .collate(\.lastName, .noCase), .stored(\.createdAt, as: .unixMilliseconds),
      .generated(\.fullName) { "\($0.firstName) || ' ' || \($0.lastName)" },
    ]
    var id: Int64?
    var studentNumber: String
    var firstName: String
    var lastName: String
    var age: Int?
    var schoolID: Int64?
    var status: Status
    var points: Int?
    var weight: Double
    var photo: Data
    var address: Address
    var createdAt: Date
    var fullName: String?
  }

  struct Line: Record {
    static let tableName = "lines"
    static let primaryKey = PrimaryKey(\Line.orderID, \Line.number)
    static let schema: Schema<Line> = [
      .withoutRowID, .strict,
      .references(\.orderID, School.self, onDelete: .setNull, deferred: true),
    ]
    var orderID: Int64
    var number: Int
    var check: String
    var primary: Bool
    var unique: Double?
  }

  struct Code: Record {
    static let tableName = "codes"
    static let primaryKey = PrimaryKey(\Code.id)
    static let schema: Schema<Code> = [.withoutRowID]
    var id: Int
  }

  private func agrees<T: Record>(_ type: T.Type) throws {
    let database = try Database.inMemory()
    let table = try RecordPlan.of(type).table
    #expect(try database.pool.useReader { try $0.tableSchema(T.tableName) } == nil)
    try Repository<T>(database).createTable()
    let found = try #require(try database.pool.useReader { try $0.tableSchema(T.tableName) })
    #expect(found == table)
    // And what is read makes the same table again.
    let copy = try Database.inMemory()
    for sql in found.createStatements { try copy.execute(SQL(stringLiteral: sql)) }
    #expect(try copy.pool.useReader { try $0.tableSchema(T.tableName) } == table)
  }

  @Test func aTableThatATypeHasMadeIsWhatTheTypeAsksFor() throws {
    try agrees(School.self)
    try agrees(Student.self)
    try agrees(Line.self)
    try agrees(Code.self)
  }

  /// Definitions as others write them, and what of them counts.
  private static let definitions: [(String, TableSchema)] = [
    (
      "create table t(a integer primary key, b, c text not null default 'x''y' collate nocase)",
      TableSchema(
        name: "t",
        columns: [
          .init(name: "a", declaredType: "integer"), .init(name: "b", declaredType: ""),
          .init(
            name: "c",
            declaredType: "text",
            isNotNull: true,
            defaultValue: "'x''y'",
            collation: "nocase"
          ),
        ],
        primaryKey: ["a"]
      )
    ),
    (
      """
      CREATE TABLE [Order Details] ( -- a comment, with ( and '
        "OrderID" "int" NOT NULL, `a``b` nvarchar (40) NULL CONSTRAINT "d" DEFAULT (0) /* , */,
        'price' DECIMAL(10, 2) DEFAULT - 1.5 CHECK ([price] >= 0),
        big UNSIGNED BIG INT UNIQUE ON CONFLICT IGNORE DEFAULT CURRENT_TIMESTAMP,
        CONSTRAINT "PK_Order_Details" PRIMARY KEY ( "OrderID" ASC, `a``b` DESC ) ON CONFLICT FAIL
        CONSTRAINT "FK" FOREIGN KEY ("OrderID") REFERENCES "Orders" ON UPDATE SET DEFAULT MATCH FULL
          ON DELETE NO ACTION NOT DEFERRABLE INITIALLY IMMEDIATE
      )
      """,
      TableSchema(
        name: "Order Details",
        columns: [
          .init(name: "OrderID", declaredType: "\"int\"", isNotNull: true),
          .init(name: "a`b", declaredType: "nvarchar (40)", defaultValue: "0"),
          .init(name: "price", declaredType: "DECIMAL(10, 2)", defaultValue: "-1.5"),
          .init(
            name: "big",
            declaredType: "UNSIGNED BIG INT",
            defaultValue: "CURRENT_TIMESTAMP"
          ),
        ],
        primaryKey: ["OrderID", "a`b"],
        constraints: [
          .check("price>=0"), .unique(["big"]),
          .foreignKey(
            .init(columns: ["OrderID"], table: "Orders", targets: [], onUpdate: .setDefault)
          ),
        ]
      )
    ),
    (
      """
      CREATE TABLE main.g (a INT REFERENCES t(x) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
        b INT AS (a + 1), c TEXT GENERATED ALWAYS AS (upper(')')) STORED,
        PRIMARY KEY (a)) WITHOUT ROWID, STRICT
      """,
      TableSchema(
        name: "g",
        columns: [
          .init(name: "a", declaredType: "INT"),
          .init(
            name: "b",
            declaredType: "INT",
            generated: .init(expression: "a + 1", isStored: false)
          ),
          .init(
            name: "c",
            declaredType: "TEXT",
            generated: .init(expression: "upper(')')", isStored: true)
          ),
        ],
        primaryKey: ["a"],
        constraints: [
          .foreignKey(
            .init(
              columns: ["a"],
              table: "t",
              targets: ["x"],
              onDelete: .cascade,
              isDeferred: true
            )
          )
        ],
        isStrict: true,
        isWithoutRowID: true
      )
    ),
    (
      "CREATE TEMP TABLE IF NOT EXISTS t (id INTEGER, PRIMARY KEY(id AUTOINCREMENT))",
      TableSchema(
        name: "t",
        columns: [.init(name: "id", declaredType: "INTEGER")],
        primaryKey: ["id"],
        isAutoincrement: true
      )
    ),
  ]

  @Test(arguments: definitions.indices) func readsWhatOthersHaveWritten(index: Int) throws {
    let (sql, expected) = Self.definitions[index]
    let found = try TableSchema(createTable: sql)
    #expect(found == expected)
    // SQLite takes it, so that it is no invention.
    let database = try Database.inMemory()
    try database.execute("CREATE TABLE \"Orders\" (id INTEGER PRIMARY KEY)")
    try database.execute(SQL(stringLiteral: sql.replacing("IF NOT EXISTS ", with: "")))
    let columns = try database.pool.useReader { try $0.columns(ofTable: expected.name) }
    #expect(columns.map(\.name) == expected.columns.map(\.name))
    let again = try Database.inMemory()
    for sql in found.createStatements { try again.execute(SQL(stringLiteral: sql)) }
    #expect(try again.pool.useReader { try $0.tableSchema(expected.name) } == expected)
  }

  @Test(arguments: [
    "", "CREATE", "CREATE TABLE", "CREATE TABLE t", "CREATE TABLE t (", "CREATE TABLE t (a",
    "CREATE TABLE t (a))", "CREATE TABLE t (a DEFAULT (1)", "CREATE TABLE t (a) AS SELECT 1",
    "CREATE VIEW v AS SELECT 1", "CREATE TABLE t (a CHECK 1)",
    "CREATE TABLE t (a, FOREIGN KEY (a))",
    "CREATE TABLE t (a REFERENCES t ON DELETE NOTHING)", "CREATE TABLE t ('", "CREATE TABLE t ([",
  ])
  func refusesWhatIsNoDefinition(sql: String) {
    #expect(throws: RecordError.self) { try TableSchema(createTable: sql) }
  }

  @Test func readsIndexes() throws {
    let table = try TableSchema(
      createTable: "CREATE TABLE t (a, b)",
      createIndexes: [
        """
        CREATE UNIQUE INDEX IF NOT EXISTS main."i" ON t (a COLLATE NOCASE DESC, lower(b))
        WHERE a > 0
        """,
        "CREATE INDEX j ON \"t\" (\"b\")",
      ]
    )
    #expect(
      table.indexes == [
        .init(
          name: "i",
          isUnique: true,
          terms: "a COLLATE NOCASE DESC, lower(b)",
          condition: "(a > 0)"
        ),
        .init(name: "j", terms: "b"),
      ]
    )
  }

  @Test func twoPiecesOfSQLAreEqualWhereTheirWordsAre() {
    let pairs: [(SQLFragment, SQLFragment, Bool)] = [
      ("a > 0", "(A>0)", true), ("((\"a\" > 0))", "[a] > 0", true), ("a > 0", "a > 1", false),
      ("'a'", "a", false), ("'a'", "'A'", false), ("(a) or (b)", "a or b", false),
      ("a /* b */ > 0", "a > 0 -- c", true), ("x'ab'", "X'AB'", true), ("a b", "ab", false),
    ]
    for (left, right, isSame) in pairs {
      #expect((left == right) == isSame, "\(left.text) and \(right.text)")
      if isSame { #expect(left.hashValue == right.hashValue) }
    }
  }
}
