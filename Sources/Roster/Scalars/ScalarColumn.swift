/// What SQL has to know of a kind of column: how it is declared, compared and computed with.
///
/// Nothing here has a default: a kind that leaves a question open does not compile.
protocol ColumnRules: SendableMetatype {
  /// What errors call the kind: `its column holds date values`.
  static var name: String { get }

  /// The declared type in the standard form, with an affinity that changes no stored value.
  ///
  /// See <https://www.sqlite.org/datatype3.html#determination_of_column_affinity>.
  static var storageClass: StorageClass { get }

  /// The declared type in another form than the standard one; nil for a form that the kind does
  /// not take.
  static func storageClass(in form: StorageForm) -> StorageClass?

  /// The order of the stored values, where SQLite's own is another than that of the Swift values.
  static func collation(in form: StorageForm) -> TextOrder?

  static var formInJSON: FormInJSON { get }

  /// Whether SQLite computes with the stored values as Swift does with its own.
  static var isNumber: Bool { get }
}

/// How one Swift type goes into a column that holds a single value, and comes back.
///
/// Nothing here has a default: a type that leaves a question open does not compile.
protocol ScalarColumn: SendableMetatype {
  associatedtype Value: Codable & Equatable & Sendable
  /// What SQL has to know of the column; types that are stored alike share theirs.
  associatedtype Rules: ColumnRules

  /// Exactly what converts without loss, and a refusal otherwise.
  static func read(_ field: Field, _ form: StorageForm) throws(FieldRefusal) -> Value

  /// Stores the value in the sink's form.
  ///
  /// - Throws: `EncodingError` for a value that would not come back equal.
  static func write(_ value: Value, to sink: some FieldSink) throws

  /// Whether SQL orders the stored values as `<` does the Swift ones; false where there is no `<`.
  static var isOrdered: Bool { get }

  /// Whether equal values have one text in JSON, whoever wrote it.
  static var hasOneTextInJSON: Bool { get }

  /// Made-up values to probe a type with, no two types' the same.
  static var samples: Samples<Value> { get }
}

extension ScalarColumn {
  static var kind: ColumnKind { ColumnKind(rules: Rules.self) }
  static var type: any Any.Type { Value.self }
}

/// Values of one type that are told apart.
struct Samples<Value: Sendable>: Sendable {
  let first: Value
  let second: Value
  /// A value that most ways of computing one property from another would change.
  let wild: Value
}

/// How a value stands inside JSON, beside how it stands in a column of its own.
enum FormInJSON {
  /// As in a column.
  case same
  /// As the same number, but a large one like an integer, which may have more digits than a real.
  case sameReal
  /// In another form, which SQL compares like any JSON.
  case other
  /// As a number that SQLite may round.
  case rounded
  /// In a form that SQL neither compares nor orders as Swift does: what asks for it is refused.
  case hidden
}
