/// A table about to be joined, under an identity of its own.
struct Joined<T: Record> {
  let columns: Columns<T>
  let optionalColumns: OptionalColumns<T>
  let table = TableReference(isShared: true)
  var select: Select

  /// The identities that its columns have so far.
  var own: [TableReference] { select.sources[0].references }

  init(select: Select) {
    self.select = select
    columns = Columns(table)
    optionalColumns = OptionalColumns(table)
  }
}

extension Select {
  func joining<T>(
    _ next: Joined<T>,
    _ kind: Source.Kind,
    _ condition: ExpressionNode
  ) -> Select {
    var select = self
    if select.isLimited {
      select.failure =
        select.failure
        ?? RecordError.invalidQuery(reason: "a limit on a join must come after the last table")
    }
    select.failure = select.failure ?? next.select.failure
    var source = Source(
      table: T.tableName,
      columns: next.select.sources[0].columns,
      references: [next.table]
    )
    source.kind = kind
    source.condition = condition
    select.sources.append(source)
    select.adopt(next, into: select.sources.count - 1)
    return select
  }

  /// Takes over what narrows a query down, for one of this statement's sources.
  mutating func adopt<T>(_ next: Joined<T>, into source: Int) {
    let inner = next.select
    guard !inner.isLimited, inner.match == nil else {
      sources[source].inner = [inner]
      return
    }
    let conditions = inner.conditions.map {
      ExpressionNode.scoped(next.own, as: next.table, $0)
    }
    if sources[source].kind == .leftJoin, let on = sources[source].condition {
      // In WHERE they would take away the rows that have no match.
      sources[source].condition = conditions.reduce(on) { .and($0, $1) }
    } else {
      self.conditions += conditions
    }
  }

  /// This query as the first table of a join.
  func asFirst<T>(of next: Joined<T>) -> Select {
    var join = Select(
      table: T.tableName,
      columns: sources[0].columns,
      reference: next.table
    )
    join.failure = failure
    var next = next
    if !isLimited {
      // Beside the tables rather than inside one of them, so that it ranks the rows of the join.
      join.match = match
      next.select.match = nil
    }
    join.adopt(next, into: 0)
    join.orders = orders.map {
      Ordering(
        node: .scoped(next.own, as: next.table, $0.node),
        direction: $0.direction,
        nils: $0.nils
      )
    }
    return join
  }
}
