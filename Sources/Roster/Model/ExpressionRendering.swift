extension RenderContext {
  func replacing(_ tables: [TableReference], by other: TableReference) -> RenderContext {
    var context = self
    for table in tables {
      context.aliases[ObjectIdentifier(table)] = aliases[ObjectIdentifier(other)]
    }
    return context
  }
}

/// An expression as SQL, and what is known of its value.
struct RenderedExpression {
  var sql: SQL
  var form: ValueForm
  /// Whether the value may be NULL.
  var isOptional: Bool
  /// Whether it is a condition, whose NULL means false.
  var isCondition = false
  /// Whether it may be a real that is no number, which SQLite has as NULL.
  var mayBeNaN = false
}

extension ExpressionNode {
  /// The expression as SQL.
  ///
  /// - Throws: `RecordError` for what is no column, or has no meaning in SQL; `EncodingError` for a
  ///   value that cannot be stored.
  func render(_ context: RenderContext) throws -> RenderedExpression {
    switch self {
    case .column(let column): try Self.render(column, context)
    case .property(let path, let kind, let json):
      try Self.property(of: json, at: path, kind, context)
    case .unreachable(let path): throw Self.refused("\(path) does not lead to a column")
    case .value(let value): try Self.render(value, value.natural, context)
    case .comparison(let comparison, let left, let right):
      try Self.compare(comparison, left, right, context)
    case .and(let left, let right): try Self.join(left, "AND", right, context)
    case .or(let left, let right): try Self.join(left, "OR", right, context)
    case .not(let node): try Self.negate(node, context)
    case .arithmetic(let sign, let left, let right):
      try Self.calculate(sign, left, right, context)
    case .call(let call, let arguments): try Self.call(call, arguments, context)
    case .prefix(let text, let prefix): try Self.prefix(text, prefix, context)
    case .datePart(let format, let date): try Self.datePart(format, date, context)
    case .list(let node, let values): try Self.list(node, values, context)
    case .elements(let array, let element): try Self.elements(array, element, context)
    case .subquery(let query):
      RenderedExpression(
        sql: "(\(try query.sql(in: context)))",
        form: try query.form(in: context),
        isOptional: true
      )
    case .isIn(let node, let query): try Self.isIn(node, query, context)
    case .exists(let query):
      RenderedExpression(
        sql: "EXISTS (\(try query.sql(in: context)))",
        form: .bool,
        isOptional: false
      )
    case .scoped(let tables, let other, let node):
      try node.render(context.replacing(tables, by: other))
    case .sql(let sql, let kind):
      RenderedExpression(
        sql: "(\(sql.writtenOut(in: context)))",
        form: ValueForm(kind: kind),
        isOptional: true
      )
    case .conditional(let test, let then, let other):
      try Self.choose(test, then, other, nil, context)
    case .each(let question, let array, let element, let test):
      try Self.each(question, array, element, test, context)
    case .element(let element): try Self.render(element, context)
    case .named(let name, let node): try Self.named(name) { try node.render(context) }
    }
  }

  /// The expression where its value counts, not only whether it is true: NULL for "not true" would
  /// show there.
  func renderValue(_ context: RenderContext) throws -> RenderedExpression {
    var rendered = try render(context)
    guard rendered.isCondition, rendered.isOptional else { return rendered }
    rendered.sql = "(\(rendered.sql) IS TRUE)"
    rendered.isOptional = false
    return rendered
  }

  static func refused(_ reason: String) -> RecordError { .invalidQuery(reason: reason) }

  static func render(
    _ column: ColumnReference,
    _ context: RenderContext
  ) throws -> RenderedExpression {
    let resolved = try column.resolve(context)
    var name: SQL = "\(identifier: resolved.name)"
    if let table = column.table {
      if let alias = context.aliases[ObjectIdentifier(table)] {
        if !alias.isEmpty { name = "\(identifier: alias).\(name)" }
      } else if !context.isUnqualified || context.depth > 0 {
        throw refused(
          "column \"\(resolved.name)\" of table \"\(resolved.table)\" is used in a query that does "
            + "not contain that table"
        )
      }
    }
    if !resolved.jsonPath.isEmpty {
      try checkInJSON(resolved.form.kind)
      try checkInDefinition(resolved.jsonPath, context)
      name = JSONAccess.property(
        of: name,
        at: resolved.jsonPath,
        isDefinition: context.isLiteral
      )
    }
    return RenderedExpression(
      sql: name,
      form: resolved.form,
      isOptional: resolved.isOptional || column.isOfOptionalRow
    )
  }

  static func render(
    _ value: LooseValue,
    _ form: ValueForm,
    _ context: RenderContext
  ) throws -> RenderedExpression {
    let encoded = try value.encode(form)
    var sql: SQL = context.isLiteral ? "\(raw: encoded.literal)" : "\(encoded)"
    if form.isJSON { sql = "json_extract(\(sql), '$')" }
    return RenderedExpression(sql: sql, form: form, isOptional: encoded == .null)
  }

  /// Two expressions that meet: a value takes the form of the other side.
  static func renderPair(
    _ left: ExpressionNode,
    _ right: ExpressionNode,
    _ context: RenderContext
  ) throws -> (RenderedExpression, RenderedExpression) {
    if left.isLoose {
      let right = try right.renderValue(context)
      return (try left.renderLoose(right.form, context), right)
    }
    let left = try left.renderValue(context)
    if right.isLoose { return (left, try right.renderLoose(left.form, context)) }
    let right = try right.renderValue(context)
    guard
      left.form == right.form || areNumbers(left.form, right.form)
        || areDateTexts(left.form, right.form)
    else {
      throw refused(
        "\(left.sql.text) and \(right.sql.text) are stored in different forms, which SQLite would "
          + "compare as they are"
      )
    }
    return (left, right)
  }

  /// Dates as text are compared by value where one side may be in any form.
  static func areDateTexts(_ left: ValueForm, _ right: ValueForm) -> Bool {
    func isText(_ form: ValueForm) -> Bool {
      form.kind == .date && (form.form == .standard || form.form == .foreignText)
    }
    return isText(left) && isText(right)
  }

  /// SQLite compares and computes integers and reals alike.
  private static func areNumbers(_ left: ValueForm, _ right: ValueForm) -> Bool {
    left.kind.isNumber && right.kind.isNumber
  }

  private static func compare(
    _ comparison: Comparison,
    _ left: ExpressionNode,
    _ right: ExpressionNode,
    _ context: RenderContext
  ) throws -> RenderedExpression {
    let (left, right) = try renderPair(left, right, context)
    let isOptional = left.isOptional || right.isOptional
    if left.mayBeNaN || right.mayBeNaN {
      return try compareReals(comparison, left, right)
    }
    // `IS` compares like Swift: nil equals nil and differs from every value.
    let sign =
      switch (comparison, isOptional) {
      case (.equal, true): "IS"
      case (.notEqual, true): "IS NOT"
      default: comparison.rawValue
      }
    let form = right.form.form == .foreignText ? right.form : left.form
    let collated = try left.sql.collated(form, comparison, context)
    return RenderedExpression(
      sql: "(\(collated) \(raw: sign) \(right.sql))",
      form: .bool,
      isOptional: isOptional && comparison != .equal && comparison != .notEqual,
      isCondition: true
    )
  }

  private static func join(
    _ left: ExpressionNode,
    _ sign: String,
    _ right: ExpressionNode,
    _ context: RenderContext
  ) throws -> RenderedExpression {
    let (left, right) = (try left.render(context), try right.render(context))
    return RenderedExpression(
      sql: "(\(left.sql) \(raw: sign) \(right.sql))",
      form: .bool,
      isOptional: left.isOptional || right.isOptional,
      isCondition: true
    )
  }

  /// What is not true is false: SQL's NOT would leave NULL, which is neither.
  private static func negate(
    _ node: ExpressionNode,
    _ context: RenderContext
  ) throws -> RenderedExpression {
    let inner = try node.render(context)
    return RenderedExpression(
      sql: inner.isOptional ? "(\(inner.sql) IS NOT TRUE)" : "(NOT \(inner.sql))",
      form: .bool,
      isOptional: false,
      isCondition: true
    )
  }

  private static func calculate(
    _ sign: String,
    _ left: ExpressionNode,
    _ right: ExpressionNode,
    _ context: RenderContext
  ) throws -> RenderedExpression {
    let (left, right) = try renderPair(left, right, context)
    for side in [left, right] where !side.form.kind.isNumber {
      throw refused("SQLite cannot compute with \(side.form.kind) values exactly")
    }
    let isReal = left.form.kind == .real || right.form.kind == .real
    return RenderedExpression(
      sql: "(\(left.sql) \(raw: sign) \(right.sql))",
      form: isReal ? .real : .integer,
      // A division by zero is NULL, and so is a real that is no number: infinity less infinity.
      isOptional: left.isOptional || right.isOptional || isReal || sign == "/" || sign == "%"
    )
  }
}

extension SQL {
  /// The left side of a comparison, with the collation that its kind needs.
  ///
  /// Decimals are TEXT, and compare as numbers only by a collation of Roster's own; and so do dates
  /// in forms of others.
  func collated(
    _ form: ValueForm,
    _ comparison: ExpressionNode.Comparison?,
    _ context: RenderContext
  ) throws -> SQL {
    guard let collation = form.kind.rules.collation(in: form.form), !form.isJSON else {
      return self
    }
    guard !context.isLiteral else {
      if comparison == .equal || comparison == .notEqual { return self }
      throw ExpressionNode.refused(
        "\(text) is TEXT, which a table's definition cannot compare as what it stands for"
      )
    }
    return "\(self) COLLATE \(raw: collation.name)"
  }
}
