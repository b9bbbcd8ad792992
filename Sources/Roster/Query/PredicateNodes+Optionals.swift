import Foundation

/// Any optional, for asking whether it is nil where its type is not at hand.
protocol AnyOptional {
  static var wrappedType: any Any.Type { get }
  /// What is in it; nil for nil.
  var unwrapped: Any? { get }
}

extension Optional: AnyOptional {
  static var wrappedType: any Any.Type { Wrapped.self }
  var unwrapped: Any? { map { $0 as Any } }
}

extension PredicateExpressions.OptionalFlatMap: PredicateNode {
  func term(in scope: PredicateScope) throws -> PredicateTerm {
    let wrapped = try scope.term(self.wrapped)
    if case .constant(let any) = wrapped {
      guard let optional = any as? LHS.Output, let value = optional else {
        return .constant(Output.none as Any)
      }
      return try scope.binding(variable, to: .constant(value)).term(transform)
    }
    let node = try scope.node(wrapped, of: self.wrapped)
    let bound = scope.binding(variable, to: .node(node))
    let transformed = try bound.term(transform)
    let result = try bound.node(transformed, of: transform)
    guard !result.mayBeNaN else {
      throw scope.refused(self, "a real computed inside of an optional may be no number, or nil")
    }
    // A property of nothing is NULL by itself.
    if (transform as? any PathNode)?.leads(from: variable.key) == true { return .node(result) }
    return .node(
      .conditional(
        .comparison(.notEqual, node, .value(LooseValue(SQLValue.null))),
        then: result,
        else: .value(LooseValue(SQLValue.null))
      )
    )
  }
}

/// A variable, or a property of one: NULL wherever the variable is.
private protocol PathNode {
  func leads(from variable: PredicateExpressions.VariableID) -> Bool
}

extension PredicateExpressions.Variable: PathNode {
  fileprivate func leads(from variable: PredicateExpressions.VariableID) -> Bool {
    key == variable
  }
}

extension PredicateExpressions.KeyPath: PathNode {
  fileprivate func leads(from variable: PredicateExpressions.VariableID) -> Bool {
    kind == nil && (root as? any PathNode)?.leads(from: variable) == true
  }
}

extension ExpressionNode {
  /// Whether it may be a real that is no number, which SQLite has as NULL.
  fileprivate var mayBeNaN: Bool {
    switch self {
    case .call(let call, let parts):
      call.mayBeNaN || (call.isLastResort && parts.contains { $0.mayBeNaN })
    case .conditional(_, let then, let other): then.mayBeNaN || other.mayBeNaN
    case .named(_, let node): node.mayBeNaN
    default: false
    }
  }
}

extension PredicateExpressions.NilCoalesce: PredicateNode {
  func term(in scope: PredicateScope) throws -> PredicateTerm {
    let left = try scope.term(lhs)
    if case .constant(let any) = left, let optional = any as? LHS.Output {
      return try optional.map { .constant($0) } ?? scope.term(rhs)
    }
    return scope.made(
      .call(.ifNull, [try scope.node(left, of: lhs), try scope.node(rhs)]),
      from: self
    )
  }
}

extension PredicateExpressions.ForcedUnwrap: PredicateNode {
  /// What is inside; nil, which Foundation throws at, is less, equal and greater than nothing.
  func term(in scope: PredicateScope) throws -> PredicateTerm {
    let inner = try scope.term(self.inner)
    return try scope.folded(self, inner) ?? .node(scope.node(inner, of: self.inner))
  }
}

extension PredicateScope {
  /// What a cast to a type that the value is known to have, or to lack only when nil, leaves as is.
  fileprivate func cast<Input: PredicateExpression>(
    _ input: Input,
    to type: any Any.Type,
    _ whole: some PredicateExpression
  ) throws -> PredicateTerm {
    let term = try term(input)
    if let folded = folded(whole, term) { return folded }
    let own = (Input.Output.self as? any AnyOptional.Type)?.wrappedType ?? Input.Output.self
    let other = (type as? any AnyOptional.Type)?.wrappedType ?? type
    guard ObjectIdentifier(own) == ObjectIdentifier(other) else {
      throw refused(whole, "\(Input.Output.self) is no \(type) in SQL, where values have no types")
    }
    return .node(try node(term, of: input))
  }
}

extension PredicateExpressions.ConditionalCast: PredicateNode {
  func term(in scope: PredicateScope) throws -> PredicateTerm {
    try scope.cast(input, to: Desired.self, self)
  }
}

extension PredicateExpressions.ForceCast: PredicateNode {
  func term(in scope: PredicateScope) throws -> PredicateTerm {
    try scope.cast(input, to: Desired.self, self)
  }
}

extension PredicateExpressions.TypeCheck: PredicateNode {
  func term(in scope: PredicateScope) throws -> PredicateTerm {
    let term = try scope.cast(input, to: Desired.self, self)
    if term.isConstant { return term }
    // An optional is an optional whether it is nil or not.
    guard Input.Output.self is any AnyOptional.Type, !(Desired.self is any AnyOptional.Type) else {
      return .constant(true)
    }
    let node = try scope.node(term, of: input)
    return scope.made(
      .comparison(.notEqual, node, .value(LooseValue(SQLValue.null))),
      from: self
    )
  }
}
