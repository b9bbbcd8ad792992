/// How SQL reads what lies inside JSON.
///
/// See <https://www.sqlite.org/json1.html>.
enum JSONAccess {
  /// The member of an object under a key: two arguments, the JSON and the key.
  ///
  /// `json_each` gives a key as the text that it stands for, but ends it at a NUL; the path to it,
  /// which it gives as it is written, tells such keys apart. The arguments have a SELECT of their
  /// own, in which the columns of `json_each` hide none of theirs.
  static let member = """
    (SELECT e.value FROM (SELECT # AS json, # AS key) AS j, json_each(j.json) AS e \
    WHERE (e.key = j.key AND instr(e.fullkey, '\\u0000') = 0) \
    OR e.fullkey = '$.' || json_quote(j.key))
    """

  /// Whether a path of SQLite's can name a key: before 3.45, it has no way to write what JSON must
  /// escape.
  static func canBeNamed(_ key: String) -> Bool {
    !key.utf8.contains { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
  }

  /// Whether a path finds a key however it is written: before 3.45, only as it is, and others may
  /// escape what is not ASCII, or a slash.
  private static func isFoundByPath(_ key: String) -> Bool {
    guard canBeNamed(key) else { return false }
    return SQLiteVersion.current >= .withEscapesInPaths
      || key.utf8.allSatisfy { $0 < 0x7F && $0 != UInt8(ascii: "/") }
  }

  /// The property that a path of keys leads to, NULL where there is none.
  ///
  /// Keys that a path of SQLite's finds are written into the text, so that an index serves.
  ///
  /// - Parameter isDefinition: whether it is for a table's definition, where only paths can stand.
  static func property(of json: SQL, at path: [String], isDefinition: Bool = false) -> SQL {
    let isPlain = isDefinition ? canBeNamed : isFoundByPath
    var value = json
    var rest = path[...]
    while let key = rest.first {
      let plain = rest.prefix(while: isPlain)
      if plain.isEmpty {
        let parts = member.split(separator: "#").map(String.init)
        value = "\(raw: parts[0])\(value)\(raw: parts[1])\(SQLValue.text(key))\(raw: parts[2])"
        rest = rest.dropFirst()
      } else {
        let keys = plain.map { ".\"\($0)\"" }.joined()
        value = "json_extract(\(value), \(raw: SQLValue.text("$\(keys)").literal))"
        rest = rest.dropFirst(plain.count)
      }
    }
    return value
  }
}

extension ExpressionNode {
  /// A table's definition can hold no SELECT, which some keys need.
  static func checkInDefinition(_ path: [String], _ context: RenderContext) throws {
    guard context.isLiteral, let odd = path.first(where: { !JSONAccess.canBeNamed($0) }) else {
      return
    }
    throw refused("a table's definition has no way to write the JSON key \(odd.debugDescription)")
  }

  /// Refuses what SQL would read from JSON as something else.
  static func checkInJSON(_ kind: ColumnKind) throws {
    guard kind.rules.formInJSON == .hidden else { return }
    throw refused("SQL cannot compare \(kind) values inside JSON, only in a column of their own")
  }

  /// A property within JSON.
  static func property(
    of json: ExpressionNode,
    at path: [String],
    _ kind: ColumnKind,
    _ context: RenderContext
  ) throws -> RenderedExpression {
    try checkInJSON(kind)
    try checkInDefinition(path, context)
    let json = try json.renderValue(context).sql
    let value = JSONAccess.property(of: json, at: path, isDefinition: context.isLiteral)
    return RenderedExpression(
      sql: kind.rules.formInJSON == .sameReal ? "CAST(\(value) AS REAL)" : value,
      form: ValueForm(kind: kind, isJSON: kind.isOtherInJSON),
      isOptional: true
    )
  }
}
