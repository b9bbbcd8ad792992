import Foundation

extension RowDecoder {
  /// The error for a key without a column, or with several.
  @inline(never)
  func missing(_ key: some CodingKey, _ column: Int32) -> DecodingError {
    if column == RowLayout.ambiguous {
      return .dataCorrupted(
        .init(
          codingPath: [key],
          debugDescription: "several columns of the result bear this name: \(layout.columnList)"
        )
      )
    }
    return .keyNotFound(
      key,
      .init(
        codingPath: [],
        debugDescription:
          "no column for key \"\(key.stringValue)\"; the columns are \(layout.columnList)"
      )
    )
  }

  /// The error with the table, the column and the row's key added to its description.
  @usableFromInline @inline(never)
  func located(_ error: DecodingError) -> DecodingError {
    var place: [String] = []
    let column = (error.context?.codingPath.first).map { layout.column($0.stringValue) } ?? -1
    if column >= 0 {
      place.append(layout.describe(Int(column)))
    } else if let table = layout.table {
      place.append("table \"\(table)\"")
    }
    if let row = rowKey { place.append("row \(row)") }
    guard !place.isEmpty else { return error }
    return error.rewritten(description: { "\(place.joined(separator: ", ")): \($0)" })
  }

  /// `id = 5`: the primary key of the current row.
  private var rowKey: String? {
    guard !layout.keyColumns.isEmpty else { return nil }
    let parts = layout.keyColumns.compactMap { column -> String? in
      guard let field = try? field(column) else { return nil }
      let value: SQLValue
      switch field.storageClass {
      case .integer: value = .integer(field.integer)
      case .real: value = .real(field.real)
      case .text: value = .text(field.text.map { String(decoding: $0, as: UTF8.self) } ?? "")
      case .blob: value = .blob(Data(field.blob.prefix(32)))
      case .null: value = .null
      }
      return "\(layout.columns[Int(column)]) = \(value.literal)"
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}
