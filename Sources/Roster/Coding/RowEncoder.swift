import Foundation

/// Binds the properties of a record to the parameters of a statement; made once for the statement.
final class RowEncoder: Encoder {
  struct State {
    /// The statement, only while a record is being written to it.
    var row: StatementHandle?
    /// The encoder, for all that is not done at once; nil when it is gone.
    var owner: Unmanaged<RowEncoder>?
    /// How many parameters come before this record's.
    var firstParameter: Int32 = 0
    /// The containers handed out; here and not in the object, where each use would be checked for
    /// being the only one.
    var slots = ContainerSlots()
    /// Marks the columns that this record has written.
    var stamp = 0
    var written = 0
    /// Where text lies until the statement has run.
    let arena: UnsafeMutablePointer<BindArena>
    let parameters: UnsafeMutablePointer<Int32>
    let stamps: UnsafeMutablePointer<Int>
    /// Per column, or nil where no column needs one, which is the usual case.
    var guards: UnsafeMutablePointer<AffinityGuard>?

    /// The parameter for a column, or 0 where the statement has none for it.
    @inline(__always)
    func parameter(_ column: Int32) -> Int32 {
      let parameter = parameters[Int(column)]
      return parameter == 0 ? 0 : parameter + firstParameter
    }

    /// Notes that a column has its value. Not before it has: what is bound from the last run would
    /// pass for it.
    @inline(__always)
    mutating func noteWritten(_ column: Int32) {
      if stamps[Int(column)] != stamp {
        stamps[Int(column)] = stamp
        written += 1
      }
    }
  }

  let layout: RowLayout
  /// What this encoder was made for, kept so that no other object gets its identity.
  var purpose: AnyObject?
  /// Safe because this object owns the memory, and does not free it while a container is held by
  /// others: that one finds no row and no owner in it.
  private let state: UnsafeMutablePointer<State>
  private let columnCount: Int
  private var shapes: ShapeMemory
  private var nested: [(key: any CodingKey, column: Int32, tree: JSONTree)] = []

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// - Parameters:
  ///   - parameters: for each column its parameter in the statement, counted from 1, or 0 for none.
  ///   - guards: for each column what its declared type would do to values; empty for nothing.
  init(layout: RowLayout, parameters: [Int32], guards: [AffinityGuard] = []) {
    self.layout = layout
    columnCount = layout.keys.count
    shapes = ShapeMemory(columns: columnCount)
    let numbers = UnsafeMutablePointer<Int32>.allocate(capacity: columnCount)
    _ = UnsafeMutableBufferPointer(start: numbers, count: columnCount)
      .initialize(from: parameters)
    let stamps = UnsafeMutablePointer<Int>.allocate(capacity: columnCount)
    stamps.initialize(repeating: 0, count: columnCount)
    var copied: UnsafeMutablePointer<AffinityGuard>?
    if guards.contains(where: { $0 != .none }) {
      let copy = UnsafeMutablePointer<AffinityGuard>.allocate(capacity: columnCount)
      _ = UnsafeMutableBufferPointer(start: copy, count: columnCount).initialize(from: guards)
      copied = copy
    }
    state = .allocate(capacity: 1)
    let arena = UnsafeMutablePointer<BindArena>.allocate(capacity: 1)
    arena.initialize(to: BindArena())
    state.initialize(
      to: State(arena: arena, parameters: numbers, stamps: stamps, guards: copied)
    )
    state.pointee.owner = Unmanaged.passUnretained(self)
  }

  deinit {
    state.pointee.row = nil
    state.pointee.owner = nil
    guard state.pointee.slots.free() else { return }
    state.pointee.arena.deinitialize(count: 1)
    state.pointee.arena.deallocate()
    state.pointee.parameters.deallocate()
    state.pointee.stamps.deallocate()
    state.pointee.guards?.deallocate()
    state.deinitialize(count: 1)
    state.deallocate()
  }

  /// Starts a run of the statement: the text bound for the last one is let go.
  @inline(__always)
  func beginRun() { state.pointee.arena.pointee.removeAll() }

  /// Binds a record to the statement's parameters from `firstParameter` on.
  ///
  /// A column that the type does not encode is bound to NULL: nil is always written.
  ///
  /// - Throws: `EncodingError` naming the table and the column; what `encode(to:)` throws.
  ///
  /// - Parameter record: only read; `inout`, because the compiler would first copy a record that
  ///   lies in the memory of someone else, whom it does not trust to leave it alone.
  @inline(__always)
  func encode<T: Encodable>(
    _ record: inout T,
    into statement: Statement,
    after firstParameter: Int32 = 0
  ) throws {
    state.pointee.row = statement.handle
    state.pointee.firstParameter = firstParameter
    state.pointee.stamp += 1
    state.pointee.written = 0
    defer { state.pointee.row = nil }
    nested = []
    do {
      try record.encode(to: self)
      if !nested.isEmpty { try writeNested() }
    } catch let error as EncodingError {
      throw located(error)
    }
    if state.pointee.written < columnCount { try bindNullToTheRest(statement.handle) }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    state.pointee.slots.container(type) {
      KeyedEncodingContainer(RowKeyedEncodingContainer<Key>(state: state, table: $0))
    }
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    RefusingEncoder(error: notARow("an array")).unkeyedContainer()
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    RefusingEncoder(error: notARow("a single value"))
  }

  private func notARow(_ shape: String) -> EncodingError {
    .refused(Any.self, at: [], "a row is written by keys, and the type encodes \(shape)")
  }

  /// Binds any encodable value to a column's parameter.
  func write<T: Encodable>(_ value: T, _ column: Int32) throws {
    let parameter = state.pointee.parameter(column)
    guard parameter > 0 else { return state.pointee.noteWritten(column) }
    guard let row = state.pointee.row else {
      throw EncodingError.refused(T.self, at: layout.path(column), "the row is written already")
    }
    let sink = ParameterSink(
      owner: self,
      row: row,
      column: column,
      parameter: parameter,
      type: T.self,
      affinity: state.pointee.guards?[Int(column)] ?? .none
    )
    try sink.write(value, as: shapes.shape(of: T.self, in: column))
  }

  fileprivate func keep(_ utf8: UnsafeBufferPointer<UInt8>) -> UnsafeRawBufferPointer {
    state.pointee.arena.pointee.keep(utf8)
  }

  fileprivate func noteWritten(_ column: Int32) { state.pointee.noteWritten(column) }

  /// An encoder for what is nested under a key; it becomes JSON when the row is done.
  func nested(_ key: any CodingKey, _ column: Int32) -> any Encoder {
    if let open = nested.first(where: { $0.column == column }) {
      return JSONTreeEncoder(tree: open.tree)
    }
    let tree = JSONTree()
    nested.append((key, column, tree))
    return JSONTreeEncoder(tree: tree)
  }

  private func writeNested() throws {
    for (_, column, tree) in nested { try write(tree, column) }
  }

  private func bindNullToTheRest(_ row: StatementHandle) throws {
    for column in 0..<columnCount where state.pointee.stamps[column] != state.pointee.stamp {
      let parameter = state.pointee.parameter(Int32(truncatingIfNeeded: column))
      guard parameter > 0 else { continue }
      let result = row.bind(null: parameter)
      guard result == 0 else { throw row.error(result: result) }
    }
  }

}

extension RowEncoder {
  /// The error for a key that is no column.
  func unknown(_ key: any CodingKey) -> EncodingError {
    return .invalidValue(
      key.stringValue,
      EncodingError.Context(
        codingPath: [key],
        debugDescription:
          "no column for key \"\(key.stringValue)\"; the columns are \(layout.columnList)"
      )
    )
  }

  /// The error with the table and the column added to its description.
  private func located(_ error: EncodingError) -> EncodingError {
    guard case .invalidValue(_, let context) = error else { return error }
    let column = context.codingPath.first.map { layout.column($0.stringValue) } ?? -1
    let place =
      column >= 0
      ? layout.describe(Int(column)) : layout.table.map { "table \"\($0)\"" } ?? "the row"
    return error.rewritten(description: { "\(place): \($0)" })
  }
}

/// One parameter of the statement that a record is being written to.
private struct ParameterSink: FieldSink {
  let owner: RowEncoder
  let row: StatementHandle
  let column: Int32
  let parameter: Int32
  /// The property's type, for errors.
  let type: any Any.Type
  let affinity: AffinityGuard

  var form: StorageForm { owner.layout.forms[Int(column)] }
  var codingPath: [any CodingKey] { owner.layout.path(column) }

  private func check(_ result: Int32) throws {
    guard result == 0 else { throw row.error(result: result) }
    owner.noteWritten(column)
  }

  func null() throws { try check(row.bind(null: parameter)) }

  func integer(_ value: Int64) throws {
    if let reason = affinity.refusal(of: value) { throw refused(type, reason) }
    try check(row.bind(value, at: parameter))
  }

  func real(_ value: Double) throws {
    if let reason = affinity.refusalOfReal { throw refused(type, reason) }
    try check(row.bind(value, at: parameter))
  }

  func text(_ utf8: UnsafeBufferPointer<UInt8>) throws {
    if let reason = affinity.refusal(of: utf8) { throw refused(type, reason) }
    try check(row.bind(keptText: owner.keep(utf8), at: parameter))
  }

  func blob(_ bytes: UnsafeRawBufferPointer) throws {
    try check(row.bind(copiedBlob: bytes, at: parameter))
  }
}
