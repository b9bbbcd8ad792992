import Synchronization

/// The functions and collations that users have given a database, in the order in which they came.
///
/// A connection belongs to one thread at a time, so each catches up when it is next lent.
final class Vocabulary: Sendable {
  /// Makes one function or collation known to a connection.
  typealias Word = @Sendable (Connection) throws -> Void

  private let words = Mutex<[Word]>([])
  private let known = Atomic(0)

  /// How many there are.
  var count: Int { known.load(ordering: .acquiring) }

  /// Takes up another one, which `session` knows already.
  func add(_ word: @escaping Word, knownTo session: Session) {
    words.withLock { words in
      words.append(word)
      session.knownWords = words.count
      known.store(words.count, ordering: .releasing)
    }
  }

  /// Makes known to a connection what has come since it was last lent.
  func teach(_ session: Session) throws {
    let words = words.withLock { $0 }
    for word in words[session.knownWords...] {
      try word(session.connection)
      session.knownWords += 1
    }
  }
}
