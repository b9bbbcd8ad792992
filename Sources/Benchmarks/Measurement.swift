/// The times of one workload, Roster's and those of the hand-written loop, taken in turn.
struct Measurement {
  let name: String
  let rows: Int
  let roster: [Duration]
  let byHand: [Duration]

  var ratio: Double { Self.median(roster) / Self.median(byHand) }
  var rosterPerRow: Duration { Self.median(roster) / max(rows, 1) }
  var byHandPerRow: Duration { Self.median(byHand) / max(rows, 1) }

  /// The middle one, which a few disturbed rounds do not move.
  static func median(_ durations: [Duration]) -> Duration {
    let sorted = durations.sorted()
    return sorted.isEmpty ? .zero : sorted[sorted.count / 2]
  }

  /// Runs both sides in turn, after one round of each that does not count.
  ///
  /// - Parameters:
  ///   - prepare: runs before each round, uncounted; `true` before Roster's.
  init(
    _ name: String,
    rows: Int,
    rounds: Int,
    prepare: (Bool) throws -> Void = { _ in },
    roster: () throws -> Void,
    byHand: () throws -> Void
  ) throws {
    var times: (roster: [Duration], byHand: [Duration]) = ([], [])
    let clock = ContinuousClock()
    for round in 0...rounds {
      try prepare(true)
      let rosterTime = try clock.measure(roster)
      try prepare(false)
      let byHandTime = try clock.measure(byHand)
      if round > 0 {
        times.roster.append(rosterTime)
        times.byHand.append(byHandTime)
      }
    }
    self.name = name
    self.rows = rows
    self.roster = times.roster
    self.byHand = times.byHand
  }
}

extension Duration {
  var nanoseconds: Double { self / .nanoseconds(1) }
}
