/// One thing to measure, by name.
struct Workload: Sendable {
  let name: String
  let rows: Int
  /// The ratio to reach.
  let target: Double
  let run: @Sendable (Bench, Int) throws -> Measurement

  static let all: [Workload] = reading + writing + converting + streaming
}
