/// Collects what a type writes into a container nested in its row, to become one JSON column.
///
/// `nestedContainer(keyedBy:forKey:)` cannot throw and is written to after it returns, so its
/// values wait here, unencoded, until the row is done.
final class JSONTree: Encodable {
  private enum Content {
    case empty
    case value(any Encodable)
    case object([String: JSONTree])
    case array([JSONTree])
  }

  private var content = Content.empty

  func encode(to encoder: any Encoder) throws {
    switch content {
    case .empty:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .value(let value):
      var container = encoder.singleValueContainer()
      try container.encode(value)
    case .object(let members):
      var container = encoder.container(keyedBy: NameKey.self)
      for (key, member) in members { try container.encode(member, forKey: NameKey(key)) }
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    }
  }

  fileprivate func set(_ value: any Encodable) { content = .value(value) }

  fileprivate func becomeObject() {
    if case .object = content { return }
    content = .object([:])
  }

  fileprivate func becomeArray() {
    if case .array = content { return }
    content = .array([])
  }

  fileprivate func member(_ key: some CodingKey) -> JSONTree {
    guard case .object(var members) = content else { return self }
    if let known = members[key.stringValue] { return known }
    // Out of the enum while it grows, so that the whole of it is not copied.
    content = .empty
    let member = JSONTree()
    members[key.stringValue] = member
    content = .object(members)
    return member
  }

  fileprivate func append() -> JSONTree {
    guard case .array(var elements) = content else { return self }
    content = .empty
    let element = JSONTree()
    elements.append(element)
    content = .array(elements)
    return element
  }

  fileprivate var count: Int {
    if case .array(let elements) = content { elements.count } else { 0 }
  }
}

/// An encoder that writes into a tree.
struct JSONTreeEncoder: Encoder, SingleValueEncodingContainer {
  let tree: JSONTree
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    tree.becomeObject()
    return KeyedEncodingContainer(Keyed(tree: tree))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    tree.becomeArray()
    return Elements(tree: tree)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() { tree.set(String?.none) }
  func encode<T: Encodable>(_ value: T) { tree.set(value) }

  private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let tree: JSONTree
    var codingPath: [any CodingKey] { [] }

    private func member(_ key: Key) -> JSONTreeEncoder { JSONTreeEncoder(tree: tree.member(key)) }

    func encodeNil(forKey key: Key) { member(key).encodeNil() }
    func encode<T: Encodable>(_ value: T, forKey key: Key) { member(key).encode(value) }
    func nestedContainer<Nested>(
      keyedBy type: Nested.Type,
      forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
      member(key).container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      member(key).unkeyedContainer()
    }
    func superEncoder() -> any Encoder { JSONTreeEncoder(tree: tree.member(NameKey("super"))) }
    func superEncoder(forKey key: Key) -> any Encoder { member(key) }
  }

  private struct Elements: UnkeyedEncodingContainer {
    let tree: JSONTree
    var codingPath: [any CodingKey] { [] }
    var count: Int { tree.count }

    private func next() -> JSONTreeEncoder { JSONTreeEncoder(tree: tree.append()) }

    func encodeNil() { next().encodeNil() }
    func encode<T: Encodable>(_ value: T) { next().encode(value) }
    func nestedContainer<Nested>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
      next().container(keyedBy: type)
    }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next().unkeyedContainer() }
    func superEncoder() -> any Encoder { next() }
  }
}
