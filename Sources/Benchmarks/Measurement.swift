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

  /// Runs both sides in the order A B B A, after one round that does not count.
  ///
  /// What ran before leaves its traces in caches and in the allocator. In this order each side runs
  /// once after itself and once after the other, so that neither profits.
  ///
  /// - Parameters:
  ///   - prepare: runs before each time that is taken, uncounted; `true` before Roster's.
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
      for isRoster in [true, false, false, true] {
        try prepare(isRoster)
        let time = try clock.measure { try isRoster ? roster() : byHand() }
        guard round > 0 else { continue }
        if isRoster { times.roster.append(time) } else { times.byHand.append(time) }
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
