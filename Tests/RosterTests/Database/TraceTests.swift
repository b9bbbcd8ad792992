import Foundation
import Synchronization
import Testing

@testable import Roster

struct TraceTests {
  private final class Log: Sendable {
    private let events = Mutex<[TraceEvent]>([])
    func add(_ event: TraceEvent) { events.withLock { $0.append(event) } }
    func take() -> [TraceEvent] {
      events.withLock { events in
        defer { events = [] }
        return events
      }
    }
  }

  private func traced(
    showsValues: Bool = false,
    path: String = ":memory:"
  ) throws -> (Database, Log) {
    let log = Log()
    var configuration = Configuration()
    configuration.trace = { log.add($0) }
    configuration.showsValuesInErrors = showsValues
    let database =
      try path == ":memory:"
      ? Database.inMemory(configuration) : Database(path: path, configuration)
    try database.execute("CREATE TABLE t (n INTEGER UNIQUE, text TEXT)")
    try database.execute("INSERT INTO t VALUES (1, 'a'), (2, 'b'), (3, 'c')")
    _ = log.take()
    return (database, log)
  }

  @Test func reportsTheSQLAndTheRowsOfAStatement() throws {
    try ScratchFolder.lend { folder in
      for path in [":memory:", folder.path()] {
        let (database, log) = try traced(path: path)
        _ = try database.query("SELECT text FROM t WHERE n > \(1)", as: String.self)
        let events = log.take()
        #expect(events.map(\.sql).last == "SELECT text FROM t WHERE n > ?")
        #expect(events.last?.rows == 2)
        #expect(events.last?.error == nil)
        #expect(events.allSatisfy { $0.expandedSQL == nil })
      }
    }
  }

  @Test func reportsTheStatementsOfATransactionInOrder() throws {
    let (database, log) = try traced()
    try database.write { try database.execute("DELETE FROM t WHERE n = \(1)") }
    let sql = log.take().map(\.sql).filter { !$0.contains("schema_version") }
    #expect(sql == ["BEGIN IMMEDIATE", "DELETE FROM t WHERE n = ?", "COMMIT"])
  }

  @Test func reportsEachStatementOfAScript() throws {
    let (database, log) = try traced()
    try database.execute("DELETE FROM t WHERE n = 1; SELECT * FROM t")
    let events = log.take()
    #expect(events.map(\.sql) == ["DELETE FROM t WHERE n = 1;", " SELECT * FROM t"])
    #expect(events.map(\.rows) == [0, 2])
  }

  @Test func reportsHowLongAStatementTook() throws {
    let (database, log) = try traced()
    try database.register(function: "slow") { () -> Int in
      usleep(20_000)
      return 1
    }
    _ = log.take()
    _ = try database.query("SELECT slow()", as: Int.self)
    let duration = try #require(log.take().last?.duration)
    #expect(duration >= .milliseconds(20))
    #expect(duration < .seconds(10))
  }

  @Test func reportsWhatWentWrongWithoutTheValues() throws {
    let (database, log) = try traced()
    #expect(throws: DatabaseError.self) {
      try database.execute("INSERT INTO t VALUES (\(1), \("secret"))")
    }
    let event = try #require(log.take().first { $0.sql.hasPrefix("INSERT") })
    #expect((event.error as? DatabaseError)?.code == .constraintUnique)
    #expect(!"\(event)".contains("secret"))
    #expect(throws: DatabaseError.self) { try database.execute("SELECT \(1), nonsense") }
    #expect(log.take().contains { $0.sql == "SELECT ?, nonsense" && $0.error != nil })
  }

  @Test func showsTheValuesWhenItIsAsked() throws {
    let (database, log) = try traced(showsValues: true)
    _ = try database.query("SELECT text FROM t WHERE text = \("b")", as: String.self)
    let event = try #require(log.take().last)
    #expect(event.sql == "SELECT text FROM t WHERE text = ?")
    #expect(event.expandedSQL == "SELECT text FROM t WHERE text = 'b'")
  }

  @Test func countsTheRowsOfStatementsInsideOneAnother() throws {
    let (database, log) = try traced()
    let outer = try database.prepare("SELECT n FROM t")
    _ = log.take()
    try outer.forEach { _ in _ = try database.query("SELECT 1 FROM t LIMIT 2", as: Int.self) }
    let events = log.take()
    #expect(events.map(\.rows) == [2, 2, 2, 3])
    #expect(events.last?.sql == "SELECT n FROM t")
  }

  @Test func tracesNothingUnlessItIsAsked() throws {
    let database = try Database.inMemory()
    #expect(try database.pool.useReader { $0.tracer == nil })
  }
}
