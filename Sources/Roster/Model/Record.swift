/// A Codable type that has a table.
///
/// ```swift
/// struct Student: Record {
///   static let tableName = "students"
///   static let primaryKey = PrimaryKey(\Student.id)
///
///   var id: Int64?
///   var firstName: String
///   var age: Int?
/// }
/// // CREATE TABLE IF NOT EXISTS "students" (
/// //   "id" INTEGER PRIMARY KEY,
/// //   "firstName" TEXT NOT NULL,
/// //   "age" INTEGER
/// // )
/// ```
///
/// The columns are the coding keys, in the order in which `init(from:)` asks for them. A property
/// left out of `CodingKeys` is no column.
public protocol Record: Codable, SendableMetatype {
  /// What `find` takes: the type of the key property, without its optional; a tuple if there are
  /// several.
  associatedtype Key
  /// The type of `example`; inferred, never written.
  associatedtype Example

  /// The name of the table, quoted wherever it is used, so that any name will do.
  static var tableName: String { get }

  /// The property or properties that identify a row.
  static var primaryKey: PrimaryKey<Self, Key> { get }

  /// What Codable cannot say: uniqueness, indexes, references, checks. Default: nothing.
  static var schema: Schema<Self> { get }

  /// How columns are named after coding keys. Default: as the keys say.
  static var columnNaming: ColumnNaming { get }

  /// An instance to learn the columns from, for a type whose `init(from:)` validates what it reads.
  ///
  /// Most types need none. Where one does, an error shows the line to add:
  ///
  /// ```swift
  /// static let example = Account(email: Email("ann@example.org"))
  /// ```
  static var example: Example { get }
}

extension Record {
  /// No additions.
  public static var schema: Schema<Self> { [] }
  /// The coding keys as they are.
  public static var columnNaming: ColumnNaming { .codingKeys }
  /// No example: the columns are found without one.
  public static var example: Self? { nil }
}
