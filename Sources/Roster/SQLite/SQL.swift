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

  /// The statement, with a `?` for each binding.
  public internal(set) var text: String
  var bindings: [Binding]

  /// SQL that binds nothing.
  public init(stringLiteral value: String) {
    self.init(text: value)
  }

  /// The SQL of an interpolated literal.
  public init(stringInterpolation: StringInterpolation) {
    self = stringInterpolation.sql
  }

  init(text: String, bindings: [Binding] = []) {
    self.text = text
    self.bindings = bindings
  }

  /// Collects the pieces of an interpolated literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    var sql = SQL(text: "")

    /// An empty statement with room for the literal.
    public init(literalCapacity: Int, interpolationCount: Int) {
      sql.text.reserveCapacity(literalCapacity + 2 * interpolationCount)
    }

    /// The literal's own text.
    public mutating func appendLiteral(_ literal: String) {
      sql.text += literal
    }

    /// Text that is not bound and not checked: never let it come from a user.
    public mutating func appendInterpolation(raw text: String) {
      sql.text += text
    }

    /// The name of a table or column, quoted, inner quotes doubled.
    public mutating func appendInterpolation(identifier name: String) {
      sql.text += quotedIdentifier(name)
    }

    /// Other SQL, its text inserted and its values bound in their place.
    public mutating func appendInterpolation(_ other: SQL) {
      sql.text += other.text
      sql.bindings += other.bindings
    }

    mutating func append(_ binding: Binding) {
      sql.text += "?"
      sql.bindings.append(binding)
    }
  }
}
