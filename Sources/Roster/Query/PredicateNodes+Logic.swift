import Foundation

extension PredicateExpressions.Conjunction: PredicateNode {
  func term(in scope: PredicateScope) throws -> PredicateTerm {
    scope.made(.and(try scope.node(lhs), try scope.node(rhs)), from: self)
  }
}

extension PredicateExpressions.Disjunction: PredicateNode {
  func term(in scope: PredicateScope) throws -> PredicateTerm {
    scope.made(.or(try scope.node(lhs), try scope.node(rhs)), from: self)
  }
}

extension PredicateExpressions.Negation: PredicateNode {
  func term(in scope: PredicateScope) throws -> PredicateTerm {
    scope.made(.not(try scope.node(wrapped)), from: self)
  }
}

extension PredicateExpressions.Conditional: PredicateNode {
  func term(in scope: PredicateScope) throws -> PredicateTerm {
    let test = try scope.term(self.test)
    if case .constant(let any) = test, let isTrue = any as? Bool {
      return isTrue ? try scope.term(trueBranch) : try scope.term(falseBranch)
    }
    // Not named, so that two values in it can take the form of what they are compared with.
    return .node(
      .conditional(
        try scope.node(test, of: self.test),
        then: try scope.node(trueBranch),
        else: try scope.node(falseBranch)
      )
    )
  }
}

extension PredicateExpressions.Equal: PredicateNode {
  func term(in scope: PredicateScope) throws -> PredicateTerm {
    let (left, right) = (try scope.term(lhs), try scope.term(rhs))
    if let folded = scope.folded(self, left, right) { return folded }
    let nodes = (try scope.node(left, of: lhs), try scope.node(right, of: rhs))
    try scope.checkEquality(LHS.Output.self, [left, right], self)
    return scope.made(.comparison(.equal, nodes.0, nodes.1), from: self)
  }
}

extension PredicateExpressions.NotEqual: PredicateNode {
  func term(in scope: PredicateScope) throws -> PredicateTerm {
    let (left, right) = (try scope.term(lhs), try scope.term(rhs))
    if let folded = scope.folded(self, left, right) { return folded }
    let nodes = (try scope.node(left, of: lhs), try scope.node(right, of: rhs))
    try scope.checkEquality(LHS.Output.self, [left, right], self)
    return scope.made(.comparison(.notEqual, nodes.0, nodes.1), from: self)
  }
}

extension PredicateExpressions.Comparison: PredicateNode {
  func term(in scope: PredicateScope) throws -> PredicateTerm {
    let (left, right) = (try scope.term(lhs), try scope.term(rhs))
    if let folded = scope.folded(self, left, right) { return folded }
    try scope.checkOrder(LHS.Output.self, self)
    let comparison: ExpressionNode.Comparison =
      switch op {
      case .lessThan: .less
      case .lessThanOrEqual: .lessOrEqual
      case .greaterThan: .greater
      case .greaterThanOrEqual: .greaterOrEqual
      @unknown default: throw scope.refused(self, "the operator \(op) has no translation to SQL")
      }
    let nodes = (try scope.node(left, of: lhs), try scope.node(right, of: rhs))
    return scope.made(.comparison(comparison, nodes.0, nodes.1), from: self)
  }
}

extension PredicateExpressions.Range: PredicateNode {
  func term(in scope: PredicateScope) throws -> PredicateTerm {
    let (low, high) = (try scope.term(lower), try scope.term(upper))
    if let folded = scope.folded(self, low, high) { return folded }
    throw scope.refused(self, "a range of columns has a meaning only under contains")
  }
}

extension PredicateExpressions.ClosedRange: PredicateNode {
  func term(in scope: PredicateScope) throws -> PredicateTerm {
    let (low, high) = (try scope.term(lower), try scope.term(upper))
    guard low.isConstant, high.isConstant else {
      throw scope.refused(self, "a range of columns has a meaning only under contains")
    }
    // Made here, since Foundation's own evaluation would end the process for 3...1.
    guard case .constant(let first) = low, case .constant(let last) = high,
      let first = first as? LHS.Output, let last = last as? LHS.Output, first <= last
    else { throw scope.refused(self, "the lower bound is above the upper one") }
    return .constant(first...last)
  }
}

/// A range as Swift has them, or as a predicate makes one.
private protocol Bounds {
  /// The ends, each with the comparison that what lies within has with it.
  var bounds: [(ExpressionNode.Comparison, Any)] { get }
}

extension Range: Bounds {
  fileprivate var bounds: [(ExpressionNode.Comparison, Any)] {
    [(.greaterOrEqual, lowerBound), (.less, upperBound)]
  }
}

extension ClosedRange: Bounds {
  fileprivate var bounds: [(ExpressionNode.Comparison, Any)] {
    [(.greaterOrEqual, lowerBound), (.lessOrEqual, upperBound)]
  }
}

extension PartialRangeFrom: Bounds {
  fileprivate var bounds: [(ExpressionNode.Comparison, Any)] { [(.greaterOrEqual, lowerBound)] }
}

extension PartialRangeThrough: Bounds {
  fileprivate var bounds: [(ExpressionNode.Comparison, Any)] { [(.lessOrEqual, upperBound)] }
}

extension PartialRangeUpTo: Bounds {
  fileprivate var bounds: [(ExpressionNode.Comparison, Any)] { [(.less, upperBound)] }
}

/// A range whose ends are columns, or are computed of them.
private protocol RangeNode {
  func ends(_ scope: PredicateScope) throws -> [(ExpressionNode.Comparison, ExpressionNode)]
}

extension PredicateExpressions.Range: RangeNode {
  fileprivate func ends(
    _ scope: PredicateScope
  ) throws -> [(ExpressionNode.Comparison, ExpressionNode)] {
    [(.greaterOrEqual, try scope.node(lower)), (.less, try scope.node(upper))]
  }
}

extension PredicateExpressions.ClosedRange: RangeNode {
  fileprivate func ends(
    _ scope: PredicateScope
  ) throws -> [(ExpressionNode.Comparison, ExpressionNode)] {
    [(.greaterOrEqual, try scope.node(lower)), (.lessOrEqual, try scope.node(upper))]
  }
}

extension PredicateScope {
  /// Whether an element lies in a range; nil for what is no range.
  func range<Element: PredicateExpression>(
    _ range: some PredicateExpression,
    contains element: Element,
    _ whole: some PredicateExpression
  ) throws -> PredicateTerm? {
    let ends: [(ExpressionNode.Comparison, ExpressionNode)]
    if let range = range as? any RangeNode {
      ends = try range.ends(self)
    } else if case .constant(let any) = try term(range), let bounds = any as? any Bounds {
      ends = try bounds.bounds.map {
        ($0, .value(try loose($1, Element.Output.self, whole)))
      }
    } else {
      return nil
    }
    try checkOrder(Element.Output.self, whole)
    let value = try node(element)
    let conditions = ends.map { ExpressionNode.comparison($0, value, $1) }
    return conditions.dropFirst().reduce(conditions.first) { .and($0 ?? $1, $1) }
      .map { made($0, from: whole) }
  }
}

extension PredicateExpressions.RangeExpressionContains: PredicateNode {
  func term(in scope: PredicateScope) throws -> PredicateTerm {
    guard let term = try scope.range(range, contains: element, self) else {
      throw scope.refused(self, "a \(RangeExpression.Output.self) has no translation to SQL")
    }
    return term
  }
}
