import Foundation

/// The people and schools of the story, from `Fixtures/students.json`.
struct Fixture: Decodable {
  let schools: [School]
  let students: [Student]
  let users: [User]

  private static let name = "Fixtures/students.json"

  static func load() throws -> Fixture {
    let sources = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let places = [
      URL(fileURLWithPath: FileManager.default.currentDirectoryPath), sources,
    ].map { $0.appendingPathComponent(name).path }
    guard let place = places.first(where: FileManager.default.fileExists) else {
      throw DemoError(
        "\(name) was not found; looked for\n  " + places.joined(separator: "\n  ")
          + "\nRun the demo in the root of the package."
      )
    }
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    do {
      return try decoder.decode(Fixture.self, from: Data(contentsOf: URL(fileURLWithPath: place)))
    } catch {
      throw DemoError("\(place) cannot be read: \(explanation(of: error))")
    }
  }
}
