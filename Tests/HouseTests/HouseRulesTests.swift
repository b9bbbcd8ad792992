import Testing

/// The rules of the house, kept by the sources as they are.
@Suite struct HouseRulesTests {
  @Test func everyFileOfTheLibraryLiesInAFolder() throws {
    expectNone(EdgeRules.filesOutsideFolders(try SourceTree.files(in: "Sources/Roster")))
  }

  @Test func noFileUsesAnotherAgainstTheArrows() throws {
    let files = try SourceTree.files(in: "Sources/Roster")
    expectNone(EdgeRules.forbidden(files))
    #expect(EdgeRules.cycles(EdgeRules.uses) == [])
    // The map of edges, to be looked at.
    for edge in EdgeRules.map(files) { print(edge) }
  }

  @Test func everyNameInTheArticlesIsOneOfTheSources() throws {
    expectNone(try ArticleRules.unknownNames())
  }

  @Test func onlyTheDriverImportsSQLite() throws {
    expectNone(EdgeRules.importsOfSQLite(try SourceTree.files(in: "Sources")))
  }

  @Test func nothingTrapsOrForces() throws {
    expectNone(try SourceTree.files(in: "Sources").flatMap(SafetyRules.traps))
  }

  @Test func noWorkIsLeftOver() throws {
    expectNone(try SourceTree.files(in: "Sources").flatMap(SafetyRules.leftovers))
  }

  @Test func whatIsUnsafeSaysWhyItIsSafe() throws {
    expectNone(try SourceTree.files(in: "Sources").flatMap(SafetyRules.unexplained))
  }

  @Test func everythingPublicIsDocumented() throws {
    expectNone(try SourceTree.files(in: "Sources/Roster").flatMap(ShapeRules.undocumented))
  }

  @Test func everyCallCanBeAwaited() throws {
    let files = try ["Database", "Repository"].flatMap {
      try SourceTree.files(in: "Sources/Roster/\($0)")
    }
    // A row is there already.
    expectNone(AsyncRules.missingForms(files.filter { !$0.path.hasSuffix("/Row.swift") }))
  }

  @Test func everyAsynchronousFormIsComparedWithItsTwin() throws {
    let files = try ["Database", "Repository"].flatMap {
      try SourceTree.files(in: "Sources/Roster/\($0)")
    }
    let tests = try SourceTree.files(in: "Tests/RosterTests").filter { file in
      ["/AsyncTwinTests.swift", "/FetchableTests.swift", "/AsyncFormTests.swift"]
        .contains { file.path.hasSuffix($0) }
    }
    expectNone(AsyncRules.uncompared(files, in: tests))
  }

  @Test(arguments: ["Sources", "Tests"])
  func filesAreShortAndNarrow(folder: String) throws {
    expectNone(try SourceTree.files(in: folder).flatMap(ShapeRules.tooLarge))
  }

  @Test func theTopLevelHoldsNothingElse() throws {
    expectNone(
      ShapeRules.strangers(
        try SourceTree.topLevelNames(),
        ignoring: try SourceTree.ignoredPatterns()
      )
    )
  }

  /// Guards the other tests against a tree that was not found.
  @Test func theTreeIsRead() throws {
    let paths = try SourceTree.files(in: "Sources/Roster").map(\.path)
    #expect(paths.contains("Sources/Roster/Database/Database.swift"))
    #expect(try SourceTree.topLevelNames().contains("Package.swift"))
  }

  private func expectNone(
    _ violations: [Violation],
    at location: SourceLocation = #_sourceLocation
  ) {
    for violation in violations {
      Issue.record(Comment(rawValue: violation.description), sourceLocation: location)
    }
  }
}
