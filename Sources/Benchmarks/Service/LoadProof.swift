import Foundation
import Roster

/// A bank under load: 64 tasks, of five calls four read, and the sum of all accounts never changes.
enum LoadProof {
  struct Account: Record {
    static let tableName = "accounts"
    static let primaryKey = PrimaryKey(\Account.id)
    var id: Int
    var money: Int
  }

  private struct Counts: Sendable {
    var reads = 0
    var writes = 0
    var wrongSums = 0
    var errors: [String] = []
    var longestRead = Duration.zero
    var longestWrite = Duration.zero
  }

  private static let tasks = 64
  private static let accounts = 200
  private static let money = 1000

  static func run(_ options: Options, _ findings: Findings) async throws {
    let seconds = options.seconds ?? 60
    for readers in [1, 2, 4] {
      try await run(readers, .seconds(seconds), options, findings)
    }
  }

  private static func run(
    _ readers: Int,
    _ time: Duration,
    _ options: Options,
    _ findings: Findings
  ) async throws {
    findings.begin("load: \(tasks) tasks, 80% reads, \(time), readers: \(readers)")
    let folder = try ProofFolder(options)
    var configuration = Configuration()
    configuration.maximumReaders = readers
    let database = try Database(path: folder.path("bank.sqlite"), configuration)
    let repository = Repository<Account>(database)
    try await repository.createTable()
    try await repository.insert(contentsOf: (0..<accounts).map { Account(id: $0, money: money) })

    let (pool, machine) = (Heartbeat(), Heartbeat())
    machine.beatOnThread()
    let heart = Task.detached { try await pool.beat() }
    let counts = Shared(Counts())
    let start = ContinuousClock.now
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<tasks {
        group.addTask {
          while start.duration(to: .now) < time { await call(repository, counts) }
        }
      }
    }
    let elapsed = start.duration(to: .now) / .seconds(1)
    pool.end()
    machine.end()
    try await heart.value

    let found = counts.current
    let sum = try await repository.all().map(\.money).reduce(0, +)
    let calls = Double(found.reads + found.writes)
    findings.note(
      "\(Int(calls / elapsed)) calls/s: \(found.reads) reads, \(found.writes) writes"
    )
    findings.note(
      "longest call: read \(found.longestRead.inMilliseconds), "
        + "write \(found.longestWrite.inMilliseconds); longest wait for a connection "
        + "\(database.statistics.longestWait.inMilliseconds), waits \(database.statistics.waits)"
    )
    findings.note("a thread of its own: \(machine.description)")
    findings.claim("cooperative pool: \(pool.description)", pool.worst <= Heartbeat.limit)
    findings.claim(
      "the sum is the same in every read, and at the end",
      found.wrongSums == 0 && sum == accounts * money
    )
    findings.claim(
      "errors: \(found.errors.count) \(found.errors.first ?? "")",
      found.errors.isEmpty
    )
    findings.claim(
      "readers open: \(database.statistics.readers)",
      database.statistics.readers <= readers
    )
    let integrity = try await database.query("PRAGMA integrity_check", as: String.self)
    findings.claim("integrity: \(integrity)", integrity == ["ok"])
    try await database.close()
  }

  /// One call of a task: a transfer, the sum of all, or some accounts on one snapshot.
  private static func call(_ repository: Repository<Account>, _ counts: Shared<Counts>)
    async
  {
    let kind = Int.random(in: 0..<10)
    let start = ContinuousClock.now
    var isRight = true
    do {
      switch kind {
      case 0, 1: try await transfer(repository)
      case 2, 3, 4:
        let sum = try await repository.sum(\.money)
        isRight = sum == accounts * money
      case 5:
        let all = try await repository.database.read {
          (try repository.sum(\.money), try repository.all().map(\.money).reduce(0, +))
        }
        isRight = all == (accounts * money, accounts * money)
      default: _ = try await repository.get(Int.random(in: 0..<accounts))
      }
    } catch {
      counts.change { $0.errors.append("\(error)") }
    }
    let time = start.duration(to: .now)
    counts.change { counts in
      if !isRight { counts.wrongSums += 1 }
      if kind < 2 {
        counts.writes += 1
        counts.longestWrite = max(counts.longestWrite, time)
      } else {
        counts.reads += 1
        counts.longestRead = max(counts.longestRead, time)
      }
    }
  }

  private static func transfer(_ repository: Repository<Account>) async throws {
    let (first, second) = (Int.random(in: 0..<accounts), Int.random(in: 0..<accounts))
    try await repository.database.write {
      var from = try repository.get(first)
      from.money -= 7
      try repository.update(from)
      // After the update: both may be the same account.
      var to = try repository.get(second)
      to.money += 7
      try repository.update(to)
    }
  }
}
