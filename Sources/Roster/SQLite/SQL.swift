/// SQL text together with the values bound to it, so that neither travels without the other.
///
/// Every interpolation binds; text enters only by `raw:`, a name only by `identifier:`.
///
/// ```swift
/// let sql: SQL = "SELECT * FROM \(identifier: table) WHERE name = \(name)"
/// // SELECT * FROM "students" WHERE name = ?        bound: name
/// ```
public struct SQL: Sendable, ExpressibleByStringInterpolation {
  /// A bound value, or why it cannot be stored; the refusal is thrown when the statement runs.
  enum Binding: Sendable {
    case value(SQLValue)
    case refused(any Error)
  }

  /// An expression in it, whose text depends on the statement that it becomes part of, and the SQL
  /// between the expression before and this one.
  struct Insertion: Sendable {
    let before: [SQL]
    let expression: any InsertedExpression
  }

  /// Its expressions; none in SQL that is written out.
  private(set) var insertions: [Insertion] = []
  /// What stands after the last expression, with a `?` for each binding.
  var tail: String
  /// The values bound after the last expression.
  private(set) var bindings: [Binding]

  /// The statement, with a `?` for each binding.
  ///
  /// Columns stand in it by their bare names; in a part of a query they say whose they are.
  public var text: String { insertions.isEmpty ? tail : writtenOut(in: .byHand).tail }

  /// SQL that binds nothing.
  public init(stringLiteral value: String) {
    self.init(text: value)
  }

  /// The SQL of an interpolated literal.
  public init(stringInterpolation: StringInterpolation) {
    self = stringInterpolation.sql
  }

  init(text: String, bindings: [Binding] = []) {
    tail = text
    self.bindings = bindings
  }

  /// The SQL with the expressions in it as text of a statement.
  func writtenOut(in context: RenderContext) -> SQL {
    guard !insertions.isEmpty else { return self }
    var sql = SQL(text: "")
    for insertion in insertions {
      for before in insertion.before { sql.append(before) }
      do {
        sql.append(try insertion.expression.sql(in: context))
      } catch {
        sql.append(.refused(error))
      }
    }
    sql.append(SQL(text: tail, bindings: bindings))
    return sql
  }

  mutating func append(_ other: SQL) {
    guard let first = other.insertions.first else {
      tail += other.tail
      bindings += other.bindings
      return
    }
    let own = SQL(text: tail, bindings: bindings)
    insertions.append(
      Insertion(before: [own] + first.before, expression: first.expression)
    )
    insertions += other.insertions.dropFirst()
    (tail, bindings) = (other.tail, other.bindings)
  }

  mutating func append(_ binding: Binding) {
    tail += "?"
    bindings.append(binding)
  }

  mutating func append(_ expression: any InsertedExpression) {
    insertions.append(
      Insertion(before: [SQL(text: tail, bindings: bindings)], expression: expression)
    )
    (tail, bindings) = ("", [])
  }

  /// Collects the pieces of an interpolated literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    var sql = SQL(text: "")

    /// An empty statement with room for the literal.
    public init(literalCapacity: Int, interpolationCount: Int) {
      sql.tail.reserveCapacity(literalCapacity + 2 * interpolationCount)
    }

    /// The literal's own text.
    public mutating func appendLiteral(_ literal: String) {
      sql.tail += literal
    }

    /// Text that is not bound and not checked: never let it come from a user.
    public mutating func appendInterpolation(raw text: String) {
      sql.tail += text
    }

    /// The name of a table or column, quoted, inner quotes doubled.
    public mutating func appendInterpolation(identifier name: String) {
      sql.tail += quotedIdentifier(name)
    }

    /// Other SQL, its text inserted and its values bound in their place.
    public mutating func appendInterpolation(_ other: SQL) {
      sql.append(other)
    }
  }
}

/// What SQL written by hand takes in and can only be written out within a statement: a column must
/// say there which table it is of.
protocol InsertedExpression: Sendable {
  func sql(in context: RenderContext) throws -> SQL
}
