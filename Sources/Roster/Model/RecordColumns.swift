import Synchronization

/// A column as its record's type describes it.
struct ColumnInfo: Sendable {
  let name: String
  let key: String
  let type: any Any.Type
  let kind: ColumnKind
  let isOptional: Bool
  var form = StorageForm.standard

  init(name: String, key: String, field: Probe.Field) {
    self.name = name
    self.key = key
    type = field.type
    kind = FieldShape.of(field.type).kind
    isOptional = field.isOptional
  }

  var storageClass: StorageClass { kind.storageClass(form) }
}

/// The columns of a record type and the way from a key path to one of them, found once per type.
///
/// Safe because everything but `resolved`, which has a lock, is constant, and the sample instances
/// are only read.
final class RecordColumns<Root: Record>: @unchecked Sendable {
  /// A column, or a property inside the JSON of one.
  struct Place: Sendable {
    let column: Int
    let jsonPath: [String]
  }

  private(set) var columns: [ColumnInfo] = []
  private let probing: RecordProbing<Root>
  private let resolved = Mutex<[AnyKeyPath: Place]>([:])

  /// The columns of a type.
  ///
  /// - Throws: `RecordError`, the same at every call.
  static func of(_ type: Root.Type) throws -> RecordColumns {
    try TypeCache.columns.value(for: type) { try RecordColumns() }
  }

  private init() throws {
    probing = try RecordProbing(example: Root.example as? Root)
    for field in probing.fields {
      let name = Root.columnNaming.column(field.key)
      // SQLite compares names without regard to the case of ASCII letters.
      if let other = columns.first(where: { isSameName($0.name, name) }) {
        throw RecordError.invalidSchema(
          type: "\(Root.self)",
          reason: "properties \"\(other.key)\" and \"\(field.key)\" are both column \"\(name)\""
        )
      }
      columns.append(ColumnInfo(name: name, key: field.key, field: field))
    }
    guard !columns.isEmpty else {
      throw RecordError.invalidSchema(type: "\(Root.self)", reason: "it has no properties to store")
    }
    for (path, form) in Root.schema.storageForms {
      let column = try column(path)
      guard columns[column].kind.accepts(form) else {
        throw RecordError.invalidSchema(
          type: "\(Root.self)",
          reason: "column \"\(columns[column].name)\" holds \(columns[column].kind) values, "
            + "which cannot be stored as \(form)"
        )
      }
      columns[column].form = form
    }
  }

  /// The place that a key path leads to.
  ///
  /// - Throws: `RecordError.notAColumn` for a computed property, or one stored in another form;
  ///   `.invalidSchema` for one that cannot be told from another.
  func place(_ path: ColumnPath<Root>) throws -> Place {
    if let known = resolved.withLock({ $0[path.keyPath] }) { return known }
    // Outside the lock: it runs the type's own code, which may come back here.
    let place = try find(path)
    resolved.withLock { $0[path.keyPath] = place }
    return place
  }

  /// The column that a key path is, all of it.
  ///
  /// - Throws: like `place`, and for a property within a column's JSON.
  func column(_ path: ColumnPath<Root>) throws -> Int {
    let place = try place(path)
    guard place.jsonPath.isEmpty else {
      throw RecordError.invalidSchema(
        type: "\(Root.self)",
        reason: "\(path.description) lies inside column \"\(columns[place.column].name)\""
      )
    }
    return place.column
  }

  private func find(_ path: ColumnPath<Root>) throws -> Place {
    guard !path.mayTrap else {
      throw RecordError.notAColumn(
        type: "\(Root.self)",
        keyPath: path.description,
        columns: columns.map(\.key)
      )
    }
    let matches = probing.places(holding: probing.samples.map(path.stored), kind: path.kind)
    guard let match = matches.first,
      let column = columns.firstIndex(where: { $0.key == match[0] })
    else {
      throw RecordError.notAColumn(
        type: "\(Root.self)",
        keyPath: path.description,
        columns: columns.map(\.key)
      )
    }
    guard matches.count == 1 else {
      let names = matches.map { "\"\($0.joined(separator: "."))\"" }.joined(separator: " and ")
      throw RecordError.invalidSchema(
        type: "\(Root.self)",
        reason: "\(path.description) cannot be told from others: \(names) hold the same value in "
          + "every sample. Give them different values in `example`"
      )
    }
    return Place(column: column, jsonPath: Array(match.dropFirst()))
  }
}
