import Foundation

extension PredicateScope {
  /// A question about two texts, answered by a function of Swift's.
  fileprivate func texts<Left: PredicateExpression, Right: PredicateExpression>(
    _ function: String,
    _ left: Left,
    _ right: Right,
    _ whole: some PredicateExpression,
    result: ValueForm = .bool
  ) throws -> PredicateTerm {
    let parts = (try term(left), try term(right))
    if let folded = folded(whole, parts.0, parts.1) { return folded }
    guard Left.Output.self is String.Type, Right.Output.self is String.Type else {
      throw refused(
        whole,
        "a \(Left.Output.self) and a \(Right.Output.self) are not both text in SQL"
      )
    }
    return made(
      .call(
        SQLCall(template: "\(function)(#, #)", result: result),
        [try node(parts.0, of: left), try node(parts.1, of: right)]
      ),
      from: whole
    )
  }
}

extension PredicateExpressions.CollectionContainsCollection: PredicateNode {
  func term(in scope: PredicateScope) throws -> PredicateTerm {
    try scope.texts(SwiftFunctions.contains, base, other, self)
  }
}

extension PredicateExpressions.SequenceStartsWith: PredicateNode {
  /// A range, for which an index serves, and in it the rows that begin so by characters too.
  func term(in scope: PredicateScope) throws -> PredicateTerm {
    let answer = try scope.texts(SwiftFunctions.starts, base, prefix, self)
    guard case .node(let starts) = answer, case .constant(let any) = try scope.term(prefix),
      let text = any as? String
    else { return answer }
    let range = ExpressionNode.prefix(try scope.node(base), .value(LooseValue(text)))
    return scope.made(.and(range, starts), from: self)
  }
}

extension PredicateExpressions.StringContainsRegex: PredicateNode {
  func term(in scope: PredicateScope) throws -> PredicateTerm {
    let parts = (try scope.term(subject), try scope.term(regex))
    if let folded = scope.folded(self, parts.0, parts.1) { return folded }
    throw scope.refused(self, "SQLite has no regular expressions")
  }
}

#if canImport(Darwin)
  extension PredicateExpressions.StringLocalizedStandardContains: PredicateNode {
    func term(in scope: PredicateScope) throws -> PredicateTerm {
      try scope.texts(SwiftFunctions.search, root, other, self)
    }
  }

  extension PredicateExpressions.StringLocalizedCompare: PredicateNode {
    func term(in scope: PredicateScope) throws -> PredicateTerm {
      try scope.texts(SwiftFunctions.localizedCompare, root, other, self, result: .integer)
    }
  }

  extension PredicateExpressions.StringCaseInsensitiveCompare: PredicateNode {
    func term(in scope: PredicateScope) throws -> PredicateTerm {
      try scope.texts(SwiftFunctions.caseInsensitiveCompare, root, other, self, result: .integer)
    }
  }
#endif
