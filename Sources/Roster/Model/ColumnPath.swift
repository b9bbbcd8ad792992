/// A key path whose type is forgotten but for what it takes to find its column.
///
/// Safe because key paths are immutable, and only Sendable ones, or compositions of them, come in.
struct ColumnPath<Root>: @unchecked Sendable {
  let keyPath: PartialKeyPath<Root>
  let kind: ColumnKind
  /// What a column of a form would hold for the property of an instance.
  let value: (Root, StorageForm) throws -> SQLValue

  init<Value: Encodable>(_ keyPath: KeyPath<Root, Value>) {
    self.keyPath = keyPath
    kind = FieldShape.of(Value.self).kind
    value = { try SQLValue(encoding: $0[keyPath: keyPath], form: $1) }
  }

  /// What a column would hold for the property of an instance; nil if it cannot be stored.
  func stored(_ record: Root) -> SQLValue? { try? value(record, .standard) }

  /// Whether following the path through a made-up instance could end the process.
  ///
  /// A subscript may be out of range, and `!` may meet nil. Computed properties are read, since one
  /// with observers is stored all the same; but not within another, where subscripts look like
  /// them.
  var mayTrap: Bool {
    let parts = "\(keyPath)".split(separator: ".")
    return parts.contains { $0.utf8.contains(UInt8(ascii: "!")) || $0.hasPrefix("subscript(") }
      || parts.dropFirst(2).contains { $0.hasPrefix("<computed") }
  }

  /// The key path as Swift prints it, without the address it gives to a computed property.
  var description: String {
    "\(keyPath)".replacing(/<computed 0x[0-9a-f]+ \((.*?)\)>/) {
      "<computed property of type \($0.1)>"
    }
  }
}
