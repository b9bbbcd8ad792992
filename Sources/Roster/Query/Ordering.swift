/// Which way an order runs.
public enum Direction: Sendable {
  /// From the least to the greatest.
  case ascending
  /// From the greatest to the least.
  case descending
}

/// Where an order puts nil.
public enum NilPlacement: Sendable {
  /// Before all values.
  case first
  /// After all values.
  case last
}

/// One expression that rows are ordered by.
///
/// ```swift
/// students.order { [$0.lastName.ascending(), $0.age.descending(nils: .last)] }
/// // ORDER BY "lastName", "age" DESC NULLS LAST
/// ```
public struct Ordering: Sendable {
  let node: ExpressionNode
  let direction: Direction
  let nils: NilPlacement?

  /// Whether nil comes before the values; to SQLite, NULL is less than any.
  var isNilFirst: Bool { nils.map { $0 == .first } ?? (direction == .ascending) }

  var reversed: Ordering {
    Ordering(
      node: node,
      direction: direction == .ascending ? .descending : .ascending,
      nils: nils.map { $0 == .first ? .last : .first }
    )
  }

  func sql(_ context: RenderContext) throws -> SQL {
    let expression = try node.renderValue(context)
    var sql = try expression.sql.collated(expression.form, nil, context)
    if direction == .descending { sql = "\(sql) DESC" }
    guard let nils, expression.isOptional else { return sql }
    return "\(sql) NULLS \(raw: nils == .first ? "FIRST" : "LAST")"
  }
}

extension SQLExpression {
  /// This, from the least to the greatest; nil comes first unless told otherwise.
  public func ascending(nils: NilPlacement? = nil) -> Ordering {
    Ordering(node: node, direction: .ascending, nils: nils)
  }

  /// This, from the greatest to the least; nil comes last unless told otherwise.
  public func descending(nils: NilPlacement? = nil) -> Ordering {
    Ordering(node: node, direction: .descending, nils: nils)
  }
}
