import Foundation
import Testing

@testable import Roster

/// Strings that mean something to FTS5, to SQL or to C.
@Suite struct SearchTextTests {
  static let hostile = [
    "", " ", "\n\t", "\"", "\"\"", "\"\"\"", "'", "''", "*", "**", "*reads 5", "*id", "^", "^a",
    "NEAR(", "NEAR(a b", "NEAR()", "-", "--", "a -b", ":", "a:", ":a", "title:", "title : ",
    "nosuch: a", "-title: a", "OR", "AND", "NOT", "a OR", "OR a", "a AND AND b", "NOT a", "a NOT",
    "(", ")", "()", "(a", "a)", "((((((((a))))))))", "{", "}", "{title", "{title}", "{} : a", "+",
    "a +", "+ a", "a + b", "a*b", "\"a\"*", "\"a\" *", ",", ";", "\\", "/", "%", "_", "?", "?1",
    "$x", "@x", "#", "\0", "a\0b", "\0\"", "\"\0", "😀", "👨‍👩‍👧‍👦", "e\u{301}", "\"\u{301}", "*\u{301}",
    "\u{FEFF}", "\u{200B}", "\u{FFFD}", "\u{10FFFF}", "日本語", "...", "!?", "—", "«»",
    "'; DROP TABLE notes; --", "\"); DROP TABLE notes; --", "x' OR '1'='1", "\" OR rowid > 0 --",
    "notes_fulltext MATCH 'a'", "rank", "rowid: 1", "rank MATCH 'bm25(10)'",
    String(repeating: "a ", count: 1_500), String(repeating: "\"", count: 20_001),
    String(repeating: "(", count: 5_000), String(repeating: "a OR ", count: 1_500),
    String(repeating: "a", count: 300_000), String(repeating: ". ", count: 20_000),
    String(repeating: "NOT ", count: 5_000), String(repeating: "a AND (", count: 3_000),
  ]

  /// Finds rows, or none, or throws the one error; and in any case the table is unharmed.
  private func tryAll(_ texts: some Sequence<String>) throws {
    let notes = try Note.stored()
    for text in texts {
      do {
        let found = try notes.search(text).all()
        #expect(found.count <= 5)
      } catch let error as DatabaseError {
        #expect(error.primaryCode == .error, "\(text.prefix(80)): \(error.message.prefix(200))")
      }
      for matchingPrefix in [false, true] {
        let search = notes.search(plain: text, matchingPrefix: matchingPrefix)
        do {
          #expect(try search.all().count == search.count())
          _ = try search.hits(.snippet(\.body))
        } catch {
          Issue.record("\(text.prefix(80)): \(error)")
        }
      }
    }
    #expect(try notes.order(by: \.id).all() == Note.some)
    #expect(try notes.isInStep())
  }

  @Test func survivesHostileStrings() throws { try tryAll(Self.hostile) }

  @Test(arguments: 0..<8)
  func survivesRandomStrings(_ seed: UInt64) throws {
    var dice = Dice(seed)
    let pieces =
      ["swift", "a", "é", " ", "\"", "'", "*", "^", "NEAR(", "(", ")", "-", ":", " OR ", " AND "]
      + [" NOT ", "{", "}", "+", ",", "title", "body", "\0", "😀", "3", "\\", "\u{301}", "/*", "--"]
    try tryAll(
      (0..<300).map { _ in
        (0..<Int(1 + dice.next() % 9)).map { _ in dice.pick(pieces) }.joined()
      }
    )
  }

  @Test(arguments: [
    "\"", "", "*", "a AND", "NEAR(", "nosuch: a", "a)", "\0", "swift\0", "*reads", "*id", "a -b",
  ])
  func saysOfAMalformedStringWhatIsWrong(_ text: String) throws {
    let notes = try Note.stored()
    let search = notes.search(text)
    let runs: [() throws -> Void] = [
      { _ = try search.all() }, { _ = try search.count() }, { _ = try search.exists() },
      { _ = try search.hits() }, { _ = try search.delete() },
      { _ = try search.update(set: \.stars, to: 1) },
    ]
    for run in runs {
      let error = try thrown(DatabaseError.self) { try run() }
      #expect(error.code == .error)
      #expect(!error.message.isEmpty)
    }
    // And the next search is none the worse for it.
    #expect(try notes.search("swift").count() == 3)
    #expect(try notes.order(by: \.id).all() == Note.some)
  }

  @Test(arguments: [
    ("swift", false, [1, 2, 4]), ("SWIFT  sqlite", false, [1]), ("swi", false, []),
    ("swi", true, [1, 2, 4]), ("bird swal", true, [2]), ("swal bird", true, []),
    ("e-mail", false, [5]), ("mail e", false, [5]), ("mail-e", false, []), ("NOT", false, [5]),
    ("spam OR ham", false, [5]), ("swift OR ham", false, []), ("title: swift", false, []),
    ("it's \"quoted\"", false, [5]), ("\"quo", true, [5]), ("(ham)", false, [5]),
    ("cafe", false, [3]),
    ("CAFÉ", false, [3]), ("swift*", false, [1, 2, 4]), ("sw*", false, []),
    ("^swift", false, [1, 2, 4]),
    ("swift\0sqlite", false, [1]), ("swift ...", false, [1, 2, 4]), ("...", false, []),
    ("...", true, []), ("", false, []), ("", true, []), (" \n\0 ", true, []), ("😀", false, []),
  ])
  func takesPlainTextWordByWord(_ text: String, _ prefix: Bool, _ found: [Int64]) throws {
    let search = try Note.stored().search(plain: text, matchingPrefix: prefix)
    #expect(try search.order(by: \.id).all().map(\.id) == found)
  }
}
