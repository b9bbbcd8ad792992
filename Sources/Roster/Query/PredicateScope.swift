import Foundation

/// A part of a predicate that has a meaning in SQL, at least in some places.
///
/// Foundation's node types conform to it one by one, in files named after what they are about. What
/// does not conform is refused: a node of a later Foundation, or one that someone else made.
protocol PredicateNode: PredicateExpression {
  /// What it becomes.
  ///
  /// - Throws: `RecordError.invalidQuery`, naming the node, for what has no meaning in SQL.
  func term(in scope: PredicateScope) throws -> PredicateTerm
}

/// What a part of a predicate becomes.
enum PredicateTerm {
  /// The record itself.
  case record
  /// A place in the record, by the key path that leads there.
  case place(AnyKeyPath, ExpressionNode)
  case node(ExpressionNode)
  /// Something known before the query runs.
  case constant(Any)

  var isConstant: Bool {
    if case .constant = self { true } else { false }
  }
}

/// What is known where a part of a predicate stands.
struct PredicateScope {
  /// The column that a key path leads to.
  let column: (AnyKeyPath, any Encodable.Type) throws -> ExpressionNode
  private var terms: [PredicateExpressions.VariableID: PredicateTerm] = [:]
  /// The variables whose values are known, for Foundation to compute with.
  private(set) var constants = PredicateBindings()

  init(column: @escaping (AnyKeyPath, any Encodable.Type) throws -> ExpressionNode) {
    self.column = column
  }

  func binding<Value>(
    _ variable: PredicateExpressions.Variable<Value>,
    to term: PredicateTerm
  ) -> PredicateScope {
    var scope = self
    scope.terms[variable.key] = term
    if case .constant(let any) = term, let value = any as? Value {
      scope.constants[variable] = value
    }
    return scope
  }

  func term<Value>(of variable: PredicateExpressions.Variable<Value>) throws -> PredicateTerm {
    guard let term = terms[variable.key] else {
      throw refused(variable, "the variable is of another predicate")
    }
    return term
  }

  /// What a part of the predicate becomes.
  func term(_ expression: some PredicateExpression) throws -> PredicateTerm {
    guard let node = expression as? any PredicateNode else {
      throw refused(expression, "it has no translation to SQL")
    }
    return try node.term(in: self)
  }

  /// What a part of the predicate becomes as SQL: a value is bound.
  func node<Part: PredicateExpression>(_ expression: Part) throws -> ExpressionNode {
    try node(try term(expression), of: expression)
  }

  func node<Part: PredicateExpression>(
    _ term: PredicateTerm,
    of expression: Part
  ) throws -> ExpressionNode {
    switch term {
    case .record:
      throw refused(expression, "a record as a whole is no value in SQL; name its properties")
    case .place(_, let node), .node(let node): return node
    case .constant(let value): return .value(try loose(value, Part.Output.self, expression))
    }
  }

  /// A value to be bound, in the form of the column it meets.
  func loose(
    _ value: Any,
    _ type: Any.Type,
    _ expression: some PredicateExpression
  ) throws -> LooseValue {
    if let result = value as? ComparisonResult { return LooseValue(result.rawValue) }
    guard let type = type as? any Encodable.Type, let value = Self.cast(value, type) else {
      throw refused(expression, "a value of type \(type) cannot be stored")
    }
    return LooseValue(captured: value, type)
  }

  private static func cast<Value: Encodable>(_ value: Any, _: Value.Type) -> (any Encodable)? {
    value as? Value
  }

  /// What an expression is when Foundation can compute it now, because all parts are known; nil
  /// also where Foundation throws, as it does when a part that does not count needs the record.
  func folded(
    _ expression: some PredicateExpression,
    _ parts: PredicateTerm...
  ) -> PredicateTerm? {
    guard parts.allSatisfy(\.isConstant) else { return nil }
    guard let value = try? expression.evaluate(constants) else { return nil }
    return .constant(value)
  }

  /// The expression, named in the errors that rendering it may throw.
  func made(_ node: ExpressionNode, from expression: some PredicateExpression) -> PredicateTerm {
    .node(.named(Self.name(expression), node))
  }

  func refused(_ expression: some PredicateExpression, _ reason: String) -> RecordError {
    .invalidQuery(reason: "\(Self.name(expression)): \(reason)")
  }

  /// `PredicateExpressions.Equal`, for one.
  static func name(_ expression: some PredicateExpression) -> String {
    let name = String(reflecting: type(of: expression)).prefix { $0 != "<" }
    guard let start = name.range(of: "PredicateExpressions.") else { return String(name) }
    return String(name[start.lowerBound...])
  }
}
