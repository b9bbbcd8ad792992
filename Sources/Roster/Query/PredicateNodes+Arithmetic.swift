import Foundation

extension PredicateScope {
  /// What SQLite computes as Swift does: integers of up to 64 bits, which trap there and turn real
  /// here when they overflow, and doubles.
  ///
  /// - Parameter mayGrow: whether the result may lie beyond the column's own range without a trap.
  func calculated<Part: PredicateExpression>(
    _ templates: (integer: String, real: String),
    _ parts: [ExpressionNode],
    _ expression: Part,
    mayGrow: Bool = true
  ) throws -> PredicateTerm {
    let isReal = Part.Output.self is Double.Type || Part.Output.self is CGFloat.Type
    if !isReal {
      guard Part.Output.self is any FixedWidthInteger.Type,
        FieldShape.of(Part.Output.self).kind == .integer
      else {
        throw refused(expression, "SQLite does not compute with \(Part.Output.self) as Swift does")
      }
      guard !mayGrow || !(Part.Output.self is UInt64.Type || Part.Output.self is UInt.Type) else {
        throw refused(expression, "SQLite has no unsigned integers of 64 bits")
      }
    }
    return made(
      .call(
        SQLCall(
          template: isReal ? templates.real : templates.integer,
          result: isReal ? .real : .integer,
          isOptional: true,
          mayBeNaN: isReal,
          computes: true
        ),
        parts
      ),
      from: expression
    )
  }
}

extension PredicateExpressions.Arithmetic: PredicateNode {
  func term(in scope: PredicateScope) throws -> PredicateTerm {
    let sign =
      switch op {
      case .add: "+"
      case .subtract: "-"
      case .multiply: "*"
      @unknown default: throw scope.refused(self, "the operator \(op) has no translation to SQL")
      }
    return try scope.calculated(
      ("(# \(sign) #)", "(# \(sign) #)"),
      [try scope.node(lhs), try scope.node(rhs)],
      self
    )
  }
}

extension PredicateExpressions.IntDivision: PredicateNode {
  func term(in scope: PredicateScope) throws -> PredicateTerm {
    try scope.calculated(
      ("(# / #)", "(# / #)"),
      [try scope.node(lhs), try scope.node(rhs)],
      self,
      mayGrow: false
    )
  }
}

extension PredicateExpressions.IntRemainder: PredicateNode {
  func term(in scope: PredicateScope) throws -> PredicateTerm {
    try scope.calculated(
      ("(# % #)", "(# % #)"),
      [try scope.node(lhs), try scope.node(rhs)],
      self,
      mayGrow: false
    )
  }
}

extension PredicateExpressions.FloatDivision: PredicateNode {
  /// By a function, since a division by zero is NULL to SQLite, and infinite to Swift.
  func term(in scope: PredicateScope) throws -> PredicateTerm {
    let template = "\(SwiftFunctions.divide)(#, #)"
    return try scope.calculated(
      (template, template),
      [try scope.node(lhs), try scope.node(rhs)],
      self
    )
  }
}

extension PredicateExpressions.UnaryMinus: PredicateNode {
  func term(in scope: PredicateScope) throws -> PredicateTerm {
    // SQLite subtracts from 0, which would make 0.0 of the -0.0 that Swift makes.
    try scope.calculated(("(0 - #)", "(# * -1.0)"), [try scope.node(wrapped)], self)
  }
}
