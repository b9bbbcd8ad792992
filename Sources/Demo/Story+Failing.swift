import Roster

extension Story {
  func failInATransaction() throws {
    let before = try schools.count()
    var inside = 0
    let error = try failure(DatabaseError.self) {
      try database.write {
        let school = School(id: 9, name: "Night School", city: "Turin", country: "IT")
        try schools.insert(school)
        inside = try schools.count()
        var student = try students.get(2)
        student.schoolID = 10
        try students.update(student)
      }
    }
    console.swift(
      """
      try database.write {
        try schools.insert(school)     // id 9
        student.schoolID = 10          // there is no such school
        try students.update(student)
      }
      """
    )
    console.sql(
      """
      BEGIN IMMEDIATE
      \(StatementText.schools.insert)
      \(StatementText.students.update)
      ROLLBACK
      """
    )
    console.result(
      """
      \(error.code): \(error.message)
      schools: \(before) before, \(inside) inside, \(try schools.count()) after
      """
    )
  }

  func insertADuplicate() throws {
    var student = try students.get(5)
    student.id = nil
    let error = try failure(DatabaseError.self) { try students.insert(student) }
    console.swift("student.id = nil\ntry students.insert(student)   // its number is taken")
    console.sql("BEGIN IMMEDIATE\n\(StatementText.students.insert)\nROLLBACK")
    console.result("\(explanation(of: error))\nSQLite says: \(error.message)")
  }

  func readAWrongColumn() throws {
    let right = try students.get(3)
    try database.execute("UPDATE students SET age = \("nineteen") WHERE id = \(3)")
    let error = try failure(DecodingError.self) { _ = try students.all() }
    try students.update(right)
    console.swift(
      """
      try database.execute(
        "UPDATE students SET age = \\("nineteen") WHERE id = \\(3)")
      try students.all()
      """
    )
    console.sql("UPDATE students SET age = ? WHERE id = ?\n\(StatementText.students.all)")
    console.result(
      """
      \(explanation(of: error))
      put right by an update, all \(try students.all().count) students can be read again
      """
    )
  }

  /// The error that `body` is there to meet.
  private func failure<Failure: Error>(
    _ type: Failure.Type,
    _ body: () throws -> Void
  ) throws -> Failure {
    do { try body() } catch let error as Failure { return error }
    throw DemoError("a step went well that should have failed with a \(type)")
  }
}
