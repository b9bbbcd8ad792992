import Foundation

extension PredicateExpressions.Value: PredicateNode {
  func term(in scope: PredicateScope) throws -> PredicateTerm { .constant(value) }
}

extension PredicateExpressions.NilLiteral: PredicateNode {
  func term(in scope: PredicateScope) throws -> PredicateTerm { .constant(Output.none as Any) }
}

extension PredicateExpressions.Variable: PredicateNode {
  func term(in scope: PredicateScope) throws -> PredicateTerm { try scope.term(of: self) }
}

extension PredicateExpressions.ExpressionEvaluate: PredicateNode {
  /// What the inner expression becomes, its variables standing for the inputs.
  func term(in scope: PredicateScope) throws -> PredicateTerm {
    guard case .constant(let any) = try scope.term(expression),
      let inner = any as? Transformation.Output
    else { throw scope.refused(self, "the expression is not known before the query runs") }
    var bound = scope
    for (variable, input) in repeat (each inner.variable, each input) {
      bound = bound.binding(variable, to: try scope.term(input))
    }
    return try bound.term(inner.expression)
  }
}

#if canImport(Darwin)
  extension PredicateExpressions.PredicateEvaluate: PredicateNode {
    /// What the inner predicate becomes, its variables standing for the inputs.
    func term(in scope: PredicateScope) throws -> PredicateTerm {
      guard case .constant(let any) = try scope.term(predicate),
        let inner = any as? Condition.Output
      else { throw scope.refused(self, "the predicate is not known before the query runs") }
      var bound = scope
      for (variable, input) in repeat (each inner.variable, each input) {
        bound = bound.binding(variable, to: try scope.term(input))
      }
      return try bound.term(inner.expression)
    }
  }
#endif
