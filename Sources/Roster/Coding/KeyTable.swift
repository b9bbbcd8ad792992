/// Finds the column for a coding key without asking the key for its name, wherever possible.
///
/// A key of at most one byte, as any enum of up to 256 cases is, is its own index into a table that
/// is filled as the keys come by. Other keys are compared with the column that is due next, since
/// types ask for their keys in one order, and looked up by name if that fails.
///
/// A bare pointer, so that a container that holds it is copied without reference counting.
struct KeyTable {
  private static let size = 256
  private static let unknown: Int32 = -3

  /// 256 columns by key, and behind them the column that is due next.
  ///
  /// Safe because whoever allocated the table frees it, after the last container that holds it.
  private let columns: UnsafeMutablePointer<Int32>

  static func allocate() -> KeyTable {
    let columns = UnsafeMutablePointer<Int32>.allocate(capacity: size + 1)
    columns.initialize(repeating: unknown, count: size)
    (columns + size).initialize(to: 0)
    return KeyTable(columns: columns)
  }

  func deallocate() { columns.deallocate() }

  /// The column of a key that has been asked for before, or a negative number.
  @inline(__always)
  func known<Key: CodingKey>(_ key: Key) -> Int32 {
    switch MemoryLayout<Key>.size {
    case 0: columns[0]
    // Safe because every value of the type is told apart by this one byte.
    case 1: columns[Int(unsafeBitCast(key, to: UInt8.self))]
    default: Self.unknown
    }
  }

  /// The column of a key, `RowLayout.absent` or `.ambiguous`; remembered for the next time.
  @inline(never)
  func find<Key: CodingKey>(_ key: Key, in layout: RowLayout) -> Int32 {
    let name = key.stringValue
    guard MemoryLayout<Key>.size <= 1 else { return find(name, in: layout) }
    let column = layout.column(name)
    let byte = MemoryLayout<Key>.size == 0 ? 0 : unsafeBitCast(key, to: UInt8.self)
    columns[Int(byte)] = column
    return column
  }

  private func find(_ name: String, in layout: RowLayout) -> Int32 {
    let due = Int(columns[Self.size])
    if due < layout.keys.count, layout.keys[due] == name, layout.isUnambiguous {
      columns[Self.size] = Int32(due + 1 == layout.keys.count ? 0 : due + 1)
      return Int32(due)
    }
    let column = layout.column(name)
    if column >= 0 { columns[Self.size] = column + 1 }
    return column
  }
}
