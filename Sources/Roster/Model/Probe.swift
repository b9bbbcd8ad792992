/// Learns the columns of a type by decoding one from made-up values, and notes what it asks for.
///
/// Each property can take one of three values. Which of them it takes in one probe is decided by
/// `sample`, so that several probes of a type tell any two properties apart by what they hold.
final class Probe {
  /// A coding key that the type asked for at the top.
  struct Field {
    let key: String
    var type: any Any.Type
    var isOptional: Bool
    /// Whether a value was handed out, in this probe.
    var wasGiven = false
  }

  /// A place in the type: a column, or a property within a column's JSON.
  struct Node {
    let kind: ColumnKind
    /// What a place within JSON holds in this probe, in the form of a column.
    let value: SQLValue?
  }

  private(set) var fields: [Field] = []
  private(set) var nodes: [[String]: Node] = [:]
  /// The reason why the type could not be decoded, nearest to its cause.
  private(set) var failure: (path: [String], type: any Any.Type, reason: String)?

  private let example: [String: any Encodable]
  private let fixed: Set<String>
  private let sample: Sample
  private var open: [ObjectIdentifier] = []

  /// - Parameters:
  ///   - example: values to hand out where the sample asks for the first.
  ///   - fixed: keys that always take the first.
  init(sample: Sample, example: [String: any Encodable] = [:], fixed: Set<String> = []) {
    self.sample = sample
    self.example = example
    self.fixed = fixed
  }

  /// An instance made of made-up values.
  func instance<T: Decodable>(of type: T.Type) throws -> T {
    try T(from: ProbeDecoder(probe: self, path: []))
  }

  /// Notes that the type asked for a key.
  func note(_ key: String, _ type: any Any.Type, isOptional: Bool) {
    if let index = fields.firstIndex(where: { $0.key == key }) {
      fields[index].isOptional = fields[index].isOptional || isOptional
      if fields[index].type == Never.self { fields[index].type = type }
    } else {
      fields.append(Field(key: key, type: type, isOptional: isOptional))
    }
  }

  func noteGiven(_ key: String) {
    if let index = fields.firstIndex(where: { $0.key == key }) { fields[index].wasGiven = true }
  }

  /// A value of any decodable type for a place in the type.
  func value<T: Decodable>(_ type: T.Type, at path: [String]) throws -> T {
    let value = try makeValue(type, at: path)
    let kind = FieldShape.of(type).kind
    if path.count == 1 {
      nodes[path] = Node(kind: kind, value: nil)
    } else if let encodable = value as? any Encodable {
      nodes[path] = Node(kind: kind, value: try? SQLValue(encoding: encodable))
    }
    return value
  }

  /// Notes that an optional place is nil; of what kind it is, the first sample has said.
  func noteNil(at path: [String]) {
    nodes[path] = Node(kind: .json, value: .null)
  }

  private func makeValue<T: Decodable>(_ type: T.Type, at path: [String]) throws -> T {
    // In two steps: a missing value would pass for an optional that is nil.
    let given = path.count == 1 ? self.example[path[0]] : nil
    let example = given.flatMap { $0 as? T }
    let choice = path.first.map { fixed.contains($0) ? .first : sample.choice(path) } ?? .first
    if choice == .first, let example { return example }
    if let value = Self.madeUp(choice)[ObjectIdentifier(type)].flatMap({ $0 as? T }) {
      return value
    }
    if let value = Self.enumCase(type, choice) { return value }
    // The type's own code is spared made-up values, which it may not bear.
    if let example { return example }
    guard !open.contains(ObjectIdentifier(type)) else {
      throw ProbeFailure.containsItself(type)
    }
    open.append(ObjectIdentifier(type))
    defer { open.removeLast() }
    let decoder = ProbeDecoder(probe: self, path: path, isSecond: choice != .first)
    while true {
      do {
        return try T(from: decoder)
      } catch {
        // An enum with payloads may have a first case that contains the enum itself.
        if decoder.moveToNextCase() { continue }
        if failure == nil { failure = (path, type, Self.reason(error)) }
        throw error
      }
    }
  }

  static func reason(_ error: any Error) -> String {
    switch error {
    case let error as DecodingError: error.context?.debugDescription ?? "\(error)"
    default: "\(error)"
    }
  }

  /// Whether an optional at a place is to be nil.
  func isNil(at path: [String]) -> Bool {
    guard let key = path.first, !fixed.contains(key) else { return false }
    return sample.choice(path) == .wild
  }

  private static func enumCase<T>(_ type: T.Type, _ choice: Sample.Choice) -> T? {
    let isSecond = choice != .first
    if let type = type as? any CaseIterable.Type {
      let cases = firstTwoCases(of: type).compactMap { $0 as? T }
      return isSecond ? cases.last : cases.first
    }
    return EnumCases.value(of: type, at: isSecond ? 1 : 0) ?? EnumCases.value(of: type, at: 0)
  }

  private static func firstTwoCases<C: CaseIterable>(of type: C.Type) -> [Any] {
    Array(type.allCases.prefix(2))
  }

  private static func madeUp(_ choice: Sample.Choice) -> [ObjectIdentifier: any Sendable] {
    switch choice {
    case .first: first
    case .second: second
    case .wild: wild
    }
  }

  private static let first = values { $0.first }
  private static let second = values { $0.second }
  private static let wild = values { $0.wild }

  /// One sample of each scalar, by its type.
  private static func values(
    _ choose: (Samples<any Sendable>) -> any Sendable
  ) -> [ObjectIdentifier: any Sendable] {
    Dictionary(
      uniqueKeysWithValues: ScalarType.allCases.map { scalar in
        let column = scalar.column
        return (ObjectIdentifier(column.type), choose(samples(of: column)))
      }
    )
  }

  private static func samples<Column: ScalarColumn>(
    of column: Column.Type
  ) -> Samples<any Sendable> {
    let samples = Column.samples
    return Samples(first: samples.first, second: samples.second, wild: samples.wild)
  }
}

/// Why a probe could not go on.
enum ProbeFailure: Error, CustomStringConvertible {
  case containsItself(any Any.Type)
  case notKeyed(String)

  var description: String {
    switch self {
    case .containsItself(let type): "\(type) contains itself"
    case .notKeyed(let shape): "it is coded as \(shape), not by keys"
    }
  }
}
