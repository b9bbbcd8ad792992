/// What goes wrong between a record and its table.
public enum RecordError: Error, Sendable {
  /// No row has this key.
  case notFound(table: String, key: String)
  /// The record's key is nil, so it names no row.
  case missingKey(table: String)
  /// The columns of a type cannot be found without help; `remedy` is the line to add.
  case cannotInspect(type: String, reason: String, remedy: String)
  /// A key path that is no column: a computed property, for example.
  case notAColumn(type: String, keyPath: String, columns: [String])
  /// Something in the type's `primaryKey`, `schema` or `columnNaming` contradicts itself.
  case invalidSchema(type: String, reason: String)
  /// A query that has no meaning in SQL, found before any SQL ran.
  case invalidQuery(reason: String)
  /// A query that should give one row gave several.
  case notUnique(table: String)
  /// The table in the database lacks columns that the type has.
  case schemaDrift(table: String, missing: [String], found: [String])
}

extension RecordError: CustomStringConvertible {
  /// What happened and, where there is one, what to do.
  public var description: String {
    func list(_ names: [String]) -> String {
      names.isEmpty ? "none" : names.map { "\"\($0)\"" }.joined(separator: ", ")
    }
    switch self {
    case .notFound(let table, let key):
      return "table \"\(table)\" has no row with \(key)"
    case .missingKey(let table):
      return "the record has no key yet, so it is no row of table \"\(table)\""
    case .cannotInspect(let type, let reason, let remedy):
      return "the columns of \(type) cannot be found: \(reason). Add to \(type): \(remedy)"
    case .notAColumn(let type, let keyPath, let columns):
      return "\(keyPath) is no column of \(type): it is computed, or stored in another form. "
        + "The columns are \(list(columns))"
    case .invalidSchema(let type, let reason):
      return "the schema of \(type) is invalid: \(reason)"
    case .invalidQuery(let reason):
      return "the query is invalid: \(reason)"
    case .notUnique(let table):
      return "several rows of table \"\(table)\" match, where one was asked for"
    case .schemaDrift(let table, let missing, let found):
      return "table \"\(table)\" lacks the columns \(list(missing)); it has \(list(found))"
    }
  }
}
