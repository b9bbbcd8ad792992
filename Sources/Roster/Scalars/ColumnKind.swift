/// What a column holds, seen from SQL.
struct ColumnKind: Hashable, Sendable, CustomStringConvertible {
  let rules: any ColumnRules.Type

  var description: String { rules.name }

  static func == (left: ColumnKind, right: ColumnKind) -> Bool {
    ObjectIdentifier(left.rules) == ObjectIdentifier(right.rules)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(rules)) }

  /// Whether the form is one that this kind of column can take.
  func accepts(_ form: StorageForm) -> Bool {
    form == .standard || rules.storageClass(in: form) != nil
  }

  /// The declared type; in a form that the kind does not take, that of the standard one.
  func storageClass(_ form: StorageForm) -> StorageClass {
    guard form != .standard else { return rules.storageClass }
    return rules.storageClass(in: form) ?? rules.storageClass
  }

  /// Whether JSON writes such a value in another way than a column of its own would.
  var isOtherInJSON: Bool {
    switch rules.formInJSON {
    case .same, .sameReal: false
    case .other, .rounded, .hidden: true
    }
  }

  /// Whether SQLite reads such a value from JSON as it was written there.
  var isExactInJSON: Bool {
    switch rules.formInJSON {
    case .same, .sameReal, .other: true
    case .rounded, .hidden: false
    }
  }

  var isNumber: Bool { rules.isNumber }
}
