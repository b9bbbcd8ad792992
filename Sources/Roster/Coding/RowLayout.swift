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
  }

  /// What `column(_:)` gives for a key without a column.
  static let absent: Int32 = -1
  /// What `column(_:)` gives for a key that several columns of a result bear.
  static let ambiguous: Int32 = -2

  /// The column for a coding key, `absent` or `ambiguous`.
  func column(_ key: String) -> Int32 { index[key] ?? Self.absent }

  /// `"age" of "students"`, for errors.
  func describe(_ column: Int) -> String {
    "column \"\(columns[column])\"" + (table.map { " of table \"\($0)\"" } ?? "")
  }
}

/// Finds the column for a coding key without asking the key for its name, wherever possible.
///
/// A key of at most one byte, as any enum of up to 256 cases is, is its own index into a table that
/// is filled as the keys come by. Other keys are compared with the column that is due next, since
/// types ask for their keys in one order, and looked up by name if that fails.
struct ColumnFinder<Key: CodingKey> {
  static var absent: Int32 { RowLayout.absent }
  private static var unknown: Int32 { -3 }
  private static var tableSize: Int { 256 }

  private let layout: RowLayout
  /// 256 columns by key, and behind them the column that is due next.
  ///
  /// Safe because the slot that made it frees it, and lives as long as the owner of the container.
  private let table: UnsafeMutablePointer<Int32>

  init(layout: RowLayout, table: UnsafeMutablePointer<Int32>) {
    self.layout = layout
    self.table = table
  }

  static func allocateTable() -> UnsafeMutablePointer<Int32> {
    let table = UnsafeMutablePointer<Int32>.allocate(capacity: tableSize + 1)
    table.initialize(repeating: unknown, count: tableSize)
    (table + tableSize).initialize(to: 0)
    return table
  }

  @inline(__always)
  func column(_ key: Key) -> Int32 {
    if MemoryLayout<Key>.size <= 1 {
      // Safe because every value of the type is told apart by this one byte, or by none.
      let byte = MemoryLayout<Key>.size == 0 ? 0 : withUnsafeBytes(of: key) { $0[0] }
      let column = table[Int(byte)]
      if column != Self.unknown { return column }
      let found = layout.column(key.stringValue)
      table[Int(byte)] = found
      return found
    }
    return columnByName(key.stringValue)
  }

  @inline(never)
  private func columnByName(_ name: String) -> Int32 {
    let due = Int(table[Self.tableSize])
    if due < layout.keys.count, layout.keys[due] == name, layout.column(name) >= 0 {
      table[Self.tableSize] = Int32(due + 1 == layout.keys.count ? 0 : due + 1)
      return Int32(due)
    }
    let found = layout.column(name)
    if found >= 0 { table[Self.tableSize] = found + 1 }
    return found
  }
}

/// Keeps one container, for one key type, from row to row.
final class ContainerSlot<Container> {
  let container: Container
  private let table: UnsafeMutablePointer<Int32>

  init(_ container: Container, table: UnsafeMutablePointer<Int32>) {
    self.container = container
    self.table = table
  }

  deinit { table.deallocate() }
}
