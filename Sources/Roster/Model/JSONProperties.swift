import Synchronization

/// Where the properties of a type lie in its JSON, for types that are no records.
enum JSONProperties {
  /// Safe because key paths are immutable, and nothing but their identity is used.
  private struct Known: @unchecked Sendable, Hashable { let keyPath: AnyKeyPath }

  private static let found = Mutex<[Known: [String]]>([:])

  /// The keys that lead to a property.
  ///
  /// - Throws: `RecordError` for what is no property in the JSON, or cannot be told from another.
  static func path<Root: Codable, Value: Encodable>(
    _ keyPath: KeyPath<Root, Value>
  ) throws -> [String] {
    let known = Known(keyPath: keyPath)
    if let path = found.withLock({ $0[known] }) { return path }
    // Outside the lock: it runs the type's own code.
    let path = try find(ColumnPath(keyPath))
    found.withLock { $0[known] = path }
    return path
  }

  private static func find<Root: Codable>(_ path: ColumnPath<Root>) throws -> [String] {
    guard !path.mayTrap else {
      throw ExpressionNode.refused("\(path.description) is no stored property")
    }
    let probing = try RecordProbing<Root>()
    let matches = probing.places(holding: probing.samples.map(path.stored), kind: path.kind)
    guard matches.count == 1 else {
      throw ExpressionNode.refused(
        "\(path.description) is no stored property, or cannot be told from another"
      )
    }
    return matches[0]
  }
}

extension ExpressionNode {
  /// A property within JSON.
  func within(_ path: [String], _ kind: ColumnKind) -> ExpressionNode {
    .property(path, kind, of: self)
  }
}
