import Foundation
import Testing

@testable import Roster

/// A record with one column of any type beside its key.
struct Box<Value: Codable & Sendable & SendableMetatype>: Record {
  static var tableName: String { "boxes" }
  static var primaryKey: PrimaryKey<Self, Int64> { PrimaryKey(\.id) }

  var id: Int64?
  var value: Value
}

/// A new table of boxes in a database of its own.
func boxes<Value: Codable & Sendable & SendableMetatype>(
  of type: Value.Type = Value.self
) throws -> Repository<Box<Value>> {
  let boxes = Repository<Box<Value>>(try Database.inMemory())
  try boxes.createTable()
  return boxes
}

extension Repository {
  /// What one column of the only row holds, as SQLite prints it: `typeof`, then `quote`.
  func stored<Value: Codable>(_ value: Value) throws -> String where T == Box<Value> {
    try insert(Box(id: nil, value: value))
    let rows = try database.query(
      "SELECT typeof(value) || ' ' || quote(value) FROM boxes ORDER BY id DESC LIMIT 1",
      as: String.self
    )
    return try #require(rows.first)
  }

  /// The value read from a row that raw SQL wrote.
  func reading<Value: Codable>(_ literal: String) throws -> Value where T == Box<Value> {
    try database.execute("DELETE FROM boxes")
    try database.execute("INSERT INTO boxes VALUES (7, \(raw: literal))")
    return try get(7).value
  }
}

/// The error that `body` throws, which must be of the type asked for.
func thrown<E: Error>(_ type: E.Type = E.self, _ body: () throws -> some Any) throws -> E {
  do {
    _ = try body()
  } catch {
    return try #require(error as? E, "threw \(error)")
  }
  throw MissingError(type: "\(type)")
}

struct MissingError: Error {
  let type: String
}
