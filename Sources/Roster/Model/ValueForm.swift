/// How values are written that meet an expression: as a column of this kind and form stores them.
struct ValueForm: Sendable, Equatable {
  var kind: ColumnKind
  var form = StorageForm.standard
  /// Whether they are written as JSON, because they lie inside a column's JSON.
  var isJSON = false

  static let bool = ValueForm(kind: .bool)
  static let integer = ValueForm(kind: .integer)
  static let real = ValueForm(kind: .real)
  static let text = ValueForm(kind: .text)
  static let date = ValueForm(kind: .date)
}
