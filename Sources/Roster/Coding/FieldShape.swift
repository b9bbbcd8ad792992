import Foundation
import Synchronization

/// A value that a column can hold: any Codable type, its conformance usable from any thread.
public typealias ColumnValue = Encodable & SendableMetatype

/// How a Swift type goes into one column: the single place where that is decided.
struct FieldShape: Sendable, Equatable {
  /// The way to read and write the type itself.
  enum Codec: UInt8, Sendable {
    case bool, int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64
    case float, double, string
    case date, uuid, url, decimal, data, bytes
    /// A type that encodes itself as one of the others: a raw-value enum, a typed ID, an optional.
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

  /// The types that have a codec of their own.
  static let known: [ObjectIdentifier: FieldShape] = [
    ObjectIdentifier(Bool.self): .init(codec: .bool, kind: .bool),
    ObjectIdentifier(Int.self): .init(codec: .int, kind: .integer),
    ObjectIdentifier(Int8.self): .init(codec: .int8, kind: .integer),
    ObjectIdentifier(Int16.self): .init(codec: .int16, kind: .integer),
    ObjectIdentifier(Int32.self): .init(codec: .int32, kind: .integer),
    ObjectIdentifier(Int64.self): .init(codec: .int64, kind: .integer),
    ObjectIdentifier(UInt.self): .init(codec: .uint, kind: .integer),
    ObjectIdentifier(UInt8.self): .init(codec: .uint8, kind: .integer),
    ObjectIdentifier(UInt16.self): .init(codec: .uint16, kind: .integer),
    ObjectIdentifier(UInt32.self): .init(codec: .uint32, kind: .integer),
    ObjectIdentifier(UInt64.self): .init(codec: .uint64, kind: .integer),
    ObjectIdentifier(Float.self): .init(codec: .float, kind: .real),
    ObjectIdentifier(Double.self): .init(codec: .double, kind: .real),
    ObjectIdentifier(String.self): .init(codec: .string, kind: .text),
    ObjectIdentifier(Date.self): .init(codec: .date, kind: .date),
    ObjectIdentifier(UUID.self): .init(codec: .uuid, kind: .uuid),
    ObjectIdentifier(URL.self): .init(codec: .url, kind: .url),
    ObjectIdentifier(Decimal.self): .init(codec: .decimal, kind: .decimal),
    ObjectIdentifier(Data.self): .init(codec: .data, kind: .blob),
    ObjectIdentifier([UInt8].self): .init(codec: .bytes, kind: .blob),
  ]

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
