// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Roster",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Roster", targets: ["Roster"])
  ],
  targets: [
    .systemLibrary(name: "CSQLite"),
    .target(name: "Roster", dependencies: ["CSQLite"]),
    .executableTarget(name: "Demo", dependencies: ["Roster"]),
    .executableTarget(name: "Benchmarks", dependencies: ["Roster", "CSQLite"]),
    .testTarget(name: "RosterTests", dependencies: ["Roster"]),
    .testTarget(name: "HouseTests"),
  ],
  swiftLanguageModes: [.v6]
)
