import Synchronization

/// What was worked out once about a type, kept for the life of the process.
final class TypeCache: Sendable {
  static let columns = TypeCache()
  static let plans = TypeCache()

  private typealias Entry = Result<any AnyObject & Sendable, any Error>
  private let entries = Mutex<[ObjectIdentifier: Entry]>([:])

  /// The value for a type, or the error that making it threw, the same for every caller.
  ///
  /// It is made outside the lock, since that runs code of the type, which may ask for another
  /// type's value. Of two first callers at once both may make it, and both get the first one made.
  func value<Value: AnyObject & Sendable>(
    for type: any Any.Type,
    make: () throws -> Value
  ) throws -> Value {
    let id = ObjectIdentifier(type)
    if let known = try entries.withLock({ try $0[id]?.get() }) as? Value { return known }
    let made: Entry = Result { try make() }
    let kept = entries.withLock { entries in
      let kept = entries[id] ?? made
      entries[id] = kept
      return kept
    }
    guard let value = try kept.get() as? Value else { return try make() }
    return value
  }
}
