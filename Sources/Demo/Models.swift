import Foundation
import Roster

struct School: Record {
  static let tableName = "schools"
  static let primaryKey = PrimaryKey(\School.id)
  static let schema: Schema<School> = [
    .unique(\.name, \.city),
    .check { "length(\($0.country)) = 2" },
  ]

  let id: Int64
  let name: String
  let city: String
  let country: String
}

struct Student: Record {
  static let tableName = "students"
  static let primaryKey = PrimaryKey(\Student.id)
  static let schema: Schema<Student> = [
    .unique(\.studentNumber),
    .index(\.lastName, \.firstName),
    .index(\.schoolID, where: { $0.status == .active }),
    .references(\.schoolID, School.self, onDelete: .restrict),
    .check { $0.age >= 0 },
    .check { $0.average >= 0 && $0.average <= 100 },
    .defaultValue(\.status, .active),
  ]

  /// Nil until SQLite gives the row a key.
  var id: Int64?
  var studentNumber: String
  var firstName: String
  var lastName: String
  var age: Int?
  var schoolID: Int64
  var status: Status
  var enrolled: Date
  var email: String?
  var guardians: [Guardian]
  var average: Double?
}

enum Status: String, Codable, CaseIterable {
  case active, onLeave, graduated
}

/// Kept inside its student's row, as JSON.
struct Guardian: Codable {
  var name: String
  var phone: String
}

struct User: Record {
  static let tableName = "users"
  static let primaryKey = PrimaryKey(\User.id)
  static let schema: Schema<User> = [.index(\.surname)]

  let id: Int64?
  var name: String
  var surname: String
}
