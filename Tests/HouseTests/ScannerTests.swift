import Testing

@Suite struct ScannerTests {
  @Test(arguments: [
    ("a // b!", "a      "), ("a /* b /* c */ d */ e", "a                   e"),
    ("\"b!\" c", "\"  \" c"), (#""a\"b" c"#, "\"    \" c"), ("\"\" a", "\"\" a"),
    ("#\"a\"b\"# c", "#\"   \"# c"), ("\"//\" a", "\"  \" a"), ("\"/*\" a", "\"  \" a"),
    ("// \"\na", "    \na"),
  ])
  func blanksCommentsAndStrings(sample: (text: String, code: String)) {
    #expect(Stripper.strip(sample.text) == sample.code)
  }

  @Test(arguments: [
    (#""a\(b)c" d"#, #"" (b) " d"#), (#""\(f("x)") + g(1))" d"#, #""(f("  ") + g(1))" d"#),
    (##"#"\(a) \#(b)"# c"##, ##"#"       (b)"# c"##),
    (#""\("\(a)")" b"#, #""("(a)")" b"#),
  ])
  func keepsWhatAnInterpolationHolds(sample: (text: String, code: String)) {
    // The escape before the parenthesis turns blank, which the samples leave out for reading.
    let code = Stripper.strip(sample.text)
    #expect(code.filter { $0 != " " } == sample.code.filter { $0 != " " })
    #expect(code.utf8.count == sample.text.utf8.count)
  }

  @Test func followsAStringOverSeveralLines() {
    let text = "let a = \"\"\"\n  b! \"c\" \\(d)\n  \"\"\"\ne!"
    let code = Stripper.strip(text).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(code.map { $0.filter { $0 != " " } } == ["leta=\"\"\"", "(d)", "\"\"\"", "e!"])
  }

  @Test func doesNotRunPastAnUnfinishedString() {
    #expect(Stripper.strip("\"a\nb!") == "\" \nb!")
  }

  @Test func keepsLinesAndColumns() {
    let file = SourceFile("A.swift", "/* é\n */ a\n\n// b\nc")
    #expect(file.lines.count == 5 && file.code.count == 5)
    #expect(file.tokens.map(\.text) == ["a", "c"])
    #expect(file.tokens.map(\.line) == [2, 5])
  }

  @Test func tellsWordsFromSigns() {
    let tokens = Token.tokens(of: "a_1! != b")
    #expect(tokens.map(\.text) == ["a_1", "!", "!", "=", "b"])
    #expect(tokens.map(\.followsSpace) == [true, false, true, false, true])
  }

  @Test func findsDeclarationsAndWhoSeesThem() {
    let text = """
      public final class A { struct B {} ; class func c() {} }
      private enum D {}
      fileprivate final class E {}
      typealias F = Int
      extension A { enum G {} }
      """
    let declarations = Declaration.declarations(in: Token.tokens(of: text))
    #expect(declarations.map(\.name) == ["A", "B", "D", "E", "F", "G"])
    #expect(declarations.filter(\.isShared).map(\.name) == ["A", "F"])
  }
}
