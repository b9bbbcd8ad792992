extension Join {
  /// What runs when rows are asked for.
  public var request: FetchRequest {
    FetchRequest(database: database, select: select, columns: .records())
  }

  /// The first rows, or fewer if there are not so many: `LIMIT ?`.
  public func prefix(_ maximum: Int) throws -> [Row] {
    var shorter = self
    shorter.select.shorten(to: maximum)
    return try shorter.all()
  }

  /// Hands over the rows one at a time, as they are read.
  ///
  /// - Throws: like `all`, and what `body` throws.
  public func stream(_ body: (Row) throws -> Void) throws {
    try request.withFirstRow { statement, _ in
      let decoders = try decoders(of: statement)
      repeat { try body(try decode(decoders, statement)) } while try statement.step()
    }
  }

  private func decoders(of statement: Statement) throws -> JoinDecoders {
    statement.forgetReaderIfPreparedAnew()
    let purpose = ObjectIdentifier(Self.self)
    if let reader = statement.reader, reader.purpose == purpose,
      let known = reader.object as? JoinDecoders
    {
      return known
    }
    let decoders = JoinDecoders()
    for layout in layouts { decoders.add(try layout()) }
    statement.reader = Attachment(purpose: purpose, object: decoders)
    return decoders
  }
}

/// The decoders of the records in one row, each of which begins where the last one ends.
final class JoinDecoders {
  private var decoders: [RowDecoder] = []
  private var width: Int32 = 0

  func add(_ layout: RowLayout) {
    decoders.append(RowDecoder(layout: layout, firstColumn: width))
    width += Int32(layout.keys.count)
  }

  func record<T: Record>(_ place: Int, _ statement: Statement) throws -> T {
    try decoders[place].decode(T.self, from: statement)
  }

  /// The record, or nil where a left join found none: then its primary key is NULL.
  func recordIfPresent<T: Record>(_ place: Int, _ statement: Statement) throws -> T? {
    let decoder = decoders[place]
    let isMissing = decoder.layout.keyColumns.allSatisfy {
      statement.handle.field($0 + decoder.firstColumn).isNull
    }
    return isMissing ? nil : try decoder.decode(T.self, from: statement)
  }
}

extension RecordPlan {
  /// How the type's records lie in a row.
  @Sendable static func layout() throws -> RowLayout { try of(Root.self).layout }
}

extension Joined {
  init(_ query: Query<T>) { self.init(select: query.select) }
}

extension Query {
  /// The query as the first table of a join, and its columns there.
  var firstOfJoin: (Select, Columns<T>) {
    let first = Joined(self)
    return (select.asFirst(of: first), first.columns)
  }
}
