import Synchronization

/// A value that a column can hold: any Codable type, its conformance usable from any thread.
public typealias ColumnValue = Encodable & SendableMetatype

/// How a Swift type goes into one column: the single place where that is decided.
struct FieldShape: Sendable, Equatable {
  /// The way to read and write the type itself.
  enum Codec: Sendable, Equatable {
    /// A type with a column of its own.
    case scalar(ScalarType)
    /// A type that encodes itself as one of those: a raw-value enum, a typed ID, an optional.
    case wrapper
    /// Everything else.
    case json
  }

  let codec: Codec
  /// What the column holds; for a wrapper, the kind of what it wraps.
  let kind: ColumnKind

  /// The shape of a type, computed once for each type in the process.
  static func of(_ type: Any.Type) -> FieldShape {
    let id = ObjectIdentifier(type)
    if let known = cache.withLock({ $0[id] }) { return known }
    // Outside the lock: it runs the type's own code, which may ask for other shapes.
    let shape = ShapeProbe.shape(of: type, within: [])
    cache.withLock { $0[id] = shape }
    return shape
  }

  /// The shapes of the types that have a column of their own.
  static let known: [ObjectIdentifier: FieldShape] = Dictionary(
    uniqueKeysWithValues: ScalarType.allCases.map { scalar in
      let column = scalar.column
      return (
        ObjectIdentifier(column.type), FieldShape(codec: .scalar(scalar), kind: column.kind)
      )
    }
  )

  private static let cache = Mutex(known)
}

/// Finds how a type encodes itself, without an instance: it runs `init(from:)` on a decoder that
/// refuses every value, and notes what the type asked for.
///
/// A type that asks for one scalar is a wrapper of it. One that asks for several, trying a string
/// and then a number, could not be told apart again in a column, so it is kept as JSON.
private final class ShapeProbe: Decoder, SingleValueDecodingContainer {
  private struct Refusal: Error {}

  private let path: [ObjectIdentifier]
  private var asked: Set<ColumnKind> = []
  private var askedForContainer = false

  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  private init(path: [ObjectIdentifier]) {
    self.path = path
  }

  static func shape(of type: Any.Type, within path: [ObjectIdentifier]) -> FieldShape {
    let id = ObjectIdentifier(type)
    if let known = FieldShape.known[id] { return known }
    guard !path.contains(id), let decodable = type as? any Decodable.Type else {
      return FieldShape(codec: .json, kind: .json)
    }
    let probe = ShapeProbe(path: path + [id])
    // The refusal is the point; what matters is what was asked before it.
    _ = try? decodable.init(from: probe)
    guard !probe.askedForContainer, probe.asked.count == 1, let kind = probe.asked.first,
      kind != .json
    else { return FieldShape(codec: .json, kind: .json) }
    return FieldShape(codec: .wrapper, kind: kind)
  }

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    askedForContainer = true
    throw Refusal()
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    askedForContainer = true
    throw Refusal()
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { false }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    asked.insert(Self.shape(of: type, within: path).kind)
    throw Refusal()
  }
}
