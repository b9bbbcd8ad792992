import Foundation

extension PredicateExpressions.KeyPath: PredicateNode {
  func term(in scope: PredicateScope) throws -> PredicateTerm {
    let root = try scope.term(self.root)
    switch root {
    case .constant(let any):
      guard let value = any as? Root.Output else {
        throw scope.refused(self, "the value is nil, where it must not be")
      }
      return .constant(value[keyPath: keyPath])
    case .record: return try place(keyPath, scope)
    case .place(let path, let node):
      if let special = try special(node, scope) { return special }
      guard let whole = path.appending(path: keyPath) else {
        throw scope.refused(self, "\(keyPath) does not lead on from \(path)")
      }
      return try place(whole, scope)
    case .node(let node):
      return try special(node, scope) ?? .node(within(node, scope))
    }
  }

  /// A place in the record, found now so that the error for a computed property names the node.
  private func place(_ path: AnyKeyPath, _ scope: PredicateScope) throws -> PredicateTerm {
    do {
      return .place(path, try scope.column(path, try encodable(scope)))
    } catch let error as RecordError {
      if case .invalidQuery = error { throw error }
      throw scope.refused(self, "\(error)")
    }
  }

  private func encodable(_ scope: PredicateScope) throws -> any Encodable.Type {
    guard let type = Output.self as? any Encodable.Type else {
      throw scope.refused(self, "a property of type \(Output.self) cannot be stored")
    }
    return type
  }

  /// A property of a struct kept as JSON, reached through an optional or in an array.
  private func within(_ node: ExpressionNode, _ scope: PredicateScope) throws -> ExpressionNode {
    guard let root = Root.Output.self as? any Codable.Type,
      FieldShape.of(Root.Output.self).kind == .json
    else {
      throw scope.refused(self, "a \(Root.Output.self) has no properties in SQL: \(keyPath)")
    }
    let kind = FieldShape.of(Output.self).kind
    guard kind.isExactInJSON else {
      throw scope.refused(self, "a \(Output.self) within JSON is not exact to SQLite")
    }
    do {
      return node.within(try path(root, try encodable(scope)), kind)
    } catch RecordError.invalidQuery(let reason) {
      throw scope.refused(self, reason)
    } catch {
      throw scope.refused(self, "\(error)")
    }
  }

  private func path<R: Codable, V: Encodable>(_: R.Type, _: V.Type) throws -> [String] {
    guard let keyPath = keyPath as AnyKeyPath as? Swift.KeyPath<R, V> else { return [] }
    return try JSONProperties.path(keyPath)
  }

  /// What is no property of a record, but has a meaning all the same.
  private func special(_ node: ExpressionNode, _ scope: PredicateScope) throws -> PredicateTerm? {
    if let type = Root.Output.self as? any RawRepresentable.Type, isRawValue(type) {
      return .node(node)
    }
    switch kind {
    case .collectionCount: return scope.made(try count(node, scope), from: self)
    case .collectionIsEmpty:
      let isEmpty: ExpressionNode =
        FieldShape.of(Root.Output.self).kind == .text
        ? .comparison(.equal, node, .value(LooseValue("")))
        : .comparison(.equal, try count(node, scope), .value(LooseValue(0)))
      return scope.made(isEmpty, from: self)
    case .collectionFirst: return try end(node, scope, "ORDER BY key LIMIT 1")
    case .bidirectionalCollectionLast: return try end(node, scope, "ORDER BY key DESC LIMIT 1")
    case nil: return nil
    @unknown default: throw scope.refused(self, "\(keyPath) has no translation to SQL")
    }
  }

  private func count(_ node: ExpressionNode, _ scope: PredicateScope) throws -> ExpressionNode {
    let template =
      switch FieldShape.of(Root.Output.self).kind {
      case .text: "\(SwiftFunctions.count)(#, NULL)"
      case .json: "json_array_length(#)"
      case .blob: "length(#)"
      default: throw scope.refused(self, "a \(Root.Output.self) is no collection in SQL")
      }
    return .call(SQLCall(template: template, result: .integer), [node])
  }

  private func end(
    _ node: ExpressionNode,
    _ scope: PredicateScope,
    _ order: String
  ) throws -> PredicateTerm {
    guard let collection = Root.Output.self as? any Collection.Type else { return .node(node) }
    let form = try scope.elementForm(collection, self)
    return scope.made(
      .call(
        SQLCall(
          template: "(SELECT value FROM json_each(#) \(order))",
          result: form,
          isOptional: true
        ),
        [node]
      ),
      from: self
    )
  }

  /// Whether the key path is `\.rawValue` of a type that is stored as its raw value.
  ///
  /// A key path does not tell which computed property it is of, so all cases are asked.
  private func isRawValue<Raw: RawRepresentable>(_: Raw.Type) -> Bool {
    guard let path = keyPath as AnyKeyPath as? Swift.KeyPath<Raw, Raw.RawValue>,
      FieldShape.of(Raw.self).kind == FieldShape.of(Raw.RawValue.self).kind
    else { return false }
    let text = "\(path)"
    if text.hasSuffix(".rawValue"), !text.contains("<computed") { return true }
    guard let count = EnumCases.count(of: Raw.self) else { return false }
    return (0..<count).allSatisfy { index in
      guard let value = EnumCases.value(of: Raw.self, at: index),
        let raw = Self.stored(value.rawValue)
      else { return false }
      return raw == Self.stored(value[keyPath: path]) && raw == Self.stored(value)
    }
  }

  private static func stored(_ value: Any) -> SQLValue? {
    (value as? any Encodable).flatMap { try? SQLValue(encoding: $0) }
  }
}
