import Foundation

extension PredicateScope {
  /// Whether SQL orders a type as Swift does. Others may have an order of their own, which SQL
  /// would not know of: cases of an enum by rank, versions by their parts.
  private static func isOrdered(_ type: any Any.Type) -> Bool {
    // Stored as a double, which it is.
    type is CGFloat.Type || ScalarType.of(type)?.column.isOrdered == true
  }

  func checkOrder(_ type: any Any.Type, _ expression: some PredicateExpression) throws {
    guard Self.isOrdered(type) else {
      throw refused(expression, "\(type) may have an order of its own, which SQL does not know")
    }
  }

  /// Refuses to compare JSON whose text says less, or more, than `==`.
  func checkEquality(
    _ type: any Any.Type,
    _ terms: [PredicateTerm],
    _ expression: some PredicateExpression
  ) throws {
    guard FieldShape.of(type).kind == .json else { return }
    var columns = 0
    for term in terms {
      switch term {
      case .record: break
      case .constant(let value):
        guard !Self.isUnordered(value) else {
          throw refused(expression, "a set in \(type) has no certain order in JSON")
        }
      case .place, .node: columns += 1
      }
      if case .node(let node) = term, node.isFiltered {
        throw refused(expression, "a filtered array has no equal in SQL; compare its count")
      }
    }
    let wrapped = (type as? any AnyOptional.Type)?.wrappedType ?? type
    guard columns < 2 || (wrapped as? any AnyArray.Type)?.hasOneTextInJSON == true else {
      throw refused(expression, "two columns of JSON, of type \(type), may differ in text alone")
    }
  }

  /// Whether JSON may write a value in different orders.
  private static func isUnordered(_ value: Any) -> Bool {
    if value is [String: Any] || value is [Int: Any] {
      return Mirror(reflecting: value).children.contains { isUnordered($0.value) }
    }
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .set || mirror.displayStyle == .dictionary
      || mirror.children.contains { isUnordered($0.value) }
  }

  /// How the elements of a collection kept as JSON are read from it.
  func elementForm<Elements: Sequence>(
    _ type: Elements.Type,
    _ expression: some PredicateExpression
  ) throws -> ValueForm {
    guard FieldShape.of(Elements.self).kind == .json else {
      throw refused(expression, "a \(Elements.self) has no elements in SQL")
    }
    let kind = FieldShape.of(Elements.Element.self).kind
    guard Elements.Element.self is any Encodable.Type, kind.isExactInJSON else {
      throw refused(expression, "a \(Elements.Element.self) within JSON is not exact to SQLite")
    }
    return ValueForm(kind: kind, isJSON: kind.isOtherInJSON)
  }
}

private protocol AnyArray {
  /// Whether JSON writes equal arrays in one way only.
  static var hasOneTextInJSON: Bool { get }
}

extension Array: AnyArray {
  fileprivate static var hasOneTextInJSON: Bool {
    ScalarType.of(Element.self)?.column.hasOneTextInJSON == true
  }
}

extension ExpressionNode {
  /// Whether it is, or holds, an array made by SQL.
  fileprivate var isFiltered: Bool {
    if case .each(.those, _, _, _) = self { return true }
    return children.contains { $0.isFiltered }
  }
}
