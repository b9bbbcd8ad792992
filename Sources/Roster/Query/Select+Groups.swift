extension Select {
  /// Refuses a column that is neither grouped by nor inside an aggregate: SQLite would take its
  /// value from any row of the group.
  func checkGroups(_ columns: [ExpressionNode]) throws {
    let isAggregate = columns.contains { $0.isAggregate }
    guard !groups.isEmpty || isAggregate else { return }
    let context = context(in: RenderContext(isIdentifying: true), with: columns)
    let grouped = try groups.map { try Self.text($0, context) }
    for node in columns + having + orders.map(\.node) {
      if let loose = try Self.loose(node, grouped, context) {
        throw ExpressionNode.refused(
          "\(loose) has many values in a group: aggregate it, or group by it"
        )
      }
    }
  }

  /// The first column outside of all aggregates that is not among those grouped by.
  private static func loose(
    _ node: ExpressionNode,
    _ grouped: [String],
    _ context: RenderContext
  ) throws -> String? {
    if case .call(let call, _) = node, call.isAggregate { return nil }
    // It may aggregate by itself.
    if case .sql = node { return nil }
    if !grouped.isEmpty, grouped.contains(try text(node, context)) { return nil }
    if case .column(let column) = node { return try column.resolve().name }
    if case .scoped(let tables, let other, let node) = node {
      return try loose(node, grouped, context.replacing(tables, by: other))
    }
    for child in node.children {
      if let found = try loose(child, grouped, context) { return found }
    }
    return nil
  }

  /// A text that two nodes share only if they are the same expression.
  private static func text(_ node: ExpressionNode, _ context: RenderContext) throws -> String {
    let sql = try node.renderValue(context).sql
    return sql.text + (try sql.values().map(\.literal).joined(separator: ","))
  }
}
