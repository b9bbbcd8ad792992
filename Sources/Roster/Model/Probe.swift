import Foundation

/// Learns the columns of a type by decoding one from made-up values, and notes what it asks for.
///
/// Each property can take two values. Which of them it takes in one probe is decided by `sample`,
/// so that several probes of a type tell any two properties apart by what they hold.
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
    let path: [String]
    let kind: ColumnKind
    /// What the place holds in this probe, in the form of a column.
    let value: SQLValue?
  }

  private(set) var fields: [Field] = []
  private(set) var nodes: [Node] = []
  /// The reason why the type could not be decoded, nearest to its cause.
  private(set) var failure: (path: [String], type: any Any.Type, reason: String)?

  private let example: [String: any Encodable]
  private let fixed: Set<String>
  private let sample: Sample
  private var open: [ObjectIdentifier] = []

  /// - Parameters:
  ///   - example: values to hand out where the sample asks for the first of the two.
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
    if let encodable = value as? any Encodable {
      nodes.removeAll { $0.path == path }
      nodes.append(
        Node(path: path, kind: FieldShape.of(type).kind, value: try? SQLValue(encoding: encodable))
      )
    }
    return value
  }

  private func makeValue<T: Decodable>(_ type: T.Type, at path: [String]) throws -> T {
    let example = path.count == 1 ? self.example[path[0]] as? T : nil
    let isSecond = path.first.map { !fixed.contains($0) && sample.takesSecond(path) } ?? false
    if !isSecond, let example { return example }
    if let value = Self.madeUp(isSecond)[ObjectIdentifier(type)] as? T { return value }
    if let value = Self.enumCase(type, isSecond) { return value }
    guard !open.contains(ObjectIdentifier(type)) else {
      throw ProbeFailure.containsItself(type)
    }
    open.append(ObjectIdentifier(type))
    defer { open.removeLast() }
    let decoder = ProbeDecoder(probe: self, path: path, isSecond: isSecond)
    while true {
      do {
        return try T(from: decoder)
      } catch {
        // An enum with payloads may have a first case that contains the enum itself.
        if decoder.moveToNextCase() { continue }
        if let example { return example }
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

  private static func enumCase<T>(_ type: T.Type, _ isSecond: Bool) -> T? {
    if let type = type as? any CaseIterable.Type {
      let cases = firstTwoCases(of: type).compactMap { $0 as? T }
      return isSecond ? cases.last : cases.first
    }
    return EnumCases.value(of: type, at: isSecond ? 1 : 0) ?? EnumCases.value(of: type, at: 0)
  }

  private static func firstTwoCases<C: CaseIterable>(of type: C.Type) -> [Any] {
    Array(type.allCases.prefix(2))
  }

  private static func madeUp(_ isSecond: Bool) -> [ObjectIdentifier: any Sendable] {
    isSecond ? second : first
  }

  private static let first = values(1, false)
  private static let second = values(2, true)

  private static func values(_ number: UInt8, _ bool: Bool) -> [ObjectIdentifier: any Sendable] {
    [
      ObjectIdentifier(Bool.self): bool,
      ObjectIdentifier(Int.self): Int(number), ObjectIdentifier(Int8.self): Int8(number),
      ObjectIdentifier(Int16.self): Int16(number), ObjectIdentifier(Int32.self): Int32(number),
      ObjectIdentifier(Int64.self): Int64(number), ObjectIdentifier(UInt.self): UInt(number),
      ObjectIdentifier(UInt8.self): number, ObjectIdentifier(UInt16.self): UInt16(number),
      ObjectIdentifier(UInt32.self): UInt32(number), ObjectIdentifier(UInt64.self): UInt64(number),
      ObjectIdentifier(Float.self): Float(number), ObjectIdentifier(Double.self): Double(number),
      ObjectIdentifier(String.self): bool ? "Zm" : "Yn",
      ObjectIdentifier(Date.self): Date(timeIntervalSinceReferenceDate: Double(number)),
      ObjectIdentifier(UUID.self): UUID(
        uuid: (number, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
      ),
      ObjectIdentifier(URL.self): URL(filePath: bool ? "/second" : "/first"),
      ObjectIdentifier(Decimal.self): Decimal(Int(number)),
      ObjectIdentifier(Data.self): Data([number]),
      ObjectIdentifier([UInt8].self): [number],
    ]
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

/// One way of handing out first and second values, and a numbering of the places that get them.
struct Sample {
  /// The numbers of the places in a type, given as they are first met and kept from probe to probe.
  final class Numbering {
    private var numbers: [[String]: Int] = [:]
    var count: Int { numbers.count }

    func number(_ path: [String]) -> Int {
      if let number = numbers[path] { return number }
      numbers[path] = numbers.count
      return numbers.count - 1
    }
  }

  enum Pattern {
    case allFirst
    case allSecond
    /// One bit of each place's number, or of a scrambled form of it.
    ///
    /// The plain bits tell any two places apart. The scrambled ones tell a place from what may be
    /// computed from several: that would have to agree by chance in each sample.
    case bit(Int)
    case only(String)
  }

  let pattern: Pattern
  let numbering: Numbering

  func takesSecond(_ path: [String]) -> Bool {
    switch pattern {
    case .allFirst: return false
    case .allSecond: return true
    case .only(let key): return path.first == key
    case .bit(let bit):
      let number = UInt64(numbering.number(path))
      if bit < 16 { return number >> UInt64(bit) & 1 == 1 }
      var mixed = (number &+ 1) &* 0x9e37_79b9_7f4a_7c15
      mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
      return mixed >> UInt64(bit) & 1 == 1
    }
  }
}
