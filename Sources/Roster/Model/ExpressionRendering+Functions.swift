extension ExpressionNode {
  static func call(
    _ call: SQLCall,
    _ arguments: [ExpressionNode],
    _ context: RenderContext
  ) throws -> RenderedExpression {
    var rendered: [RenderedExpression] = []
    for argument in arguments {
      if argument.isLoose, call.sharesForm, let first = rendered.first {
        rendered.append(try argument.renderLoose(first.form, context))
      } else {
        rendered.append(try argument.renderValue(context))
      }
    }
    for argument in rendered where call.computes && !argument.form.kind.isNumber {
      throw refused("SQLite cannot compute with \(argument.form.kind) values exactly")
    }
    if call.sharesForm, let first = rendered.first {
      for other in rendered.dropFirst() where other.form != first.form {
        throw refused("\(first.sql.text) and \(other.sql.text) are stored in different forms")
      }
    }
    let form = call.result ?? rendered.first?.form ?? .text
    var sql: SQL = ""
    let pieces = call.template.split(separator: "#", omittingEmptySubsequences: false)
    for (index, piece) in pieces.enumerated() {
      sql = "\(sql)\(raw: String(piece))"
      guard index < pieces.count - 1 else { continue }
      var argument = rendered[min(index, rendered.count - 1)]
      // The least and greatest of decimals are found by value, like their order.
      if call.isAggregate { argument.sql = try argument.sql.collated(argument.form, nil, context) }
      sql = "\(sql)\(argument.sql)"
    }
    let mayBeNull = call.isOptional || rendered.contains { $0.isOptional }
    return RenderedExpression(
      sql: sql,
      form: form,
      isOptional: call.isLastResort
        ? rendered.last?.isOptional ?? true : !call.isNeverNull && mayBeNull,
      isCondition: call.result == .bool,
      mayBeNaN: call.mayBeNaN || (call.isLastResort && rendered.contains { $0.mayBeNaN })
    )
  }

  /// A range rather than a function, so that an index on the column finds the rows.
  static func prefix(
    _ text: ExpressionNode,
    _ prefix: ExpressionNode,
    _ context: RenderContext
  ) throws -> RenderedExpression {
    let text = try text.renderValue(context)
    let binary: SQL = "\(text.sql) COLLATE BINARY"
    if case .value(let value) = prefix, case .text(let start) = try value.encode(.text) {
      guard !start.isEmpty else {
        return RenderedExpression(
          sql: text.isOptional ? "(\(text.sql) IS NOT NULL)" : "(1)",
          form: .bool,
          isOptional: false,
          isCondition: true
        )
      }
      let lower = try render(value, .text, context).sql
      guard let end = successor(of: start) else {
        return condition("(\(binary) >= \(lower))", text)
      }
      let upper = try render(LooseValue(SQLValue.text(end)), .text, context).sql
      return condition("(\(binary) >= \(lower) AND \(binary) < \(upper))", text)
    }
    let prefix = try prefix.renderValue(context)
    let start: SQL = "CAST(\(prefix.sql) AS BLOB)"
    // As bytes: a NUL would end a text before its end. Of no bytes, substr gives NULL.
    let beginning: SQL = "substr(CAST(\(text.sql) AS BLOB), 1, length(\(start)))"
    var rendered = condition(
      "(\(text.sql) IS NOT NULL AND ifnull(\(beginning), x'') = \(start))",
      text
    )
    rendered.isOptional = text.isOptional || prefix.isOptional
    return rendered
  }

  private static func condition(
    _ sql: SQL,
    _ operand: RenderedExpression
  ) -> RenderedExpression {
    RenderedExpression(
      sql: sql,
      form: .bool,
      isOptional: operand.isOptional,
      isCondition: true
    )
  }

  /// The least text above all that begin with `prefix`; nil if there is none.
  private static func successor(of prefix: String) -> String? {
    var scalars = Array(prefix.unicodeScalars)
    while let last = scalars.popLast() {
      // Beyond the surrogates, which are no scalars.
      let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
      guard let scalar = Unicode.Scalar(next) else { continue }
      var text = String.UnicodeScalarView(scalars)
      text.append(scalar)
      return String(text)
    }
    return nil
  }

  /// See <https://www.sqlite.org/lang_datefunc.html>.
  static func datePart(
    _ format: String,
    _ date: ExpressionNode,
    _ context: RenderContext
  ) throws -> RenderedExpression {
    let date = try date.renderValue(context)
    let argument: SQL =
      switch date.form.form {
      case .unixMilliseconds: "\(date.sql) / 1000.0, 'unixepoch'"
      case .unixSeconds: "\(date.sql), 'unixepoch'"
      case .standard, .foreignText, .julianDay, .blob: "\(date.sql)"
      }
    return RenderedExpression(
      sql: "CAST(strftime('\(raw: format)', \(argument)) AS INTEGER)",
      form: .integer,
      isOptional: date.isOptional
    )
  }

  /// One parameter for all the values, as a JSON array, so that the statement is the same for any
  /// number of them. What JSON cannot say exactly is bound one by one.
  static func list(
    _ node: ExpressionNode,
    _ list: ListValues,
    _ context: RenderContext
  ) throws -> RenderedExpression {
    let node = try node.renderValue(context)
    let values = try list.encode(node.form)
    let subject = try node.sql.collated(node.form, .equal, context)
    let members: SQL
    if node.form.isJSON {
      let texts = values.compactMap { if case .text(let text) = $0 { text } else { nil } }
      let array = "[\(texts.joined(separator: ","))]"
      members = "SELECT value FROM json_each(\(SQLValue.text(array)))"
    } else if context.isLiteral {
      members = "\(raw: values.map(\.literal).joined(separator: ", "))"
    } else if let array = JSONText.array(of: values) {
      members = "SELECT value FROM json_each(\(SQLValue.text(array)))"
    } else {
      members = parameters(values)
    }
    return condition("(\(subject) IN (\(members)))", node)
  }

  /// As many parameters as the next power of two, the last value repeated: a few statements serve
  /// for all numbers of values.
  private static func parameters(_ values: [SQLValue]) -> SQL {
    guard let last = values.last else { return "" }
    var count = 1
    while count < values.count { count *= 2 }
    let all = values + Array(repeating: last, count: count - values.count)
    return SQL(
      text: Array(repeating: "?", count: count).joined(separator: ", "),
      bindings: all.map { .value($0) }
    )
  }

  static func elements(
    _ array: ExpressionNode,
    _ element: LooseValue,
    _ context: RenderContext
  ) throws -> RenderedExpression {
    try checkInJSON(element.natural.kind)
    let rows = try rows(of: array, as: "e", context)
    var form = element.natural
    form.isJSON = form.kind.isOtherInJSON
    let value = try render(element, form, context)
    let own: SQL = form.isJSON && form.kind == .json ? "json(e.value)" : "e.value"
    let operand: SQL = form.kind == .json ? "json(\(try element.encode(form)))" : value.sql
    return RenderedExpression(
      sql: "EXISTS (SELECT 1 FROM \(rows) WHERE \(own) IS \(operand))",
      form: .bool,
      isOptional: false,
      isCondition: true
    )
  }

  static func isIn(
    _ node: ExpressionNode,
    _ query: any Subquery,
    _ context: RenderContext
  ) throws -> RenderedExpression {
    let node = try node.renderValue(context)
    let members = try query.form(in: context)
    guard node.form == members || areDateTexts(node.form, members) else {
      throw refused("\(node.sql.text) and the subquery's column are stored in different forms")
    }
    let form = members.form == .foreignText ? members : node.form
    // A NULL among the members would make "is not in" unknown for all others.
    let subject = try node.sql.collated(form, .equal, context)
    return RenderedExpression(
      sql: "(\(subject) IN (\(try query.sql(in: context))))",
      form: .bool,
      isOptional: true,
      isCondition: true
    )
  }
}
