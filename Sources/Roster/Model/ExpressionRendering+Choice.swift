/// An element of an array kept as JSON, in a condition on each of them; its identity tells which.
///
/// Safe because it is constant.
final class ElementReference: Sendable {
  let form: ValueForm

  init(_ form: ValueForm) { self.form = form }
}

/// What is asked about the elements of an array.
enum ElementQuestion: Sendable {
  /// Whether a condition holds for any of them.
  case any
  /// Whether it holds for all of them.
  case all
  /// For which of them it holds, as an array.
  case those
}

extension ExpressionNode {
  /// Whether its form is not known before that of the other side is.
  var isLoose: Bool {
    switch self {
    case .value: true
    case .conditional(_, let then, let other): then.isLoose && other.isLoose
    default: false
    }
  }

  /// Something loose in the form of what it meets.
  func renderLoose(_ form: ValueForm, _ context: RenderContext) throws -> RenderedExpression {
    switch self {
    case .value(let value): try Self.render(value, form, context)
    case .conditional(let test, let then, let other):
      try Self.choose(test, then, other, form, context)
    default: try renderValue(context)
    }
  }

  /// `CASE WHEN ... THEN ... ELSE ... END`
  static func choose(
    _ test: ExpressionNode,
    _ then: ExpressionNode,
    _ other: ExpressionNode,
    _ form: ValueForm?,
    _ context: RenderContext
  ) throws -> RenderedExpression {
    let test = try test.render(context)
    let (then, other) =
      if let form {
        (try then.renderLoose(form, context), try other.renderLoose(form, context))
      } else {
        try renderPair(then, other, context)
      }
    return RenderedExpression(
      sql: "(CASE WHEN \(test.sql) THEN \(then.sql) ELSE \(other.sql) END)",
      form: then.form,
      isOptional: then.isOptional || other.isOptional,
      mayBeNaN: then.mayBeNaN || other.mayBeNaN
    )
  }

  /// What is no number equals nothing, not even itself; `IS` would have it equal.
  static func compareReals(
    _ comparison: Comparison,
    _ left: RenderedExpression,
    _ right: RenderedExpression
  ) throws -> RenderedExpression {
    let sign = comparison == .notEqual ? Comparison.equal : comparison
    var sql: SQL = "(\(left.sql) \(raw: sign.rawValue) \(right.sql))"
    if comparison == .notEqual { sql = "(\(sql) IS NOT TRUE)" }
    return RenderedExpression(
      sql: sql,
      form: .bool,
      isOptional: comparison != .notEqual,
      isCondition: true
    )
  }

  static func each(
    _ question: ElementQuestion,
    _ array: ExpressionNode,
    _ element: ElementReference,
    _ test: ExpressionNode,
    _ context: RenderContext
  ) throws -> RenderedExpression {
    var inner = context
    inner.arrays += 1
    let alias = "e\(inner.arrays)"
    inner.aliases[ObjectIdentifier(element)] = alias
    let test = try test.render(inner)
    let rows: SQL = "FROM \(try rows(of: array, as: alias, context)) WHERE"
    switch question {
    case .any: return answer("EXISTS (SELECT 1 \(rows) \(test.sql))", .bool)
    case .all: return answer("(NOT EXISTS (SELECT 1 \(rows) (\(test.sql) IS NOT TRUE)))", .bool)
    case .those:
      let value: SQL = "\(identifier: alias).value"
      let own: SQL = element.form.kind == .json ? "json(\(value))" : value
      return answer(
        "(SELECT json_group_array(\(own)) \(rows) \(test.sql))",
        ValueForm(kind: .json)
      )
    }
  }

  /// The elements of an array kept as JSON.
  ///
  /// Columns named in SQL by hand cannot say whose they are; a SELECT of their own keeps those of
  /// `json_each` out of their sight.
  static func rows(
    of array: ExpressionNode,
    as alias: String,
    _ context: RenderContext
  ) throws -> SQL {
    let json = try array.renderValue(context)
    guard json.form.kind == .json else {
      throw refused("\(json.sql.text) is kept as \(json.form.kind), not as a JSON array")
    }
    guard array.isHandwritten || context.isUnqualified else {
      return "json_each(\(json.sql)) AS \(identifier: alias)"
    }
    return "(SELECT \(json.sql) AS json) AS j, json_each(j.json) AS \(identifier: alias)"
  }

  private static func answer(_ sql: SQL, _ form: ValueForm) -> RenderedExpression {
    RenderedExpression(sql: sql, form: form, isOptional: false)
  }

  static func render(
    _ element: ElementReference,
    _ context: RenderContext
  ) throws -> RenderedExpression {
    guard let alias = context.aliases[ObjectIdentifier(element)] else {
      throw refused("an element is used outside of the condition on its array")
    }
    return RenderedExpression(
      sql: "\(identifier: alias).value",
      form: element.form,
      isOptional: true
    )
  }

  /// Gives an error the name of the expression that it is about, unless it has one.
  static func named<Result>(_ name: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch RecordError.invalidQuery(let reason) {
      let isNamed = reason.hasPrefix("PredicateExpressions.")
      throw refused(isNamed ? reason : "\(name): \(reason)")
    } catch let error as EncodingError {
      throw refused("\(name): \(error)")
    }
  }
}
