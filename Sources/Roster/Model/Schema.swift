/// What a record's table has that Codable cannot say, as a list of elements.
///
/// ```swift
/// static let schema: Schema<Student> = [
///   .unique(\.studentNumber),
///   .index(\.lastName, \.firstName, where: { $0.age >= 18 }),
///   .references(\.schoolID, School.self, onDelete: .cascade),
///   .check { $0.age >= 0 },
///   .defaultValue(\.status, "active"),
/// ]
/// ```
///
/// See <https://www.sqlite.org/lang_createtable.html>.
public struct Schema<Root: Record>: Sendable, ExpressibleByArrayLiteral {
  /// One addition to a table; type a dot to see them all.
  public struct Element: Sendable {
    let kind: Kind
  }

  enum Kind: Sendable {
    case unique([ColumnPath<Root>])
    case index(Index)
    case references([ColumnPath<Root>], Reference)
    case check(Condition)
    case checkSQL(@Sendable (Columns<Root>) -> SQL)
    case defaultValue(ColumnPath<Root>, @Sendable (StorageForm) throws -> SQLValue)
    case generated(ColumnPath<Root>, isStored: Bool, @Sendable (Columns<Root>) -> SQL)
    case collate(ColumnPath<Root>, Collation)
    case stored(ColumnPath<Root>, StorageForm)
    case fullText([ColumnPath<Root>], Tokenizer)
    case strict
    case withoutRowID
    case autoincrement
  }

  struct Index: Sendable {
    let columns: [ColumnPath<Root>]
    var expression: (@Sendable (Columns<Root>) -> SQL)?
    let isUnique: Bool
    let condition: Condition?
  }

  struct Reference: Sendable {
    let target: @Sendable () throws -> (table: String, columns: [String])
    let onDelete: ForeignKeyAction
    let onUpdate: ForeignKeyAction
    let isDeferred: Bool
  }

  let elements: [Element]

  /// A schema of these elements.
  public init(arrayLiteral elements: Element...) {
    self.elements = elements
  }

  var storageForms: [(ColumnPath<Root>, StorageForm)] {
    elements.compactMap { element in
      if case .stored(let path, let form) = element.kind { (path, form) } else { nil }
    }
  }
}

/// What happens to a row when the row it refers to is deleted or given another key.
///
/// See <https://www.sqlite.org/foreignkeys.html#fk_actions>.
public enum ForeignKeyAction: String, Sendable {
  /// The change fails when the transaction commits, or at once if the reference is not deferred.
  case noAction = "NO ACTION"
  /// The change fails at once.
  case restrict = "RESTRICT"
  /// The reference becomes NULL.
  case setNull = "SET NULL"
  /// The reference takes its column's default.
  case setDefault = "SET DEFAULT"
  /// The row is deleted or updated too.
  case cascade = "CASCADE"
}

/// How SQLite compares the text of a column.
///
/// See <https://www.sqlite.org/datatype3.html#collating_sequences>.
public struct Collation: Sendable, Hashable {
  let name: String

  /// A collation by its name in SQLite.
  public init(_ name: String) { self.name = name }

  /// Byte by byte, which is how columns compare unless told otherwise.
  public static let binary = Collation("BINARY")
  /// Without regard to the case of the 26 letters of ASCII; other letters compare byte by byte.
  public static let noCase = Collation("NOCASE")
  /// Byte by byte, without spaces at the end.
  public static let trimmed = Collation("RTRIM")
}
