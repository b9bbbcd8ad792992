import Foundation

extension Queryable {
  /// The rows in the order of Foundation's descriptors, after any orders set already.
  ///
  /// ```swift
  /// students.order(by: [SortDescriptor(\.lastName), SortDescriptor(\.age, order: .reverse)])
  /// // ORDER BY "lastName", "age" DESC
  /// ```
  ///
  /// A descriptor whose comparator SQLite does not have, a localized one for example, throws
  /// `RecordError.invalidQuery` when the query runs; texts compare as `lexical` does.
  public func order(by descriptors: [SortDescriptor<T>]) -> Query<T> {
    var query = query
    do {
      for descriptor in descriptors {
        query.select.orders.append(try query.ordering(descriptor))
      }
    } catch { query.select.failure = query.select.failure ?? error }
    return query
  }
}

extension Query {
  fileprivate func ordering(_ descriptor: SortDescriptor<T>) throws -> Ordering {
    guard descriptor.stringComparator == nil || descriptor.stringComparator == .lexical else {
      throw RecordError.invalidQuery(reason: "SQLite has no localized order of texts")
    }
    guard let keyPath = descriptor.keyPath, let path = ColumnPath(keyPath) else {
      throw RecordError.invalidQuery(reason: "a SortDescriptor that does not go by a column")
    }
    return Ordering(
      node: .column(ColumnReference(path, table)),
      direction: descriptor.order == .forward ? .ascending : .descending,
      nils: nil
    )
  }
}

extension ColumnPath where Root: Record {
  /// The path of a property whose type is known only at run time; nil if no column can hold it.
  fileprivate init?(_ keyPath: PartialKeyPath<Root>) {
    guard let type = Swift.type(of: keyPath).valueType as? any Encodable.Type,
      let path = Self.path(keyPath, type)
    else { return nil }
    self = path
  }

  private static func path<Value: Encodable>(
    _ keyPath: PartialKeyPath<Root>,
    _ type: Value.Type
  ) -> Self? {
    (keyPath as? KeyPath<Root, Value>).map { ColumnPath($0) }
  }
}
