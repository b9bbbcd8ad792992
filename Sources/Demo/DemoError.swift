import Foundation
import Roster

/// Why the story cannot be told.
struct DemoError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// What an error means, for a person.
func explanation(of error: any Error) -> String {
  switch error {
  case let error as DatabaseError where error.code == .constraintUnique:
    let columns = error.columns.joined(separator: ", ")
    return "table \(error.table ?? "?"), column \(columns): this value is taken"
  case let error as DatabaseError:
    return error.description
  case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
    DecodingError.keyNotFound(_, let context), DecodingError.dataCorrupted(let context):
    let path = context.codingPath.map(\.stringValue).joined(separator: ".")
    return path.isEmpty ? context.debugDescription : "\(context.debugDescription) (at \(path))"
  case let error as any CustomStringConvertible:
    return error.description
  default:
    return error.localizedDescription
  }
}
