/// A table as a value: what a record type asks for, or what a database has.
///
/// The one side is made from the type by `TableDefinition`, the other read from the statements that
/// SQLite keeps; both are compared as values, and rendered to SQL in one place.
struct TableSchema: Sendable, Hashable {
  struct Column: Sendable, Hashable {
    var name: String
    var declaredType: String
    var isNotNull = false
    /// What a row gets that says nothing, as an expression.
    var defaultValue: SQLFragment?
    var generated: Generated?
    /// How its texts compare; nil is byte by byte.
    var collation: String?
  }

  /// How SQLite computes a column.
  struct Generated: Sendable, Hashable {
    var expression: SQLFragment
    var isStored: Bool
  }

  enum Constraint: Sendable, Hashable {
    case unique([String])
    case foreignKey(ForeignKey)
    case check(SQLFragment)
  }

  struct ForeignKey: Sendable, Hashable {
    var columns: [String]
    var table: String
    /// The columns that are referred to; none for the primary key.
    var targets: [String]
    var onDelete = ForeignKeyAction.noAction
    var onUpdate = ForeignKeyAction.noAction
    var isDeferred = false
  }

  struct Index: Sendable, Hashable {
    var name: String
    var isUnique = false
    /// The columns or expressions, each with its collation and direction, if it has them.
    var terms: SQLFragment
    /// Which rows are indexed; nil for all.
    var condition: SQLFragment?
  }

  var name: String
  var columns: [Column] = []
  /// The columns of the primary key, in its order.
  var primaryKey: [String] = []
  var constraints: [Constraint] = []
  var indexes: [Index] = []
  var fullText: FullTextIndex?
  var isStrict = false
  var isWithoutRowID = false
  var isAutoincrement = false

  /// The column that is an alias of the rowid, so that SQLite gives it where it is nil.
  var rowIDColumn: String? {
    guard !isWithoutRowID, primaryKey.count == 1, let key = primaryKey.first,
      let column = columns.first(where: { isSameName($0.name, key) }),
      // Spelt INT, it would be a column like any other.
      isSameName(column.declaredType, "INTEGER")
    else { return nil }
    return column.name
  }
}

/// A piece of SQL in a table's definition; two are equal where their words are, however they are
/// quoted, spaced or put in parentheses.
struct SQLFragment: Sendable, ExpressibleByStringLiteral {
  let text: String

  init(_ text: String) { self.text = text }

  init(stringLiteral text: String) { self.text = text }

  /// The words that count.
  var words: [String] { SQLWords.canonical(text) }
}

extension SQLFragment: Hashable {
  static func == (left: SQLFragment, right: SQLFragment) -> Bool {
    left.text == right.text || left.words == right.words
  }

  func hash(into hasher: inout Hasher) { hasher.combine(words) }
}
