/// The text of a statement, hashed once so that a cache can be asked for it at every call.
struct StatementKey: Sendable {
  let text: String
  let hash: Int

  init(_ text: String) {
    self.text = text
    // By bytes, here and below: to a String, two spellings of one letter are equal.
    var text = text
    var hasher = Hasher()
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hash = hasher.finalize()
  }

  @inline(__always)
  func matches(_ other: StatementKey) -> Bool {
    hash == other.hash && text.hasSameBytes(as: other.text)
  }
}

/// How a statement cache has served so far.
///
/// ```swift
/// database.statementCacheStatistics.hits
/// ```
public struct StatementCacheStatistics: Sendable, Hashable {
  /// Uses that found their statement prepared.
  public internal(set) var hits = 0
  /// Uses that had to prepare their statement.
  public internal(set) var misses = 0
  /// Statements finalized to keep within the capacity.
  public internal(set) var evictions = 0
  /// Statements in the cache now; one in use is not among them.
  public internal(set) var count = 0

  /// Adds what another cache has done since it was last counted.
  mutating func add(_ now: Self, since before: Self) {
    hits += now.hits - before.hits
    misses += now.misses - before.misses
    evictions += now.evictions - before.evictions
    count += now.count - before.count
  }
}

/// The prepared statements of one connection that nobody is using, the least recently used leaving
/// first.
///
/// A statement in use is taken out, so the same SQL run inside a loop over its own rows gets a
/// second statement, and neither disturbs the other.
struct StatementCache {
  let capacity: Int
  private(set) var statistics = StatementCacheStatistics()

  /// In order of last use, the latest at the end, where the search begins: a service's few hot
  /// statements are found at once, and 100 hashes compare faster than one string hashes.
  private var statements: [Statement] = []

  init(capacity: Int) {
    self.capacity = max(0, capacity)
  }

  /// Takes out an unused statement for `key`, or nil.
  mutating func take(_ key: StatementKey) -> Statement? {
    var index = statements.count
    while index > 0 {
      index -= 1
      if statements[index].key.matches(key) {
        statistics.hits += 1
        return statements.remove(at: index)
      }
    }
    statistics.misses += 1
    return nil
  }

  /// Gives back a statement that was reset.
  mutating func put(_ statement: Statement) {
    guard capacity > 0 else { return }
    if statements.count == capacity {
      statements.removeFirst()
      statistics.evictions += 1
    }
    statements.append(statement)
  }

  /// Finalizes all statements that nobody is using.
  mutating func removeAll() {
    statements.removeAll()
  }

  /// The counters, and how many statements wait in the cache.
  var snapshot: StatementCacheStatistics {
    var snapshot = statistics
    snapshot.count = statements.count
    return snapshot
  }
}
