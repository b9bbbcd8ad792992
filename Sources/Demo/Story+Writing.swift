import Roster

extension Story {
  func updateOne() throws {
    var student = try students.get(1)
    student.status = .onLeave
    try students.update(student)
    console.swift("student.status = .onLeave\ntry students.update(student)")
    console.sql(StatementText.students.update)
    console.result("\(student.firstName) is now \(try students.get(1).status)")
  }

  func clearAColumn() throws {
    var student = try students.get(1)
    student.email = nil
    try students.update(student)
    console.swift("student.email = nil\ntry students.update(student)")
    console.sql(StatementText.students.update)
    let types = try database.query(
      "SELECT typeof(email) FROM students WHERE id = \(1)",
      as: String.self
    )
    console.result("email is stored as \(types.joined()), and comes back as nil")
  }

  func upsertByNumber() throws {
    var student = try students.get(1)
    student.id = nil
    student.average = 81.5
    let updated = try students.upsert(student, onConflict: \.studentNumber, update: \.average)
    student.studentNumber = "S-0241"
    let inserted = try students.upsert(student, onConflict: \.studentNumber, update: \.average)
    console.swift(
      """
      student.id = nil
      student.average = 81.5
      try students.upsert(
        student, onConflict: \\.studentNumber, update: \\.average)
      """
    )
    console.sql(
      transaction(
        StatementText.students.upsert(
          onConflict: "\"studentNumber\"",
          updating: ["\"average\""]
        )
      )
    )
    console.result(
      """
      \(updated.studentNumber) was there: still id \(text(updated.id)), \
      average \(updated.average.map { "\($0)" } ?? "nil")
      \(inserted.studentNumber) was not: inserted, with id \(text(inserted.id))
      """
    )
  }

  func saveUsers() throws {
    let added = try users.save(User(id: nil, name: "Olga", surname: "Brandt"))
    var user = try users.get(1)
    let before = user.surname
    user.surname = "Tolliver-Reyes"
    let changed = try users.save(user)
    console.swift(
      """
      try users.save(User(id: nil, name: "Olga", surname: "Brandt"))
      try users.save(user)   // user.id is 1
      """
    )
    console.sql(transaction(StatementText.users.save))
    console.result(
      """
      \(added.name) \(added.surname) inserted, with id \(text(added.id))
      \(changed.name) \(before) updated to \(changed.surname), still id \(text(changed.id))
      """
    )
  }

  func deleteOne() throws {
    let before = try students.count()
    let wasThere = try students.delete(key: 241)
    let isThere = try students.delete(key: 241)
    console.swift("try students.delete(key: 241)   // twice")
    console.sql(StatementText.students.delete)
    console.result(
      """
      the first says \(wasThere), the second \(isThere): \
      \(before) students before, \(try students.count()) now
      """
    )
  }

  /// A single insert or upsert is read back in the same transaction.
  private func transaction(_ sql: String) -> String {
    "BEGIN IMMEDIATE\n\(sql)\nCOMMIT"
  }

  private func text(_ id: Int64?) -> String {
    id.map(String.init) ?? "nil"
  }
}
