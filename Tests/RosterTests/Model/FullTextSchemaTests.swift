import Foundation
import Testing

@testable import Roster

@Suite struct FullTextSchemaTests {
  @Test func writesTheIndexItsTriggersAndTheRowsThatAreThere() throws {
    let sql = try Repository<Note>(Database.inMemory()).createStatements
    let insert =
      #"INSERT INTO "notes_fulltext" (rowid, "title", "body") "#
      + #"SELECT "id", "title", "body" FROM "notes" AS t0"#
    #expect(
      Array(sql[1...]) == [
        #"CREATE VIRTUAL TABLE IF NOT EXISTS "notes_fulltext" USING fts5("title", "body", "#
          + "tokenize = 'unicode61 remove_diacritics 2')",
        #"CREATE TRIGGER IF NOT EXISTS "notes_fulltext_insert" AFTER INSERT ON "notes" "#
          + #"BEGIN DELETE FROM "notes_fulltext" WHERE rowid = new."id"; "#
          + insert + #" WHERE "id" = new."id"; END"#,
        #"CREATE TRIGGER IF NOT EXISTS "notes_fulltext_delete" AFTER DELETE ON "notes" "#
          + #"BEGIN DELETE FROM "notes_fulltext" WHERE rowid = old."id"; END"#,
        #"CREATE TRIGGER IF NOT EXISTS "notes_fulltext_update" AFTER UPDATE ON "notes" "#
          + #"WHEN old."id" IS NOT new."id" COLLATE BINARY "#
          + #"OR old."title" IS NOT new."title" COLLATE BINARY "#
          + #"OR old."body" IS NOT new."body" COLLATE BINARY "#
          + #"BEGIN DELETE FROM "notes_fulltext" WHERE rowid IN (old."id", new."id"); "#
          + insert + #" WHERE "id" = new."id"; END"#,
        insert + #" WHERE NOT EXISTS (SELECT 1 FROM "notes_fulltext")"#,
      ]
    )
  }

  struct Inner: Codable { var text: String }
  /// A record with every kind of column, whose schema a test chooses.
  struct Choice<Case: SchemaCase>: Record {
    static var tableName: String { "any" }
    static var primaryKey: PrimaryKey<Self, Int64> { PrimaryKey(\.id) }
    static var schema: Schema<Self> { Case.schema() }
    var id: Int64
    var text: String
    var number: Int
    var date: Date
    var inner: Inner
    var rank: String
    var any_fulltext: String
    var computed: String { text + "!" }
  }
  protocol SchemaCase: SendableMetatype {
    static func schema() -> Schema<Choice<Self>>
  }
  enum Twice: SchemaCase {
    static func schema() -> Schema<Choice<Self>> { [.fullText(\.text), .fullText(\.text)] }
  }
  enum Nothing: SchemaCase { static func schema() -> Schema<Choice<Self>> { [.fullText()] } }
  enum Repeated: SchemaCase {
    static func schema() -> Schema<Choice<Self>> { [.fullText(\.text, \.text)] }
  }
  enum Number: SchemaCase {
    static func schema() -> Schema<Choice<Self>> { [.fullText(\.text, \.number)] }
  }
  enum Dated: SchemaCase { static func schema() -> Schema<Choice<Self>> { [.fullText(\.date)] } }
  enum JSON: SchemaCase { static func schema() -> Schema<Choice<Self>> { [.fullText(\.inner)] } }
  enum Nested: SchemaCase {
    static func schema() -> Schema<Choice<Self>> { [.fullText(\.inner.text)] }
  }
  enum Ranked: SchemaCase { static func schema() -> Schema<Choice<Self>> { [.fullText(\.rank)] } }
  enum Hidden: SchemaCase {
    static func schema() -> Schema<Choice<Self>> { [.fullText(\.any_fulltext)] }
  }
  enum Computed: SchemaCase {
    static func schema() -> Schema<Choice<Self>> { [.fullText(\.computed)] }
  }
  enum NoRowID: SchemaCase {
    static func schema() -> Schema<Choice<Self>> { [.fullText(\.text), .withoutRowID] }
  }

  struct TextKey: Record {
    static let tableName = "any"
    static let primaryKey = PrimaryKey(\TextKey.id)
    static let schema: Schema<TextKey> = [.fullText(\.id)]
    var id: String
  }
  struct PairKey: Record {
    static let tableName = "any"
    static let primaryKey = PrimaryKey(\PairKey.id, \PairKey.other)
    static let schema: Schema<PairKey> = [.fullText(\.text)]
    var id: Int, other: Int, text: String
  }

  @Test func refusesWhatCannotBeSearched() throws {
    func reason<T: Record>(_ type: T.Type) throws -> String {
      try thrown(RecordError.self) { try RecordPlan.of(type) }.description
    }
    #expect(try reason(Choice<Twice>.self).contains("more than one full-text index"))
    #expect(try reason(Choice<Nothing>.self).contains("needs columns, each of them once"))
    #expect(try reason(Choice<Repeated>.self).contains("needs columns, each of them once"))
    #expect(try reason(Choice<Number>.self).contains("\"number\" holds integer values"))
    #expect(try reason(Choice<Dated>.self).contains("\"date\" holds date values"))
    #expect(try reason(Choice<JSON>.self).contains("\"inner\" holds json values"))
    #expect(try reason(Choice<Nested>.self).contains("lies inside column \"inner\""))
    #expect(try reason(Choice<Ranked>.self).contains("another use for the column name \"rank\""))
    #expect(try reason(Choice<Hidden>.self).contains("another use for the column name"))
    #expect(try reason(Choice<Computed>.self).contains("is no column"))
    #expect(try reason(Choice<NoRowID>.self).contains("a primary key of one integer"))
    #expect(try reason(TextKey.self).contains("a primary key of one integer"))
    #expect(try reason(PairKey.self).contains("a primary key of one integer"))
  }

  struct Kinds: Record {
    enum Color: String, Codable, Sendable { case red, blue }
    struct Name: Codable, Sendable {
      var text: String
      init(_ text: String) { self.text = text }
      init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
      }
    }
    static let tableName = "kinds"
    static let primaryKey = PrimaryKey(\Kinds.id)
    static let columnNaming = ColumnNaming.snakeCase
    static let schema: Schema<Kinds> = [
      .fullText(\.theColor, \.name, \.both), .collate(\.name, .noCase),
      .generated(\.both) { "\($0.theColor) || ' of ' || lower(\($0.name))" },
    ]
    var id: Int64?
    var theColor: Color
    var name: Name
    var both: String?
  }

  @Test func searchesAllThatIsKeptAsTextAndWhatSQLiteComputes() throws {
    let kinds = Repository<Kinds>(try Database.inMemory())
    try kinds.createTable()
    try kinds.insert(Kinds(theColor: .red, name: Kinds.Name("Ann")))
    #expect(try kinds.search("the_color: red").count() == 1)
    #expect(try kinds.search("both: \"red of ann\"").count() == 1)
    try kinds.update(Kinds(id: 1, theColor: .blue, name: Kinds.Name("ANN")))
    #expect(try kinds.search("both: \"blue of ann\"").count() == 1)
    #expect(try kinds.search("red").count() == 0)
    // To the column's collation the texts are equal, and in a snippet they are not.
    try kinds.update(Kinds(id: 1, theColor: .blue, name: Kinds.Name("ann")))
    #expect(try kinds.search("name: ann").hits(.highlight(\.name))[0].excerpts == ["[ann]"])
    #expect(try kinds.isInStep())
  }

  struct Text<Case: TokenizerCase>: Record {
    static var tableName: String { "texts" }
    static var primaryKey: PrimaryKey<Self, Int64> { PrimaryKey(\.id) }
    static var schema: Schema<Self> { [.fullText(\.text, tokenizer: Case.tokenizer)] }
    var id: Int64?
    var text: String
  }
  protocol TokenizerCase: SendableMetatype { static var tokenizer: Tokenizer { get } }
  enum Unicode: TokenizerCase { static let tokenizer = Tokenizer.unicode }
  enum Porter: TokenizerCase { static let tokenizer = Tokenizer.porter }
  enum Trigram: TokenizerCase { static let tokenizer = Tokenizer.trigram }
  enum Dashes: TokenizerCase { static let tokenizer = Tokenizer("unicode61 tokenchars '-_'") }
  enum Missing: TokenizerCase { static let tokenizer = Tokenizer("it's no \"tokenizer") }

  @Test func tokenizesAsTold() throws {
    func found<Case: TokenizerCase>(_ type: Case.Type, _ text: String) throws -> Bool {
      let texts = Repository<Text<Case>>(try Database.inMemory())
      try texts.createTable()
      try texts.insert(Text(text: "Running to the CAFÉ by e-mail"))
      return try texts.search(plain: text).exists()
    }
    #expect(try found(Unicode.self, "cafe running"))
    #expect(try !found(Unicode.self, "run"))
    #expect(try found(Unicode.self, "mail"))
    #expect(try found(Porter.self, "run cafe"))
    #expect(try found(Trigram.self, "unni"))
    #expect(try !found(Trigram.self, "un"))
    #expect(try found(Dashes.self, "e-mail"))
    #expect(try !found(Dashes.self, "mail"))
    #expect(throws: DatabaseError.self) { try found(Missing.self, "x") }
  }
}
