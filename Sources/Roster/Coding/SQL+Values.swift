extension SQL.StringInterpolation {
  /// A value of a known storage class, bound; a REAL that is NaN is refused like any other.
  public mutating func appendInterpolation(_ value: SQLValue) {
    if case .real(let number) = value { return appendInterpolation(number) }
    sql.append(.value(value))
  }

  /// A value, bound as a column of its type would store it: a date, a UUID, an enum, an optional.
  ///
  /// A value that cannot be stored, such as NaN, throws `EncodingError` when the statement runs.
  public mutating func appendInterpolation<T: Encodable>(_ value: T) {
    do {
      sql.append(.value(try SQLValue(encoding: value)))
    } catch {
      sql.append(.refused(error))
    }
  }

  /// A value that may be nil, bound; nil is NULL.
  public mutating func appendInterpolation<T: Encodable>(_ value: T?) {
    guard let value else { return sql.append(.value(.null)) }
    appendInterpolation(value)
  }
}

extension SQL.StringInterpolation {
  /// Several values, bound, in parentheses for `IN`: `WHERE id IN \(list: ids)`; where parentheses
  /// are open already, in those.
  ///
  /// The text is the same for any number of integers or texts, so that one statement serves:
  /// `IN (SELECT value FROM json_each(?))`. Other values are bound one by one.
  ///
  /// A value that cannot be stored throws `EncodingError` when the statement runs.
  public mutating func appendInterpolation<Values: Sequence>(list values: Values)
  where Values.Element: Encodable {
    do {
      let values = try values.map { try SQLValue(encoding: $0) }
      // In parentheses within others, a SELECT would be its first value.
      let isOpen = sql.tail.last { !$0.isWhitespace } == "("
      defer { if !isOpen { appendLiteral(")") } }
      if !isOpen { appendLiteral("(") }
      if let array = JSONText.array(of: values) {
        return appendInterpolation("SELECT value FROM json_each(\(SQLValue.text(array)))" as SQL)
      }
      for (index, value) in values.enumerated() {
        if index > 0 { appendLiteral(", ") }
        appendInterpolation(value)
      }
    } catch {
      sql.append(.refused(error))
    }
  }
}

extension SQL {
  /// The values to bind.
  ///
  /// - Throws: the refusal of a value that cannot be stored.
  func values() throws -> [SQLValue] {
    try writtenOut(in: .byHand).bindings.map {
      switch $0 {
      case .value(let value): value
      case .refused(let error): throw error
      }
    }
  }
}
