import Foundation

extension PredicateScope {
  /// How many captured values a condition may be written out for, one by one.
  private static let most = 1000

  /// A condition on each element of a sequence.
  func each<Elements: PredicateExpression, Test: PredicateExpression>(
    _ question: ElementQuestion,
    _ sequence: Elements,
    _ variable: PredicateExpressions.Variable<Elements.Output.Element>,
    _ test: Test,
    _ whole: some PredicateExpression
  ) throws -> PredicateTerm where Elements.Output: Sequence {
    let term = try term(sequence)
    guard case .constant(let any) = term else {
      let element = ElementReference(try elementForm(Elements.Output.self, whole))
      let bound = binding(variable, to: .node(.element(element)))
      return made(
        .each(question, try node(term, of: sequence), element, try bound.node(test)),
        from: whole
      )
    }
    guard let elements = any as? Elements.Output, question != .those else {
      throw refused(whole, "values are filtered by what each row holds; filter the rows instead")
    }
    var conditions: [ExpressionNode] = []
    for element in elements {
      guard conditions.count < Self.most else {
        throw refused(whole, "there are more than \(Self.most) captured values to be tested")
      }
      conditions.append(try binding(variable, to: .constant(element)).node(test))
    }
    // In pairs, since SQLite limits how deep an expression may be.
    while conditions.count > 1 {
      conditions = stride(from: 0, to: conditions.count, by: 2).map { index in
        guard index + 1 < conditions.count else { return conditions[index] }
        let (left, right) = (conditions[index], conditions[index + 1])
        return question == .any ? .or(left, right) : .and(left, right)
      }
    }
    return conditions.first.map { made($0, from: whole) } ?? .constant(question == .all)
  }

  /// Whether captured values contain one of the row's.
  fileprivate func values<Element: PredicateExpression>(
    _ sequence: any Sequence,
    contain element: Element,
    _ whole: some PredicateExpression
  ) throws -> PredicateTerm {
    var values: [LooseValue] = []
    var hasNil = false
    for value in sequence {
      if let optional = value as? any AnyOptional, optional.unwrapped == nil {
        hasNil = true
        continue
      }
      try checkEquality(Element.Output.self, [.constant(value)], whole)
      values.append(try loose(value, Element.Output.self, whole))
    }
    let term = try term(element)
    try checkEquality(Element.Output.self, [term], whole)
    let subject = try node(term, of: element)
    let isAmong = ExpressionNode.list(subject, ListValues(values))
    guard hasNil else { return made(isAmong, from: whole) }
    let isNil = ExpressionNode.comparison(.equal, subject, .value(LooseValue(SQLValue.null)))
    return made(.or(isAmong, isNil), from: whole)
  }
}

extension PredicateExpressions.SequenceContains: PredicateNode {
  func term(in scope: PredicateScope) throws -> PredicateTerm {
    let values = try? scope.term(sequence)
    if let values, let folded = scope.folded(self, values, try scope.term(element)) {
      return folded
    }
    if let range = try scope.range(sequence, contains: element, self) { return range }
    if case .constant(let any) = values, let sequence = any as? any Sequence {
      return try scope.values(sequence, contain: element, self)
    }
    let form = ElementReference(try scope.elementForm(LHS.Output.self, self))
    let sought = try scope.term(element)
    try scope.checkEquality(RHS.Output.self, [sought], self)
    return scope.made(
      .each(
        .any,
        try scope.node(sequence),
        form,
        .comparison(.equal, .element(form), try scope.node(sought, of: element))
      ),
      from: self
    )
  }
}

extension PredicateExpressions.SequenceContainsWhere: PredicateNode {
  func term(in scope: PredicateScope) throws -> PredicateTerm {
    try scope.each(.any, sequence, variable, test, self)
  }
}

extension PredicateExpressions.SequenceAllSatisfy: PredicateNode {
  func term(in scope: PredicateScope) throws -> PredicateTerm {
    try scope.each(.all, sequence, variable, test, self)
  }
}

extension PredicateExpressions.Filter: PredicateNode {
  func term(in scope: PredicateScope) throws -> PredicateTerm {
    try scope.each(.those, sequence, variable, filter, self)
  }
}

extension PredicateScope {
  /// The least or the greatest element of an array.
  fileprivate func extreme<Elements: PredicateExpression>(
    _ function: String,
    _ elements: Elements,
    _ whole: some PredicateExpression
  ) throws -> PredicateTerm where Elements.Output: Sequence {
    let term = try term(elements)
    if let folded = folded(whole, term) { return folded }
    try checkOrder(Elements.Output.Element.self, whole)
    let call = SQLCall(
      template: "(SELECT \(function)(value) FROM json_each(#))",
      result: try elementForm(Elements.Output.self, whole),
      isOptional: true
    )
    return made(.call(call, [try node(term, of: elements)]), from: whole)
  }
}

extension PredicateExpressions.SequenceMinimum: PredicateNode {
  func term(in scope: PredicateScope) throws -> PredicateTerm {
    try scope.extreme("min", elements, self)
  }
}

extension PredicateExpressions.SequenceMaximum: PredicateNode {
  func term(in scope: PredicateScope) throws -> PredicateTerm {
    try scope.extreme("max", elements, self)
  }
}

extension PredicateExpressions.CollectionIndexSubscript: PredicateNode {
  /// The element; NULL where Foundation throws because there is none.
  func term(in scope: PredicateScope) throws -> PredicateTerm {
    let parts = (try scope.term(wrapped), try scope.term(index))
    if let folded = scope.folded(self, parts.0, parts.1) { return folded }
    guard Index.Output.self is Int.Type else {
      throw scope.refused(self, "a \(Wrapped.Output.self) has no elements by number in SQL")
    }
    return try scope.element(
      try scope.elementForm(Wrapped.Output.self, self),
      of: try scope.node(parts.0, of: wrapped),
      "(SELECT value FROM json_each(#) WHERE key = #)",
      try scope.node(parts.1, of: index),
      self
    )
  }
}

extension PredicateExpressions.CollectionRangeSubscript: PredicateNode {
  func term(in scope: PredicateScope) throws -> PredicateTerm {
    if let folded = scope.folded(self, try scope.term(wrapped), try scope.term(range)) {
      return folded
    }
    throw scope.refused(self, "a \(Output.self) has no translation to SQL")
  }
}

extension PredicateScope {
  /// What a JSON array or object has under a number or a name.
  fileprivate func element(
    _ form: ValueForm,
    of collection: ExpressionNode,
    _ template: String,
    _ key: ExpressionNode,
    _ whole: some PredicateExpression
  ) throws -> PredicateTerm {
    let call = SQLCall(template: template, result: form, isOptional: true)
    return made(.call(call, [collection, key]), from: whole)
  }

  fileprivate func value<Key, Value>(
    of dictionary: PredicateTerm,
    _ wrapped: some PredicateExpression,
    _ key: some PredicateExpression<Key>,
    _: Value.Type,
    _ whole: some PredicateExpression
  ) throws -> PredicateTerm {
    guard Key.self is String.Type || Key.self is Int.Type else {
      throw refused(whole, "JSON has no keys of type \(Key.self)")
    }
    let kind = FieldShape.of(Value.self).kind
    guard !(Value.self is any AnyOptional.Type), Value.self is any Encodable.Type,
      kind.isExactInJSON
    else { throw refused(whole, "a \(Value.self) within JSON is not exact to SQLite") }
    return try element(
      ValueForm(kind: kind, isJSON: kind.isOtherInJSON),
      of: try node(dictionary, of: wrapped),
      JSONAccess.member,
      Key.self is Int.Type
        ? .call(SQLCall(template: "CAST(# AS TEXT)", result: .text), [try node(key)])
        : try node(key),
      whole
    )
  }
}

extension PredicateExpressions.DictionaryKeySubscript: PredicateNode {
  func term(in scope: PredicateScope) throws -> PredicateTerm {
    let dictionary = try scope.term(wrapped)
    if let folded = scope.folded(self, dictionary, try scope.term(key)) { return folded }
    return try scope.value(of: dictionary, wrapped, key, Value.self, self)
  }
}

extension PredicateExpressions.DictionaryKeyDefaultValueSubscript: PredicateNode {
  func term(in scope: PredicateScope) throws -> PredicateTerm {
    let dictionary = try scope.term(wrapped)
    let other = try scope.term(`default`)
    if let folded = scope.folded(self, dictionary, try scope.term(key), other) {
      return folded
    }
    let value = try scope.value(of: dictionary, wrapped, key, Output.self, self)
    return scope.made(
      .call(.ifNull, [try scope.node(value, of: self), try scope.node(other, of: `default`)]),
      from: self
    )
  }
}
