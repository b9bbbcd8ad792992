extension Schema.Element {
  /// No two rows agree in all of these columns: `UNIQUE ("studentNumber")`.
  ///
  /// Rows with NULL in one of them never agree.
  public static func unique<each Value: ColumnValue>(
    _ properties: repeat any KeyPath<Root, each Value> & Sendable
  ) -> Self {
    Self(kind: .unique(paths(repeat each properties)))
  }

  /// An index over columns: `CREATE INDEX IF NOT EXISTS ... ON "students" ("lastName",
  /// "firstName")`.
  ///
  /// - Parameters:
  ///   - properties: the columns, the one compared with `=` most often first.
  ///   - unique: whether no two rows may agree in all of them.
  ///   - condition: indexes only the rows for which it holds.
  ///     See <https://www.sqlite.org/partialindex.html>.
  public static func index<each Value: ColumnValue>(
    _ properties: repeat any KeyPath<Root, each Value> & Sendable,
    unique: Bool = false,
    where condition: ((Columns<Root>) -> Condition)? = nil
  ) -> Self {
    Self(
      kind: .index(
        Schema.Index(
          columns: paths(repeat each properties),
          isUnique: unique,
          condition: condition.map { $0(Columns()) }
        )
      )
    )
  }

  /// An index over an expression: `.index { "lower(\($0.email))" }` is `... (lower("email"))`.
  ///
  /// See <https://www.sqlite.org/expridx.html>.
  ///
  /// - Parameters:
  ///   - unique: whether no two rows may agree in it.
  ///   - condition: indexes only the rows for which it holds.
  ///   - expression: SQL over the columns, without bound values.
  public static func index(
    unique: Bool = false,
    where condition: ((Columns<Root>) -> Condition)? = nil,
    _ expression: @escaping @Sendable (Columns<Root>) -> SQL
  ) -> Self {
    Self(
      kind: .index(
        Schema.Index(
          columns: [],
          expression: expression,
          isUnique: unique,
          condition: condition.map { $0(Columns()) }
        )
      )
    )
  }

  /// A column holds a key of another table: `FOREIGN KEY ("schoolID") REFERENCES "schools" ("id")`.
  ///
  /// - Parameters:
  ///   - property: the column; NULL refers to nothing.
  ///   - target: the record whose primary key it holds.
  ///   - onDelete: what happens when the row referred to is deleted.
  ///   - onUpdate: what happens when its key changes.
  ///   - deferred: whether the reference is checked when the transaction commits.
  public static func references<Value: ColumnValue, Target: Record>(
    _ property: any KeyPath<Root, Value> & Sendable,
    _ target: Target.Type,
    onDelete: ForeignKeyAction = .noAction,
    onUpdate: ForeignKeyAction = .noAction,
    deferred: Bool = false
  ) -> Self {
    references([ColumnPath(property)], target, onDelete, onUpdate, deferred)
  }

  /// Two columns hold a key of another table, in the order of its primary key.
  public static func references<First: ColumnValue, Second: ColumnValue, Target: Record>(
    _ first: any KeyPath<Root, First> & Sendable,
    _ second: any KeyPath<Root, Second> & Sendable,
    _ target: Target.Type,
    onDelete: ForeignKeyAction = .noAction,
    onUpdate: ForeignKeyAction = .noAction,
    deferred: Bool = false
  ) -> Self {
    references([ColumnPath(first), ColumnPath(second)], target, onDelete, onUpdate, deferred)
  }

  /// Every row satisfies a condition: `CHECK ("age" >= 0)`.
  ///
  /// As SQL has it, a condition on NULL counts as satisfied.
  public static func check(_ condition: (Columns<Root>) -> Condition) -> Self {
    Self(kind: .check(condition(Columns())))
  }

  /// Every row satisfies an expression: `.check { "length(\($0.name)) > 2" }`.
  ///
  /// - Parameter expression: SQL over the columns, without bound values.
  public static func check(_ expression: @escaping @Sendable (Columns<Root>) -> SQL) -> Self {
    Self(kind: .checkSQL(expression))
  }

  /// The value of a column where none is given: `"status" TEXT NOT NULL DEFAULT 'active'`.
  ///
  /// Rows that other programs insert get it, and so does a record inserted with nil in this column.
  /// An update to nil still writes NULL.
  public static func defaultValue<Value: ColumnValue & Sendable>(
    _ property: any KeyPath<Root, Value> & Sendable,
    _ value: Value
  ) -> Self {
    Self(
      kind: .defaultValue(ColumnPath(property)) { try SQLValue(encoding: value, form: $0) }
    )
  }

  /// A column that SQLite computes: `"total" REAL GENERATED ALWAYS AS ("price" * "count") VIRTUAL`.
  ///
  /// ```swift
  /// .generated(\.total) { "\($0.price) * \($0.count)" }
  /// ```
  ///
  /// It is read but never written. See <https://www.sqlite.org/gencol.html>.
  ///
  /// - Parameters:
  ///   - property: the property that reads it.
  ///   - stored: whether the value is kept in the row rather than computed at each read.
  ///   - expression: SQL over the other columns, without bound values.
  public static func generated<Value: ColumnValue>(
    _ property: any KeyPath<Root, Value> & Sendable,
    stored: Bool = false,
    as expression: @escaping @Sendable (Columns<Root>) -> SQL
  ) -> Self {
    Self(kind: .generated(ColumnPath(property), isStored: stored, expression))
  }

  /// How the text of a column compares: `"name" TEXT NOT NULL COLLATE NOCASE`.
  public static func collate<Value: ColumnValue>(
    _ property: any KeyPath<Root, Value> & Sendable,
    _ collation: Collation
  ) -> Self {
    Self(kind: .collate(ColumnPath(property), collation))
  }

  /// Stores a date or a UUID in another form: `"createdAt" INTEGER NOT NULL`.
  ///
  /// Everything follows: inserts, reads, conditions and keys.
  public static func stored<Value: ColumnValue>(
    _ property: any KeyPath<Root, Value> & Sendable,
    as form: StorageForm
  ) -> Self {
    Self(kind: .stored(ColumnPath(property), form))
  }

  /// Full-text search over columns of text: `CREATE VIRTUAL TABLE ... USING fts5("title", "body")`.
  ///
  /// ```swift
  /// .fullText(\.title, \.body, tokenizer: .porter)
  /// try notes.search("swift NEAR sqlite").all()
  /// ```
  ///
  /// Triggers keep the index, "notes_fulltext", in step with the table, whoever writes to it. The
  /// table needs a primary key of one integer. An index that exists is left as it is;
  /// `rebuildFullText` makes it anew. See <https://www.sqlite.org/fts5.html>.
  ///
  /// - Parameters:
  ///   - properties: columns of text; NULL is like an empty one.
  ///   - tokenizer: what is a word, and which words are the same.
  public static func fullText<each Value: ColumnValue>(
    _ properties: repeat any KeyPath<Root, each Value> & Sendable,
    tokenizer: Tokenizer = .unicode
  ) -> Self {
    Self(kind: .fullText(paths(repeat each properties), tokenizer))
  }

  /// Lets SQLite check the type of every value, whoever writes it: `STRICT`, from SQLite 3.37.
  ///
  /// See <https://www.sqlite.org/stricttables.html>.
  public static var strict: Self { Self(kind: .strict) }

  /// Keeps the rows in the order of the primary key, without a rowid: `WITHOUT ROWID`.
  ///
  /// See <https://www.sqlite.org/withoutrowid.html>.
  public static var withoutRowID: Self { Self(kind: .withoutRowID) }

  /// Never gives a key again that a deleted row had: `INTEGER PRIMARY KEY AUTOINCREMENT`.
  ///
  /// See <https://www.sqlite.org/autoinc.html>.
  public static var autoincrement: Self { Self(kind: .autoincrement) }

  private static func references<Target: Record>(
    _ columns: [ColumnPath<Root>],
    _ target: Target.Type,
    _ onDelete: ForeignKeyAction,
    _ onUpdate: ForeignKeyAction,
    _ isDeferred: Bool
  ) -> Self {
    let resolve: @Sendable () throws -> (table: String, columns: [String]) = {
      let columns = try RecordColumns.of(Target.self)
      let key = try Target.primaryKey.columns.map { columns.columns[try columns.column($0)].name }
      return (Target.tableName, key)
    }
    return Self(
      kind: .references(
        columns,
        Schema.Reference(
          target: resolve,
          onDelete: onDelete,
          onUpdate: onUpdate,
          isDeferred: isDeferred
        )
      )
    )
  }
}

private func paths<Root, each Value: ColumnValue>(
  _ properties: repeat any KeyPath<Root, each Value> & Sendable
) -> [ColumnPath<Root>] {
  var paths: [ColumnPath<Root>] = []
  repeat paths.append(ColumnPath(each properties))
  return paths
}
