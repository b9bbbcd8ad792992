/// How SQLite goes about a query, for tests that must not become slow unnoticed.
///
/// ```swift
/// let plan = try students.filter { $0.lastName == "Lee" }.explain()
/// #expect(plan.usesIndex && !plan.scansTable)
/// // EXPLAIN QUERY PLAN SELECT ...  -> SEARCH students USING INDEX ... (lastName=?)
/// ```
///
/// See <https://www.sqlite.org/eqp.html>.
public struct QueryPlan: Sendable, CustomStringConvertible {
  /// One step as SQLite words it; the wording may change from version to version.
  public struct Step: Sendable {
    /// What is done: `SEARCH students USING INDEX ... (lastName=?)`.
    public let detail: String
    /// How many steps this one is part of.
    public let depth: Int
  }

  /// The steps, in the order in which SQLite lists them.
  public let steps: [Step]

  /// Whether some rows are found by an index or by the primary key.
  ///
  /// An index that SQLite makes for the one query, for want of a real one, does not count.
  public var usesIndex: Bool {
    steps.contains { step in
      step.detail.hasPrefix("SEARCH ") && step.detail.contains(" USING ")
        && !step.detail.contains(" AUTOMATIC ")
    } || !indexes.isEmpty
  }

  /// Whether some table is read from end to end, without an index.
  public var scansTable: Bool {
    steps.contains { step in
      step.detail.hasPrefix("SCAN ") && !step.detail.contains(" INDEX ")
        && !step.detail.hasPrefix("SCAN CONSTANT ROW")
    }
  }

  /// Whether rows are sorted after they were found, instead of being found in order.
  public var sorts: Bool { steps.contains { $0.detail.hasPrefix("USE TEMP B-TREE FOR ") } }

  /// The names of the indexes used, without primary keys.
  public var indexes: [String] {
    steps.compactMap { step in
      guard !step.detail.contains("VIRTUAL TABLE"), !step.detail.contains(" AUTOMATIC "),
        let match = step.detail.firstMatch(of: /INDEX (.+?)(?: \(|$)/)
      else { return nil }
      return String(match.1)
    }
  }

  /// The steps, one to a line.
  public var description: String {
    steps.map { String(repeating: "  ", count: $0.depth) + $0.detail }.joined(separator: "\n")
  }
}
