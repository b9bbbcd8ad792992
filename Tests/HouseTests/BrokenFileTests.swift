import Testing

/// The rules about unsafe code, documentation and size, each shown a sample that breaks it.
@Suite struct BrokenFileTests {
  private func file(_ text: String) -> SourceFile {
    SourceFile("Sources/Roster/Model/A.swift", text)
  }

  @Test(arguments: [
    "final class A: @unchecked Sendable {}", "unsafeBitCast(a, to: B.self)",
    "unsafeDowncast(a, to: B.self)", "nonisolated(unsafe) var a = 1",
    "a.assumingMemoryBound(to: B.self)", "Data(bytesNoCopy: a)", "Unmanaged.passRetained(a)",
    "private let a: UnsafeMutablePointer<Int>",
  ])
  func seesUnsafeCodeWithoutAReason(line: String) {
    #expect(SafetyRules.unexplained(file(line)).count == 1)
    #expect(SafetyRules.unexplained(file("// Safe because it is.\n\(line)")) == [])
    #expect(SafetyRules.unexplained(file("// \(line)")) == [])
  }

  @Test(arguments: [(12, 0), (13, 1)])
  func wantsTheReasonForWhatIsUncheckedNearby(distance: Int, count: Int) {
    let gap = String(repeating: "\n", count: distance)
    let text = "// Safe because it is.\(gap)final class A: @unchecked Sendable {}"
    #expect(SafetyRules.unexplained(file(text)).count == count)
  }

  @Test(arguments: [(3, 0), (4, 1)])
  func takesTheReasonRightBelowWhatIsUnchecked(distance: Int, count: Int) {
    let gap = String(repeating: "\n", count: distance)
    let text = "final class A: @unchecked Sendable {\(gap)// Safe because it is."
    #expect(SafetyRules.unexplained(file(text)).count == count)
  }

  @Test func takesOneReasonAnywhereForRawMemory() {
    let gap = String(repeating: "\n", count: 40)
    let text = "// Safe because it is.\(gap)a.assumingMemoryBound(to: B.self)"
    #expect(SafetyRules.unexplained(file(text)) == [])
  }

  @Test(arguments: [
    ("public struct A {}", "public struct"), ("public static func a() {}", "public func"),
    ("open class A {}", "open class"), ("public class func a() {}", "public func"),
    ("public private(set) var a = 1", "public var"), ("public init() {}", "public init"),
    ("@inlinable\npublic func a() {}", "public func"),
    ("/// Far away.\n\npublic let a = 1", "public let"),
    ("// No doc comment.\npublic let a = 1", "public let"),
    ("public nonisolated(unsafe) static var a = 1", "public var"),
  ])
  func seesWhatIsUndocumented(sample: (text: String, subject: String)) {
    #expect(
      ShapeRules.undocumented(file(sample.text)).map(\.reason)
        == ["has a \(sample.subject) without a doc comment"]
    )
  }

  @Test(arguments: [
    "/// It is.\npublic struct A {}",
    "/// It is.\n@available(\n  macOS 15, *)\n@inlinable public static func a() {}",
    "/// It is.\n@discardableResult\nfinal public func a() {}",
    "public import Foundation", "struct A { let open = 1 }", "func open() {}", "\"public struct\"",
  ])
  func takesWhatIsDocumentedOrNotPublic(text: String) {
    #expect(ShapeRules.undocumented(file(text)) == [])
  }

  @Test func seesAPublicExtension() {
    let violations = ShapeRules.undocumented(file("/// It is.\npublic extension A {}"))
    #expect(violations.map(\.reason) == ["has a public extension"])
  }

  @Test(arguments: [(299, 0), (300, 1)])
  func seesLongFiles(lines: Int, count: Int) {
    let text = String(repeating: "a\n", count: lines)
    #expect(ShapeRules.tooLarge(file(text)).count == count)
  }

  @Test(arguments: [(100, 0), (101, 1)])
  func seesWideLines(columns: Int, count: Int) {
    let text = "a\n" + String(repeating: "é", count: columns)
    let violations = ShapeRules.tooLarge(file(text))
    #expect(violations.map(\.line) == Array(repeating: 2, count: count))
  }

  @Test func seesStrangersAtTheTopLevel() {
    let names = [".build", "Notes.md", "Package.swift", "Sources", "school.sqlite", "tmp"]
    let violations = ShapeRules.strangers(names, ignoring: ["*.sqlite", "tmp/"])
    #expect(violations.map(\.path) == ["Notes.md"])
  }
}
