import Testing

/// Every rule, shown a sample that breaks it and one that only looks as if it did.
@Suite struct BrokenHouseTests {
  private func file(_ path: String, _ text: String) -> SourceFile {
    SourceFile(path, text)
  }

  private func file(_ text: String) -> SourceFile {
    SourceFile("Sources/Roster/Model/A.swift", text)
  }

  private func reasons(_ violations: [Violation]) -> [String] {
    violations.map { "\($0.line) \($0.reason)" }
  }

  @Test(arguments: [
    ("Sources/Roster/Utils/A.swift", 1), ("Sources/Roster/A.swift", 1),
    ("Sources/Roster/Query/A.swift", 0), ("Sources/Roster/Model/Deeper/A.swift", 0),
  ])
  func seesFilesInNoFolder(path: String, count: Int) {
    #expect(EdgeRules.filesOutsideFolders([file(path, "")]).count == count)
  }

  @Test func seesAUseAgainstTheArrows() {
    let violations = EdgeRules.forbidden([
      file("Sources/Roster/Model/A.swift", "struct Upper {}"),
      file("Sources/Roster/Database/B.swift", "let a = 1\nlet b: Upper? = nil\n// Upper"),
      file("Sources/Roster/SQLite/C.swift", "extension Upper {}"),
      file("Sources/Roster/Query/D.swift", "let c: Upper? = nil"),
    ])
    #expect(
      violations.map(\.description) == [
        "Sources/Roster/Database/B.swift:2 uses Upper of Model",
        "Sources/Roster/SQLite/C.swift:1 uses Upper of Model",
      ]
    )
  }

  @Test func seesMembersUsedAgainstTheArrows() {
    let violations = EdgeRules.forbidden([
      file("Sources/Roster/Query/A.swift", "extension Int { var upward: Int { 1 } }"),
      file("Sources/Roster/Database/B.swift", "let a = 1.upward"),
      file("Sources/Roster/Model/C.swift", "func c(upward: Int) { self.upward }"),
      file("Sources/Roster/Repository/D.swift", "let c = 1.upward"),
    ])
    #expect(
      violations.map(\.description) == ["Sources/Roster/Database/B.swift:1 uses upward of Query"]
    )
  }

  @Test(arguments: [
    ("func a() -> Never { while true {} }", 1), ("func a() { while true { b() } }", 0),
    ("@available(*, unavailable) var a: Int { get { while true {} } }", 0),
  ])
  func seesALoopInPlaceOfATrap(text: String, count: Int) {
    #expect(SafetyRules.traps(file(text)).count == count)
  }

  @Test func seesAsynchronousFormsThatAreNotCompared() {
    let files = [file("public func a() async throws {}\npublic func b() async throws {}")]
    let tests = [file("Tests/T.swift", "try await x.a()\nlet b = 1")]
    let found = AsyncRules.uncompared(files, in: tests)
    #expect(reasons(found) == ["2 has b, whose asynchronous form is not compared"])
  }

  @Test func seesCycles() {
    #expect(EdgeRules.cycles(["A": ["B"], "B": ["C"], "C": ["B"], "D": ["A"]]) == ["B", "C"])
    #expect(EdgeRules.cycles(["A": ["B"], "B": []]) == [])
  }

  @Test func seesNamesThatAnArticleInvents() {
    let files = [file("Sources/Roster/Model/A.swift", "struct Known { var member = 1 }")]
    let text = "`Known.member` and `A.swift`,\n`Unknown`, `Known.other`, `B.swift`, `x == 1`"
    let found = ArticleRules.unknownNames(in: text, of: "A.md", files, README: "")
    #expect(
      found.map(\.description)
        == ["Unknown", "other", "B.swift"].map {
          "A.md:2 there is no \($0) in the sources"
        }
    )
  }

  @Test(arguments: [
    "private struct Upper {}", "fileprivate final class Upper {}", "enum Outer { struct Upper {} }",
    "extension Outer { typealias Upper = Int }", "// struct Upper {}",
  ])
  func leavesOutNamesThatOtherFilesCannotMean(declaration: String) {
    let violations = EdgeRules.forbidden([
      file("Sources/Roster/Model/A.swift", declaration),
      file("Sources/Roster/SQLite/B.swift", "let a: Upper? = nil"),
    ])
    #expect(violations == [])
  }

  @Test func leavesOutNamesOfSeveralFoldersAndOfTheFileItself() {
    let violations = EdgeRules.forbidden([
      file("Sources/Roster/Query/A.swift", "struct Twice {}\nstruct Nested {}"),
      file("Sources/Roster/Model/B.swift", "struct Twice {}"),
      file("Sources/Roster/SQLite/C.swift", "enum A { struct Nested {} }\nlet a: (Twice, Nested)?"),
    ])
    #expect(violations == [])
  }

  @Test(arguments: [
    "struct", "final class", "public enum", "protocol", "actor", "indirect enum",
    "@frozen\npublic struct", "typealias",
  ])
  func knowsEveryKindOfType(keyword: String) {
    let violations = EdgeRules.forbidden([
      file("Sources/Roster/Model/A.swift", "\(keyword) Upper"),
      file("Sources/Roster/SQLite/B.swift", "let a: Upper? = nil"),
    ])
    #expect(violations.count == 1)
  }

  @Test(arguments: [
    "import CSQLite", "@preconcurrency public import CSQLite",
    "import struct CSQLite.sqlite3_value",
  ])
  func seesImportsOfSQLite(line: String) {
    #expect(EdgeRules.importsOfSQLite([file("Sources/Demo/A.swift", line)]).count == 1)
    #expect(EdgeRules.importsOfSQLite([file("Sources/Roster/Coding/A.swift", line)]).count == 1)
    #expect(EdgeRules.importsOfSQLite([file("Sources/Roster/SQLite/A.swift", line)]) == [])
    #expect(EdgeRules.importsOfSQLite([file("Sources/Demo/A.swift", "// \(line)")]) == [])
  }

  @Test(arguments: [
    ("fatalError()", "1 uses fatalError"), ("preconditionFailure()", "1 uses preconditionFailure"),
    ("assertionFailure()", "1 uses assertionFailure"), ("\nunowned let a: A", "2 uses unowned"),
    ("let a = try! f()", "1 uses try!"), ("let a = b as! Int", "1 uses as!"),
    ("let a = b! + c", "1 forces an unwrap"), ("f()!.g", "1 forces an unwrap"),
    ("x[0]!", "1 forces an unwrap"), ("a! = 3", "1 forces an unwrap"),
    ("var a: Int!", "1 forces an unwrap"), ("var a: Box<Int>!", "1 forces an unwrap"),
    ("\"\\(a!)\"", "1 forces an unwrap"),
  ])
  func seesWhatTraps(sample: (text: String, reason: String)) {
    #expect(reasons(SafetyRules.traps(file(sample.text))) == [sample.reason])
  }

  @Test(arguments: [
    "!a", "a != b", "a!=b", "a !== b", "if !a, !(b) { }", "[!a]", "f(!a)", "prefix func ! (a: A)",
    "// a! fatalError()", "let a = \"b! try! \"", "precondition(a)", "let fatalErrors = 1",
    "try? f()", "a as? B",
  ])
  func leavesOutWhatOnlyLooksLikeATrap(text: String) {
    #expect(SafetyRules.traps(file(text)) == [])
  }

  @Test func seesLeftovers() {
    let text = "// TODO: later\nlet TODOs = 1\nlet a = 1  // FIXME"
    #expect(reasons(SafetyRules.leftovers(file(text))) == ["1 holds a TODO", "3 holds a FIXME"])
  }

  @Test(arguments: [
    ("public func a<B: C>(_ b: (B) throws -> Int = { _ in 1 }) throws -> Int {", 1),
    ("public func a(b: Int) throws {\n}\npublic func a() throws {", 1),
    ("public func a() throws {\n}\npublic func a() async throws {", 0),
    ("func a() throws {", 0), ("public func a(_ b: () throws -> Int) -> Int {", 0),
    ("public static func a() throws {", 0), ("public func a() {\n}\nfunc b() throws {", 0),
  ])
  func seesWhatCannotBeAwaited(text: String, count: Int) {
    #expect(AsyncRules.missingForms([file(text)]).count == count)
  }
}
