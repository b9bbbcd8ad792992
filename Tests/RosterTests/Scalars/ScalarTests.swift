import Foundation
import Testing

@testable import Roster

/// The one table of the scalars: each of them, through every part that a column has.
@Suite struct ScalarTests {
  @Test(arguments: ScalarType.allCases, ScalarPart.allCases)
  func hasEveryPart(scalar: ScalarType, part: ScalarPart) throws {
    try scalar.visit(ScalarWalk(part: part, row: .of(scalar)))
  }

  @Test func listsEachTypeOnce() {
    let types = ScalarType.allCases.map { ObjectIdentifier($0.column.type) }
    #expect(Set(types).count == ScalarType.allCases.count)
    #expect(FieldShape.known.count == ScalarType.allCases.count)
  }

  @Test func callsNoTwoKindsAlike() {
    let kinds = Set(ScalarType.allCases.map { $0.column.kind } + [.json])
    #expect(Set(kinds.map(\.description)).count == kinds.count)
  }
}

enum ScalarPart: CaseIterable {
  case declares, writes, readsBack, refuses, takesForms, isKey, orders, computes
  case standsInJSON, isProbed, answersPredicates, answersFilters
}

/// Walks one scalar through one part, on a database of its own.
private struct ScalarWalk: ScalarVisitor {
  let part: ScalarPart
  let row: ScalarRow

  func visit<Column: ScalarColumn>(_ column: Column.Type) throws {
    let samples = [column.samples.first, column.samples.second, column.samples.wild]
    var values = try row.values.map { try #require($0 as? Column.Value) }
    for sample in samples where !values.contains(sample) { values.append(sample) }
    switch part {
    case .declares: try declares(column)
    case .writes: try writes(column)
    case .readsBack: try readsBack(values)
    case .refuses: try refuses(column)
    case .takesForms: try takesForms(column)
    case .isKey: try isKey(values)
    case .orders: try orders(column, values)
    case .computes: try computes(column)
    case .standsInJSON: try standsInJSON(column, values)
    case .isProbed: try isProbed(column)
    case .answersPredicates: try answersPredicates(values)
    case .answersFilters: try answersFilters(values)
    }
  }

  private func declares<Column: ScalarColumn>(_ column: Column.Type) throws {
    #expect(column.kind.storageClass(.standard).rawValue.uppercased() == row.declared)
    let needed = try boxes(of: Column.Value.self).createStatements[0]
    #expect(needed.contains("\"value\" \(row.declared) NOT NULL"), "\(needed)")
    let optional = try boxes(of: Column.Value?.self).createStatements[0]
    #expect(optional.contains("\"value\" \(row.declared)\n"), "\(optional)")
  }

  private func writes<Column: ScalarColumn>(_ column: Column.Type) throws {
    let boxes = try boxes(of: Column.Value?.self)
    #expect(try boxes.stored(column.samples.first) == row.stored)
    #expect(try boxes.stored(nil) == "null NULL")
    // As a table's definition has it, where nothing can be bound.
    let literal = try SQLValue(encoding: column.samples.first).literal
    let written = try boxes.database.query(
      "SELECT typeof(it) || ' ' || quote(it) FROM (SELECT \(raw: literal) AS it)",
      as: String.self
    )
    #expect(written == [row.stored])
  }

  private func readsBack<Value: Codable & Equatable & Sendable>(_ values: [Value]) throws {
    let (boxes, all) = try filled(values)
    #expect(try boxes.all().map(\.value) == values)
    #expect(try boxes.find(1)?.value == values[0])
    #expect(try boxes.select(\.value).all() == values)
    #expect(try boxes.database.query("SELECT value FROM boxes", as: Value.self) == values)
    #expect(all.map(\.value) == values)
  }

  private func refuses<Column: ScalarColumn>(_ column: Column.Type) throws {
    let boxes = try boxes(of: Column.Value.self)
    try boxes.database.execute("DROP TABLE boxes")
    try boxes.database.execute("CREATE TABLE boxes (id INTEGER PRIMARY KEY, value)")
    let foreign = ["'zzz'", "X'0102'", "1", "1.5"].filter { (try? boxes.reading($0)) != nil }
    #expect(foreign.count < 4, "takes \(foreign)")
    #expect(throws: DecodingError.self) { try boxes.reading("NULL") }
  }

  /// In each form that it takes, a value is of the declared storage class, and reads back.
  private func takesForms<Column: ScalarColumn>(_ column: Column.Type) throws {
    let connection = try Connection(Connection.Options(path: ":memory:"))
    for form in (0...UInt8.max).compactMap(StorageForm.init(rawValue:)) {
      guard column.kind.accepts(form) else { continue }
      let value = try SQLValue(encoding: column.samples.wild, form: form)
      #expect(value.storageClass == column.kind.storageClass(form), "\(form)")
      let statement = try connection.prepare(StatementKey("SELECT ?"))
      try statement.bind([value])
      #expect(try statement.step())
      let read = try column.read(statement.handle.field(0), form)
      #expect(try SQLValue(encoding: read, form: form) == value, "\(form)")
    }
  }

  private func isKey<Value: Codable & Equatable & Sendable>(_ values: [Value]) throws {
    let keyed = Repository<Keyed<Value>>(try Database.inMemory())
    try keyed.createTable()
    try keyed.insert(contentsOf: values.map { Keyed(key: $0) })
    for value in values { #expect(try keyed.get(value).key == value) }
    #expect(try keyed.find(all: values).count == values.count)
    try keyed.delete(key: values[0])
    #expect(try keyed.find(values[0]) == nil)
  }

  private func orders<Column: ScalarColumn>(
    _ column: Column.Type,
    _ values: [Column.Value]
  ) throws {
    let type = Column.Value.self as? any (Comparable & Codable & Sendable).Type
    #expect((type != nil) == column.isOrdered)
    if let type { try orders(as: type, values) }
  }

  private func orders<Value: Comparable & Codable & Sendable>(
    as _: Value.Type,
    _ values: [any Sendable]
  ) throws {
    let values = try values.map { try #require($0 as? Value) }
    let (boxes, _) = try filled(values)
    let sorted = values.sorted()
    #expect(try boxes.order(by: \.value).all().map(\.value) == sorted)
    #expect(try boxes.order(by: \.value, .descending).all().map(\.value) == sorted.reversed())
    #expect(try boxes.min(\.value) == sorted.first)
    #expect(try boxes.max(\.value) == sorted.last)
    for pivot in values {
      let below = values.filter { $0 < pivot }
      #expect(try boxes.filter { $0.value < pivot }.all().map(\.value) == below)
      #expect(try boxes.filter(#Predicate { $0.value < pivot }).all().map(\.value) == below)
    }
  }

  private func computes<Column: ScalarColumn>(_ column: Column.Type) throws {
    guard let type = Column.Value.self as? any (Numeric & Codable & Sendable).Type else {
      #expect(!column.kind.isNumber)
      return
    }
    try computes(as: type, column.kind.isNumber, column.samples.first, column.samples.second)
  }

  private func computes<Value: Numeric & Codable & Sendable>(
    as _: Value.Type,
    _ isNumber: Bool,
    _ samples: any Sendable...
  ) throws {
    let values = try samples.map { try #require($0 as? Value) }
    let (boxes, _) = try filled(values)
    if isNumber {
      #expect(try boxes.sum(\.value) == values.reduce(0, +))
    } else {
      #expect(throws: RecordError.self) { try boxes.sum(\.value) }
    }
  }

  private func standsInJSON<Column: ScalarColumn>(
    _ column: Column.Type,
    _ values: [Column.Value]
  ) throws {
    let (boxes, _) = try filled(values.map { Inner(value: $0) })
    #expect(try boxes.all().map(\.value.value) == values)
    let first = Inner(value: column.samples.first)
    #expect(try boxes.stored(first) == #"text '{"value":\#(row.json)}'"#)
    try boxes.delete(key: Int64(values.count + 1))
    for value in values {
      let equal = boxes.filter { $0.value.value == value }
      let predicate = boxes.filter(#Predicate { $0.value.value == value })
      let bound = try SQLValue(encoding: value)
      let sameAsColumn = try boxes.database.query(
        "SELECT count(*) FROM boxes WHERE json_extract(value, '$.value') IS \(bound)",
        as: Int.self
      )
      switch Column.Rules.formInJSON {
      case .same, .sameReal:
        #expect(try equal.all().map(\.value.value) == [value])
        #expect(try predicate.all().map(\.value.value) == [value])
        #expect(sameAsColumn == [1])
      case .other:
        #expect(try equal.all().map(\.value.value) == [value])
        #expect(try predicate.all().map(\.value.value) == [value])
        #expect(sameAsColumn == [0])
      case .rounded:
        #expect(throws: RecordError.self) { try predicate.all() }
        #expect(sameAsColumn == [0])
      case .hidden:
        for query in [equal, predicate] {
          let error = try thrown(RecordError.self) { try query.all() }
          #expect("\(error)".contains("JSON"))
        }
        #expect(sameAsColumn == [0])
      }
    }
  }

  private func isProbed<Column: ScalarColumn>(_ column: Column.Type) throws {
    #expect(column.samples.first != column.samples.second)
    let pairs = Repository<Pair<Column.Value>>(try Database.inMemory())
    try pairs.createTable()
    let (first, second) = (column.samples.first, column.samples.second)
    try pairs.insert(Pair(id: 1, left: first, right: second, inner: Inner(value: first)))
    #expect(try pairs.filter { $0.left == first && $0.right == second }.count() == 1)
    #expect(try pairs.filter { $0.right == first || $0.left == second }.count() == 0)
    let key = try JSONProperties.path(\Inner<Column.Value>.value)
    #expect(key == ["value"])
  }

  private func answersPredicates<Value: Codable & Equatable & Sendable>(
    _ values: [Value]
  ) throws {
    let (boxes, _) = try filled(values)
    for value in values {
      let others = values.filter { $0 != value }
      #expect(try boxes.filter(#Predicate { $0.value == value }).all().map(\.value) == [value])
      #expect(try boxes.filter(#Predicate { $0.value != value }).all().map(\.value) == others)
      let among = #Predicate<Box<Value>> { others.contains($0.value) }
      #expect(try boxes.filter(among).all().map(\.value) == others)
    }
  }

  private func answersFilters<Value: Codable & Equatable & Sendable>(_ values: [Value]) throws {
    let (boxes, _) = try filled(values)
    for value in values {
      let others = values.filter { $0 != value }
      #expect(try boxes.filter { $0.value == value }.all().map(\.value) == [value])
      #expect(try boxes.filter { $0.value != value }.all().map(\.value) == others)
      #expect(try boxes.filter { $0.value.isIn(others) }.all().map(\.value) == others)
    }
    #expect(try boxes.filter { $0.value == $0.value }.count() == values.count)
    #expect(try boxes.select { $0.value.countOfDistinctValues() }.one() == values.count)
  }

  /// A table of boxes with these values, and what inserting them gave back.
  private func filled<Value: Codable & Sendable>(
    _ values: [Value]
  ) throws -> (boxes: Repository<Box<Value>>, stored: [Box<Value>]) {
    let boxes = try boxes(of: Value.self)
    return (boxes, try values.map { try boxes.insert(Box(id: nil, value: $0)) })
  }
}

private struct Inner<Value: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
  var value: Value
}

private struct Pair<Value: Codable & Equatable & Sendable>: Record {
  static var tableName: String { "pairs" }
  static var primaryKey: PrimaryKey<Self, Int64> { PrimaryKey(\.id) }

  var id: Int64
  var left: Value
  var right: Value
  var inner: Inner<Value>
}

private struct Keyed<Value: Codable & Equatable & Sendable>: Record {
  static var tableName: String { "keyed" }
  static var primaryKey: PrimaryKey<Self, Value> { PrimaryKey(\.key) }

  var key: Value
}
