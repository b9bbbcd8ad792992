/// What an expression is made of.
indirect enum ExpressionNode: Sendable {
  enum Comparison: String, Sendable {
    case equal = "="
    case notEqual = "<>"
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
  }

  case column(ColumnReference)
  /// What lies under some keys within JSON.
  case property([String], ColumnKind, of: ExpressionNode)
  /// A key path within something that is no column.
  case unreachable(String)
  case value(LooseValue)
  case comparison(Comparison, ExpressionNode, ExpressionNode)
  case and(ExpressionNode, ExpressionNode)
  case or(ExpressionNode, ExpressionNode)
  case not(ExpressionNode)
  case arithmetic(String, ExpressionNode, ExpressionNode)
  /// A function or operator: the pieces of its SQL, between them the arguments.
  case call(SQLCall, [ExpressionNode])
  case prefix(ExpressionNode, ExpressionNode)
  case datePart(String, ExpressionNode)
  case list(ExpressionNode, ListValues)
  /// Elements of an array kept as JSON.
  case elements(ExpressionNode, contain: LooseValue)
  case subquery(any Subquery)
  case isIn(ExpressionNode, any Subquery)
  case exists(any Subquery)
  case sql(SQL, ColumnKind)
  /// An expression in which one row source stands for another, under all its identities.
  case scoped([TableReference], as: TableReference, ExpressionNode)
  case conditional(ExpressionNode, then: ExpressionNode, else: ExpressionNode)
  /// What an array kept as JSON is asked about each of its elements.
  case each(ElementQuestion, ExpressionNode, ElementReference, ExpressionNode)
  case element(ElementReference)
  /// An expression with the name of what it was made from, for an error.
  case named(String, ExpressionNode)

  func appending<Value: ColumnValue>(_ path: AnyKeyPath, _ type: Value.Type) -> ExpressionNode {
    guard case .column(let column) = self, let inner = column.appending(path, type) else {
      return .unreachable("\(path)")
    }
    return .column(inner)
  }

  /// The nodes directly under this one.
  var children: [ExpressionNode] {
    switch self {
    case .column, .value, .subquery, .exists, .unreachable, .element: []
    case .sql(let sql, _): sql.insertions.compactMap { $0.expression as? ExpressionNode }
    case .property(_, _, let node), .not(let node), .datePart(_, let node), .list(let node, _),
      .elements(let node, _),
      .isIn(let node, _), .scoped(_, _, let node), .named(_, let node):
      [node]
    case .and(let left, let right), .or(let left, let right), .comparison(_, let left, let right),
      .arithmetic(_, let left, let right), .prefix(let left, let right),
      .each(_, let left, _, let right):
      [left, right]
    case .call(_, let nodes): nodes
    case .conditional(let test, let then, let other): [test, then, other]
    }
  }

  /// Whether its SQL has a SELECT in it, whose names could hide those of columns, so that these
  /// must say whose they are.
  var hasSubquery: Bool {
    switch self {
    case .subquery, .isIn, .exists, .each, .elements: true
    case .call(let call, _) where call.isSubquery: true
    case .sql(let sql, _) where !sql.insertions.isEmpty && sql.mentionsSelect: true
    case .column, .property, .unreachable, .value, .comparison, .and, .or, .not, .arithmetic, .call,
      .prefix,
      .datePart, .list, .sql, .scoped, .conditional, .element, .named:
      children.contains { $0.hasSubquery }
    }
  }

  /// The statements inside it.
  var subqueries: [any Subquery] {
    switch self {
    case .subquery(let query), .exists(let query): [query]
    case .isIn(let node, let query): node.subqueries + [query]
    default: children.flatMap(\.subqueries)
    }
  }

  /// Whether there is SQL in it that was written by hand, and may read anything.
  var isHandwritten: Bool {
    if case .sql = self { return true }
    return children.contains { $0.isHandwritten }
  }

  /// Whether it computes one value of many rows.
  var isAggregate: Bool {
    if case .call(let call, _) = self, call.isAggregate { return true }
    return children.contains { $0.isAggregate }
  }
}
