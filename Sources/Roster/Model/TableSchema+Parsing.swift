extension TableSchema {
  /// The table that statements describe, as SQLite keeps them.
  ///
  /// - Parameters:
  ///   - createTable: `CREATE TABLE ...`
  ///   - createIndexes: `CREATE INDEX ...`, for each index that was made by a statement.
  /// - Throws: `RecordError.invalidSchema` for a statement that SQLite would not have taken.
  init(createTable: String, createIndexes: [String] = []) throws {
    var parser = DefinitionParser(createTable)
    self = try parser.table()
    indexes = try createIndexes.map { sql in
      var parser = DefinitionParser(sql)
      return try parser.index()
    }
  }
}

/// Reads the statements that SQLite keeps of tables and indexes.
///
/// It knows their grammar as far as a schema depends on it, and passes over conflict clauses and
/// the names of constraints. See <https://www.sqlite.org/lang_createtable.html>.
struct DefinitionParser {
  private let bytes: [UInt8]
  private let words: [SQLWords.Word]
  private var next = 0

  init(_ sql: String) {
    bytes = Array(sql.utf8)
    words = SQLWords.words(of: sql)
  }

  /// What cannot be read is no reason to guess.
  private func unreadable(_ what: String) -> RecordError {
    .invalidSchema(
      type: "",
      reason: "the definition is not readable at \(what): \(String(decoding: bytes, as: UTF8.self))"
    )
  }

  // MARK: - Words

  private var word: SQLWords.Word? { next < words.count ? words[next] : nil }

  private func isNext(_ keyword: String) -> Bool { word?.isKeyword(keyword) ?? false }

  private mutating func take(_ keywords: String...) -> Bool {
    guard next + keywords.count <= words.count,
      zip(words[next...], keywords).allSatisfy({ $0.isKeyword($1) })
    else { return false }
    next += keywords.count
    return true
  }

  private mutating func takeSign(_ sign: String) -> Bool {
    guard word?.isSign(sign) == true else { return false }
    next += 1
    return true
  }

  private mutating func name() throws -> String {
    guard let word, word.kind != .sign, word.kind != .number else {
      throw unreadable("a name")
    }
    next += 1
    guard word.kind == .literal else { return word.text }
    // SQLite takes a text for a name where only that can stand.
    return String(word.text.dropFirst().dropLast()).replacing("''", with: "'")
  }

  /// The text between two words, the last one not included.
  private func text(_ range: Range<Int>) -> SQLFragment {
    guard !range.isEmpty else { return "" }
    let bytes = bytes[
      words[range.lowerBound].range.lowerBound..<words[range.upperBound - 1].range.upperBound
    ]
    return SQLFragment(String(decoding: bytes, as: UTF8.self))
  }

  /// What stands in parentheses, which come next.
  private mutating func parenthesized() throws -> SQLFragment {
    guard takeSign("(") else { throw unreadable("a parenthesis") }
    let start = next
    try skip(until: [")"])
    defer { next += 1 }
    return text(start..<next)
  }

  /// Goes on to one of these signs, outside of all parentheses.
  private mutating func skip(until ends: Set<String>) throws {
    var depth = 0
    while let word {
      if depth == 0, word.kind == .sign, ends.contains(word.text) { return }
      if word.isSign("(") { depth += 1 }
      if word.isSign(")") { depth -= 1 }
      next += 1
    }
    throw unreadable("its end")
  }

  private mutating func names() throws -> [String] {
    guard takeSign("(") else { throw unreadable("a list of names") }
    var names: [String] = []
    repeat {
      names.append(try name())
      // A collation or a direction, which the key's uniqueness does not depend on.
      while let word, !word.isSign(","), !word.isSign(")") { next += 1 }
    } while takeSign(",")
    guard takeSign(")") else { throw unreadable("a list of names") }
    return names
  }

  // MARK: - CREATE TABLE

  mutating func table() throws -> TableSchema {
    guard take("CREATE") else { throw unreadable("CREATE") }
    _ = take("TEMP") || take("TEMPORARY")
    guard take("TABLE") else { throw unreadable("TABLE") }
    var table = TableSchema(name: try qualifiedName())
    guard takeSign("(") else { throw unreadable("the columns") }
    repeat {
      if startsConstraint { try constraint(&table) } else { try column(&table) }
    } while takeSign(",")
    guard takeSign(")") else { throw unreadable("the end of the columns") }
    repeat {
      if take("STRICT") { table.isStrict = true }
      if take("WITHOUT", "ROWID") { table.isWithoutRowID = true }
    } while takeSign(",")
    guard word == nil else { throw unreadable("the options") }
    return table
  }

  private mutating func qualifiedName() throws -> String {
    _ = take("IF", "NOT", "EXISTS")
    let first = try name()
    return takeSign(".") ? try name() : first
  }

  private static let constraints = ["CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN"]

  private var startsConstraint: Bool { Self.constraints.contains(where: isNext) }

  private mutating func constraint(_ table: inout TableSchema) throws {
    if take("CONSTRAINT") { _ = try name() }
    if take("PRIMARY", "KEY") {
      // AUTOINCREMENT may stand in these parentheses.
      let start = next
      table.primaryKey = try names()
      if words[start..<next].contains(where: { $0.isKeyword("AUTOINCREMENT") }) {
        table.isAutoincrement = true
      }
    } else if take("UNIQUE") {
      table.constraints.append(.unique(try names()))
    } else if take("CHECK") {
      table.constraints.append(.check(try parenthesized()))
    } else if take("FOREIGN", "KEY") {
      let columns = try names()
      guard take("REFERENCES") else { throw unreadable("REFERENCES") }
      table.constraints.append(.foreignKey(try foreignKey(columns)))
    } else if !startsConstraint, !(word?.isSign(",") ?? false), !(word?.isSign(")") ?? false) {
      throw unreadable("a constraint")
    }
    conflict()
    // SQLite lets the comma between constraints be left out.
    if startsConstraint { try constraint(&table) }
  }

  private mutating func conflict() {
    guard take("ON", "CONFLICT") else { return }
    next += 1
  }

  private mutating func foreignKey(_ columns: [String]) throws -> TableSchema.ForeignKey {
    var key = TableSchema.ForeignKey(columns: columns, table: try name(), targets: [])
    if word?.isSign("(") == true { key.targets = try names() }
    while true {
      if take("ON", "DELETE") {
        key.onDelete = try action()
      } else if take("ON", "UPDATE") {
        key.onUpdate = try action()
      } else if take("MATCH") {
        _ = try name()
      } else if take("NOT", "DEFERRABLE") {
        skipInitially()
      } else if take("DEFERRABLE") {
        key.isDeferred = take("INITIALLY", "DEFERRED")
        skipInitially()
      } else {
        return key
      }
    }
  }

  private mutating func skipInitially() {
    if take("INITIALLY") { next += 1 }
  }

  private mutating func action() throws -> ForeignKeyAction {
    if take("SET", "NULL") { return .setNull }
    if take("SET", "DEFAULT") { return .setDefault }
    if take("CASCADE") { return .cascade }
    if take("RESTRICT") { return .restrict }
    if take("NO", "ACTION") { return .noAction }
    throw unreadable("an action")
  }

  private mutating func column(_ table: inout TableSchema) throws {
    var column = TableSchema.Column(name: try name(), declaredType: "")
    let start = next
    while let word, word.kind != .sign || word.isSign("("), !isColumnConstraint {
      if word.isSign("(") { _ = try parenthesized() } else { next += 1 }
    }
    column.declaredType = text(start..<next).text
    while let word, !word.isSign(","), !word.isSign(")") {
      try columnConstraint(&column, &table)
    }
    table.columns.append(column)
  }

  private static let columnConstraints = [
    "CONSTRAINT", "PRIMARY", "NOT", "NULL", "UNIQUE", "CHECK", "DEFAULT", "COLLATE", "REFERENCES",
    "GENERATED", "AS",
  ]

  private var isColumnConstraint: Bool { Self.columnConstraints.contains(where: isNext) }

  private mutating func columnConstraint(
    _ column: inout TableSchema.Column,
    _ table: inout TableSchema
  ) throws {
    if take("CONSTRAINT") {
      _ = try name()
    } else if take("PRIMARY", "KEY") {
      _ = take("ASC") || take("DESC")
      table.primaryKey = [column.name]
      conflict()
      if take("AUTOINCREMENT") { table.isAutoincrement = true }
    } else if take("NOT", "NULL") {
      column.isNotNull = true
    } else if take("NULL") {
      // It says what is so anyway.
    } else if take("UNIQUE") {
      table.constraints.append(.unique([column.name]))
    } else if take("CHECK") {
      table.constraints.append(.check(try parenthesized()))
    } else if take("DEFAULT") {
      column.defaultValue = try defaultValue()
    } else if take("COLLATE") {
      let collation = try name()
      column.collation = isSameName(collation, "BINARY") ? nil : collation
    } else if take("REFERENCES") {
      table.constraints.append(.foreignKey(try foreignKey([column.name])))
    } else if take("GENERATED", "ALWAYS", "AS") || take("AS") {
      let expression = try parenthesized()
      let isStored = take("STORED")
      if !isStored { _ = take("VIRTUAL") }
      column.generated = TableSchema.Generated(expression: expression, isStored: isStored)
    } else {
      throw unreadable("column \"\(column.name)\"")
    }
    conflict()
  }

  private mutating func defaultValue() throws -> SQLFragment {
    if word?.isSign("(") == true { return try parenthesized() }
    let start = next
    // A number may have a sign before it.
    _ = takeSign("-") || takeSign("+")
    next += 1
    // Numbers such as 1e-5 and 0.5 are read in pieces.
    while let word, word.range.lowerBound == words[next - 1].range.upperBound,
      !word.isSign(","), !word.isSign(")")
    { next += 1 }
    return text(start..<next)
  }

  // MARK: - CREATE INDEX

  mutating func index() throws -> TableSchema.Index {
    guard take("CREATE") else { throw unreadable("CREATE") }
    let isUnique = take("UNIQUE")
    guard take("INDEX") else { throw unreadable("INDEX") }
    let name = try qualifiedName()
    guard take("ON") else { throw unreadable("ON") }
    _ = try self.name()
    var index = TableSchema.Index(name: name, isUnique: isUnique, terms: try parenthesized())
    if take("WHERE") {
      index.condition = text(next..<words.count)
      next = words.count
    }
    return index
  }
}
