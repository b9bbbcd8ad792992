/// How values are written that meet an expression: as a column of this kind and form stores them.
struct ValueForm: Sendable, Equatable {
  var kind: ColumnKind
  var form = StorageForm.standard
  /// Whether they are written as JSON, because they lie inside a column's JSON.
  var isJSON = false

  static let bool = ValueForm(kind: .bool)
  static let integer = ValueForm(kind: .integer)
  static let real = ValueForm(kind: .real)
  static let text = ValueForm(kind: .text)
  static let date = ValueForm(kind: .date)
}

/// A value of Swift, to be written once its form is known.
struct LooseValue: Sendable {
  /// The form of the type itself, for where nothing else decides.
  let natural: ValueForm
  let encode: @Sendable (ValueForm) throws -> SQLValue

  init<Value: ColumnValue & Sendable>(_ value: Value) {
    natural = ValueForm(kind: FieldShape.of(Value.self).kind)
    encode = { form in
      guard form.isJSON else { return try SQLValue(encoding: value, form: form.form) }
      return try JSONColumn.text(value)
    }
  }

  /// A value that a predicate has captured.
  init(captured value: any Encodable, _ type: any Any.Type) {
    let captured = Captured(value: value)
    natural = ValueForm(kind: FieldShape.of(type).kind)
    encode = { try captured.encode($0) }
  }

  init(_ value: SQLValue) {
    natural = ValueForm(kind: .text)
    encode = { _ in value }
  }
}

/// A value out of a predicate.
///
/// Safe because a predicate is Sendable, with all that it has captured, and it is only read.
private struct Captured: @unchecked Sendable {
  let value: any Encodable

  func encode(_ form: ValueForm) throws -> SQLValue {
    guard form.isJSON else { return try SQLValue(encoding: value, form: form.form) }
    return try JSONColumn.text(value)
  }
}

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

/// A function of SQL as it is written, and what it gives.
struct SQLCall: Sendable {
  /// Its SQL; each `#` stands for an argument.
  let template: String
  /// The form of the result; nil for that of the first argument.
  let result: ValueForm?
  /// Whether the result may be NULL although no argument is.
  var isOptional = false
  /// Whether the result is never NULL, whatever the arguments are.
  var isNeverNull = false
  var isAggregate = false
  /// Whether the result is NULL only where the last argument is.
  var isLastResort = false
  /// Whether the result may be a real that is no number, which SQLite has as NULL.
  var mayBeNaN = false
  /// Whether the arguments are written in the first one's form.
  var sharesForm = false
  /// Whether it computes, with what must be numbers to SQLite as they are to Swift.
  var computes = false

  /// Whether it has a SELECT in it; all templates with one begin with it.
  var isSubquery: Bool { template.hasPrefix("(SELECT") }
}

/// A statement inside another one.
protocol Subquery: Sendable {
  /// The tables it reads; nil if they are not known.
  var tables: Set<String>? { get }
  /// - Parameter context: that of the statement around it.
  func sql(in context: RenderContext) throws -> SQL
  /// The form of its only column.
  func form(in context: RenderContext) throws -> ValueForm
}

/// The values of `isIn`, in the form of what is looked for.
struct ListValues: Sendable {
  let encode: @Sendable (ValueForm) throws -> [SQLValue]

  init<Value: ColumnValue & Sendable>(_ values: [Value]) {
    encode = { form in
      guard form.isJSON else {
        return try values.map { try SQLValue(encoding: $0, form: form.form) }
      }
      return try values.map { try JSONColumn.text($0) }
    }
  }

  init(_ values: [LooseValue]) {
    encode = { form in try values.map { try $0.encode(form) } }
  }
}
