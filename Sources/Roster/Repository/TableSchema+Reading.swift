extension Connection {
  /// A table as the database has it; nil if there is none.
  ///
  /// - Throws: `RecordError.invalidSchema` for a definition that cannot be read.
  func tableSchema(_ name: String) throws -> TableSchema? {
    guard let found = try definitions(ofTable: name) else { return nil }
    var schema = try TableSchema(
      createTable: found.createTable,
      createIndexes: found.createIndexes
    )
    guard let rowID = schema.rowIDColumn else { return schema }
    let index = FullTextIndex(table: schema.name, rowID: rowID, columns: [], tokenizer: .unicode)
    if let sql = try definitions(ofTable: index.name)?.createTable {
      schema.fullText = FullTextIndex(createTable: sql, table: schema.name, rowID: rowID)
    }
    return schema
  }
}
