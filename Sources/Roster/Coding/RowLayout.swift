/// Which coding key belongs to which column of a statement, and what errors need to name it.
final class RowLayout: Sendable {
  /// The table, if the rows are those of one.
  let table: String?
  /// The coding keys, in the order of the columns.
  let keys: [String]
  /// The columns' names.
  let columns: [String]
  /// The columns' stored forms.
  let forms: [StorageForm]
  /// The columns of the primary key, for naming a row in an error.
  let keyColumns: [Int32]

  /// Whether no two columns bear one name.
  let isUnambiguous: Bool

  private let index: [String: Int32]

  init(
    table: String? = nil,
    keys: [String],
    columns: [String],
    forms: [StorageForm]? = nil,
    keyColumns: [Int32] = []
  ) {
    self.table = table
    self.keys = keys
    self.columns = columns
    self.forms = forms ?? Array(repeating: .standard, count: keys.count)
    self.keyColumns = keyColumns
    var index: [String: Int32] = [:]
    for (column, key) in keys.enumerated() {
      index[key] = index[key] == nil ? Int32(column) : Self.ambiguous
    }
    self.index = index
    isUnambiguous = !index.values.contains(Self.ambiguous)
  }

  /// What `column(_:)` gives for a key without a column.
  static let absent: Int32 = -1
  /// What `column(_:)` gives for a key that several columns of a result bear.
  static let ambiguous: Int32 = -2

  /// The column for a coding key, `absent` or `ambiguous`.
  func column(_ key: String) -> Int32 { index[key] ?? Self.absent }

  /// The path of a value that is a whole column.
  func path(_ column: Int32) -> [any CodingKey] { [NameKey(keys[Int(column)])] }

  /// The names of all columns, for errors.
  var columnList: String { columns.map { "\"\($0)\"" }.joined(separator: ", ") }

  /// `column "age" of table "students"`, for errors.
  func describe(_ column: Int) -> String {
    "column \"\(columns[column])\"" + (table.map { " of table \"\($0)\"" } ?? "")
  }
}
