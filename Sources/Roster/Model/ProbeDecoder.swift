/// The decoder that a probe hands to a type, at the top or within a column.
final class ProbeDecoder: Decoder, SingleValueDecodingContainer {
  let probe: Probe
  let path: [String]
  let isSecond: Bool
  /// Which case of an enum with payloads is being tried, and how many there are.
  private var caseIndex: Int
  private var caseCount = 0
  private var triedCases = 0

  init(probe: Probe, path: [String], isSecond: Bool = false) {
    self.probe = probe
    self.path = path
    self.isSecond = isSecond
    caseIndex = isSecond ? 1 : 0
  }

  var codingPath: [any CodingKey] { path.map { NameKey($0) } }
  var userInfo: [CodingUserInfoKey: Any] { [:] }
  var isTop: Bool { path.isEmpty }

  /// Turns to the next case, if the type has asked for cases and not had them all.
  func moveToNextCase() -> Bool {
    triedCases += 1
    caseIndex += 1
    return triedCases < caseCount
  }

  func container<Key>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Keyed(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard !isTop else { throw ProbeFailure.notKeyed("an array") }
    return Elements(decoder: self)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    guard !isTop else { throw ProbeFailure.notKeyed("a single value") }
    return self
  }

  func decodeNil() -> Bool { probe.isNil(at: path) }

  func decode<T: Decodable>(_ type: T.Type) throws -> T { try probe.value(type, at: path) }

  /// The keys present: one case of an enum with payloads, or the entries of a dictionary.
  private func keys<Key: CodingKey>(_ type: Key.Type) -> [Key] {
    if let count = EnumCases.count(of: type) {
      caseCount = count
      return [EnumCases.value(of: type, at: caseIndex % count)].compactMap { $0 }
    }
    return isSecond ? [Key(stringValue: "1")].compactMap { $0 } : []
  }

  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: ProbeDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { decoder.keys(Key.self) }
    func contains(_ key: Key) -> Bool { true }

    private func note(_ key: Key, _ type: any Any.Type, isOptional: Bool) {
      if decoder.isTop { decoder.probe.note(key.stringValue, type, isOptional: isOptional) }
    }

    private func noteGiven(_ key: Key) {
      if decoder.isTop { decoder.probe.noteGiven(key.stringValue) }
    }

    func decodeNil(forKey key: Key) -> Bool {
      note(key, Never.self, isOptional: true)
      let path = decoder.path + [key.stringValue]
      guard decoder.probe.isNil(at: path) else { return false }
      decoder.probe.noteNil(at: path)
      return true
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
      note(key, type, isOptional: type is any ExpressibleByNilLiteral.Type)
      let value = try decoder.probe.value(type, at: decoder.path + [key.stringValue])
      noteGiven(key)
      return value
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
      note(key, type, isOptional: true)
      let path = decoder.path + [key.stringValue]
      if decoder.probe.isNil(at: path) {
        decoder.probe.noteNil(at: path)
        return nil
      }
      // Nil is a fair answer where no value can be made up.
      guard let value = try? decoder.probe.value(type, at: path) else { return nil }
      noteGiven(key)
      return value
    }

    func nestedContainer<Nested>(
      keyedBy type: Nested.Type,
      forKey key: Key
    ) -> KeyedDecodingContainer<Nested> {
      nested(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try nested(key).unkeyedContainer()
    }

    func superDecoder() -> any Decoder { decoder.isTop ? decoder : nested(NameKey("super")) }

    func superDecoder(forKey key: Key) -> any Decoder { nested(key) }

    private func nested(_ key: some CodingKey) -> ProbeDecoder {
      if decoder.isTop {
        decoder.probe.note(key.stringValue, JSONTree.self, isOptional: false)
        decoder.probe.noteGiven(key.stringValue)
      }
      return ProbeDecoder(
        probe: decoder.probe,
        path: decoder.path + [key.stringValue],
        isSecond: decoder.isSecond
      )
    }
  }

  /// An array: empty, or of one element for the second value; a range reads two and asks nothing.
  private struct Elements: UnkeyedDecodingContainer {
    let decoder: ProbeDecoder
    private(set) var currentIndex = 0

    init(decoder: ProbeDecoder) { self.decoder = decoder }

    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { decoder.isSecond ? 1 : 0 }
    var isAtEnd: Bool { currentIndex >= (decoder.isSecond ? 1 : 0) }

    private var element: ProbeDecoder {
      ProbeDecoder(
        probe: decoder.probe,
        path: decoder.path + ["\(currentIndex)"],
        isSecond: decoder.isSecond
      )
    }

    mutating func decodeNil() -> Bool { false }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
      defer { currentIndex += 1 }
      return try decoder.probe.value(type, at: element.path)
    }

    mutating func nestedContainer<Nested>(
      keyedBy type: Nested.Type
    ) -> KeyedDecodingContainer<Nested> {
      defer { currentIndex += 1 }
      return element.container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      defer { currentIndex += 1 }
      return try element.unkeyedContainer()
    }

    mutating func superDecoder() -> any Decoder { element }
  }
}
