import Foundation
import Roster

/// A row of the report; its columns are those of the query, not of a table.
private struct SchoolReport: Decodable {
  let city: String
  let country: String
  let students: Int
  let average: Double
}

extension Story {
  func reportBySchool() throws {
    let age = 18
    let report = try database.query(
      """
      SELECT city, country, count(*) AS students, avg(average) AS average
      FROM schools JOIN students ON students.schoolID = schools.id
      WHERE age >= \(age)
      GROUP BY schools.id ORDER BY students DESC, city
      """,
      as: SchoolReport.self
    )
    console.swift("try database.query(\n  \"... WHERE age >= \\(age) ...\", as: SchoolReport.self)")
    console.sql(
      """
      SELECT city, country, count(*) AS students, avg(average) AS average
      FROM schools JOIN students ON students.schoolID = schools.id
      WHERE age >= ?
      GROUP BY schools.id ORDER BY students DESC, city
      """
    )
    // The name comes last: letters of other scripts are not all one column wide.
    let rows = report.map {
      "\(right("\($0.students)", 8))\(right(oneDecimal($0.average), 9))   \($0.country)  \($0.city)"
    }
    console.result(
      (["students  average   of at least \(age), by school"] + rows).joined(separator: "\n")
    )
  }

  func countByStatus() throws {
    let counts = try database.query(
      "SELECT status, count(*) FROM students GROUP BY status ORDER BY count(*) DESC",
      as: (Status, Int).self
    )
    console.swift("try database.query(\"SELECT ...\", as: (Status, Int).self)   // # is 4")
    console.sql("SELECT status, count(*) FROM students GROUP BY status ORDER BY count(*) DESC")
    let longest = Status.allCases.map(\.rawValue.count).max() ?? 0
    console.result(
      counts.map { status, count in
        let name = status.rawValue.padding(toLength: longest, withPad: " ", startingAt: 0)
        return "\(name) \(right("\(count)", 4))  \(String(repeating: "#", count: count / 4))"
      }
      .joined(separator: "\n")
    )
  }

  private func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  private func oneDecimal(_ value: Double) -> String {
    value.formatted(
      .number.precision(.fractionLength(1)).grouping(.never).locale(Locale(identifier: "en_US"))
    )
  }
}
