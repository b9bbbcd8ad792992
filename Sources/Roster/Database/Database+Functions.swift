import Foundation

extension Database {
  /// Makes a Swift closure a function of SQL, on all connections of this database.
  ///
  /// ```swift
  /// try database.register(function: "initials", deterministic: true) {
  ///   (first: String, last: String?) in "\(first.prefix(1))\(last?.prefix(1) ?? "")"
  /// }
  /// try database.query("SELECT initials(firstName, lastName) FROM students", as: String.self)
  /// ```
  ///
  /// Arguments are read and the result is stored by the contract of a column: NULL is nil, and an
  /// argument that does not fit throws `DecodingError`. What the closure throws is what the call
  /// throws that ran the statement, and the statement is undone. Other programs do not know the
  /// function, so a schema that uses it can be written by this one only.
  /// See <https://www.sqlite.org/appfunc.html>.
  ///
  /// - Parameters:
  ///   - name: in any case of letters; several functions may share it, if they differ in their
  ///     number of arguments.
  ///   - deterministic: whether the result depends on the arguments alone, which indexes and
  ///     generated columns demand.
  ///   - body: runs on the thread of the statement, and in its midst: it may read this database but
  ///     not write to it.
  /// - Throws: `DatabaseError`: `.misuse` for a name that is taken or is none, `.busy` inside a
  ///   transaction or a row handler.
  public func register<each Argument: Decodable & SendableMetatype, Result: ColumnValue>(
    function name: String,
    deterministic: Bool = false,
    _ body: @escaping @Sendable (repeat each Argument) throws -> Result
  ) throws {
    var count: Int32 = 0
    func add<Value>(_ type: Value.Type) { count += 1 }
    repeat add((each Argument).self)
    try register(function: name, count, deterministic) { fields in
      var position = 0
      func next<Value: Decodable>(_ type: Value.Type) throws -> Value {
        position += 1
        let name = "argument \(position) of \(name)"
        return try ArgumentDecoder(field: fields[position - 1], name: name).read(type)
      }
      return try SQLValue(encoding: try body(repeat try next((each Argument).self)))
    }
  }

  /// Makes a Swift closure a function of any number of values of any storage class.
  ///
  /// ```swift
  /// try database.register(function: "kinds") { values in
  ///   .text(values.map(\.storageClass.rawValue).joined(separator: " "))
  /// }
  /// try database.query("SELECT kinds(1, 'a', NULL)", as: String.self)   // INTEGER TEXT NULL
  /// ```
  ///
  /// - Throws: like the form for typed arguments; a TEXT that is not UTF-8 throws `DecodingError`
  ///   from the statement.
  public func register(
    function name: String,
    deterministic: Bool = false,
    _ body: @escaping @Sendable ([SQLValue]) throws -> SQLValue
  ) throws {
    try register(function: name, -1, deterministic) { fields in
      try body(
        fields.enumerated().map { position, field in
          do throws(FieldRefusal) { return try field.sqlValue() } catch {
            throw error.error(
              SQLValue.self,
              at: [NameKey("argument \(position + 1) of \(name)")]
            )
          }
        }
      )
    }
  }

  private func register(
    function name: String,
    _ count: Int32,
    _ isDeterministic: Bool,
    _ body: @escaping Connection.FieldFunction
  ) throws {
    try add(name) { connection in
      guard try !connection.hasFunction(name, argumentCount: count) else {
        throw DatabaseError(.misuse, "there is a function \(name) already")
      }
    } word: { connection in
      try connection.createFunction(
        name,
        argumentCount: count,
        isDeterministic: isDeterministic,
        body
      )
    }
  }

  /// Makes a Swift closure an order of texts, on all connections of this database.
  ///
  /// ```swift
  /// try database.register(collation: "natural") { $0.localizedStandardCompare($1) }
  /// try database.query("SELECT name FROM files ORDER BY name COLLATE natural", as: String.self)
  /// ```
  ///
  /// An index in this order is damaged by a closure that later orders otherwise.
  /// See <https://www.sqlite.org/datatype3.html#collation>.
  ///
  /// - Parameter compare: must order any two texts, and always alike.
  /// - Throws: `DatabaseError`: `.misuse` for a name that is taken or is none, `.busy` inside a
  ///   transaction or a row handler.
  public func register(
    collation name: String,
    _ compare: @escaping @Sendable (String, String) -> ComparisonResult
  ) throws {
    try add(name) { connection in
      guard try !connection.hasCollation(name) else {
        throw DatabaseError(.misuse, "there is a collation \(name) already")
      }
    } word: { connection in
      try connection.createCollation(name) { left, right in
        let order = compare(
          String(decoding: left, as: UTF8.self),
          String(decoding: right, as: UTF8.self)
        )
        return Int32(order.rawValue)
      }
    }
  }

  private func add(
    _ name: String,
    check: (Connection) throws -> Void,
    word: @escaping Vocabulary.Word
  ) throws {
    guard !name.isEmpty, !name.utf8.contains(0) else {
      throw DatabaseError(.misuse, "a function or collation needs a name, without NUL in it")
    }
    guard !pool.isInUseHere else {
      throw DatabaseError(
        .busy,
        "nothing can be registered inside a transaction or a row handler"
      )
    }
    try pool.write { session in
      try session.use { connection in
        try check(connection)
        try word(connection)
      }
      pool.vocabulary.add(word, knownTo: session)
    }
  }
}
