/// What probing a record type from all sides brought to light.
struct RecordProbing<Root: Codable> {
  /// The coding keys, in the order in which the type asks for them.
  private(set) var fields: [Probe.Field] = []
  /// Instances that differ in which of two values each property holds.
  private(set) var samples: [Root] = []
  /// For each place in the type, what it holds in each sample.
  private var places: [[String]: (kind: ColumnKind, values: [SQLValue?])] = [:]

  private let example: [String: any Encodable]
  private let numbering = Sample.Numbering()
  private var encodedKeys: Set<String> = []
  private var givenKeys: Set<String> = []

  /// - Throws: `RecordError.cannotInspect` when no instance can be made, or when the keys decoded
  ///   are not those encoded.
  init(example instance: Root? = nil) throws {
    do {
      example = try instance.map { try ProbeEncoder.encode($0).values } ?? [:]
    } catch {
      throw Self.cannotInspect("its example cannot be encoded: \(Probe.reason(error))")
    }
    let first = Probe(sample: sample(.all(.first)), example: example)
    do {
      try add(first.instance(of: Root.self), from: first)
    } catch let error as RecordError {
      throw error
    } catch {
      throw Self.cannotInspect(Self.reason(first, error))
    }
    try addSamples()
    try compareKeys()
  }

  /// The paths of the places that hold these values in the samples.
  func places(holding values: [SQLValue?], kind: ColumnKind) -> [[String]] {
    places.filter { $0.value.kind == kind && $0.value.values == values }.map(\.key)
      .sorted { $0.joined(separator: ".") < $1.joined(separator: ".") }
  }

  private func sample(_ pattern: Sample.Pattern) -> Sample {
    Sample(pattern: pattern, numbering: numbering)
  }

  private mutating func addSamples() throws {
    let plainBits = Int.bitWidth - numbering.count.leadingZeroBitCount
    var patterns: [Sample.Pattern] = [.all(.second), .all(.wild)]
    patterns += (0..<plainBits).map { .bit($0) }
    patterns += (20..<28).map { .scrambledBit($0, .second) }
    patterns += (32..<38).map { .scrambledBit($0, .wild) }
    var fixed: Set<String> = []
    for pattern in patterns {
      if (try? addSample(pattern, fixed)) != nil { continue }
      // Some property refuses its second value. Which ones do is found out once.
      if fixed.isEmpty { fixed = keysThatRefuse() }
      // Where only a combination is refused, this sample is left out and the others must do.
      try? addSample(pattern, fixed)
    }
  }

  private mutating func addSample(_ pattern: Sample.Pattern, _ fixed: Set<String>) throws {
    let probe = Probe(sample: sample(pattern), example: example, fixed: fixed)
    try add(probe.instance(of: Root.self), from: probe)
  }

  private func keysThatRefuse() -> Set<String> {
    Set(
      fields.map(\.key).filter { key in
        let probe = Probe(sample: sample(.only(key)), example: example)
        return (try? probe.instance(of: Root.self)) == nil
      }
    )
  }

  private mutating func add(_ instance: Root, from probe: Probe) throws {
    let encoded = try ProbeEncoder.encode(instance)
    var seen: Set<String> = []
    for key in encoded.keys where !seen.insert(key).inserted {
      throw Self.cannotInspect("it encodes \"\(key)\" twice, perhaps in a class and its parent")
    }
    encodedKeys.formUnion(seen)
    for field in probe.fields {
      if field.wasGiven { givenKeys.insert(field.key) }
      if let known = fields.firstIndex(where: { $0.key == field.key }) {
        fields[known].isOptional = fields[known].isOptional || field.isOptional
      } else {
        var field = field
        // A key that not every instance asks for is one that not every row has.
        field.isOptional = field.isOptional || !samples.isEmpty
        fields.append(field)
      }
    }
    for key in fields.indices where !probe.fields.contains(where: { $0.key == fields[key].key }) {
      fields[key].isOptional = true
    }
    for (path, node) in probe.nodes {
      var place = places[path] ?? (node.kind, Array(repeating: nil, count: samples.count))
      // For a column, what the instance would store: it may not be what was decoded.
      let stored = path.count == 1 ? Self.stored(encoded.values[path[0]]) : node.value
      place.values.append(stored)
      places[path] = place
    }
    samples.append(instance)
    for path in places.keys { places[path]?.values.pad(to: samples.count) }
  }

  private static func stored(_ value: (any Encodable)?) -> SQLValue? {
    guard let value else { return .some(.null) }
    return try? SQLValue(encoding: value)
  }

  private func compareKeys() throws {
    func list(_ keys: some Sequence<String>) -> String {
      keys.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
    }
    let decoded = Set(fields.map(\.key))
    let onlyEncoded = encodedKeys.subtracting(decoded)
    guard onlyEncoded.isEmpty else {
      throw Self.keysDiffer(
        "encode(to:) writes \(list(onlyEncoded)), which init(from:) never reads"
      )
    }
    // A key that was nil in every sample may have been left out for that.
    let onlyDecoded = decoded.intersection(givenKeys).subtracting(encodedKeys)
    guard onlyDecoded.isEmpty else {
      throw Self.keysDiffer(
        "init(from:) reads \(list(onlyDecoded)), which encode(to:) never writes"
      )
    }
  }

  private static func keysDiffer(_ reason: String) -> RecordError {
    .invalidSchema(type: "\(Root.self)", reason: reason)
  }

  private static func reason(_ probe: Probe, _ error: any Error) -> String {
    guard let failure = probe.failure else { return Probe.reason(error) }
    let place = failure.path.joined(separator: ".")
    return "no value of type \(failure.type) could be made up for \"\(place)\": \(failure.reason)"
  }

  private static func cannotInspect(_ reason: String) -> RecordError {
    .cannotInspect(
      type: "\(Root.self)",
      reason: reason,
      remedy: "static let example = \(Root.self)(...)"
    )
  }
}

extension Array where Element == SQLValue? {
  fileprivate mutating func pad(to length: Int) {
    while count < length { append(nil) }
  }
}
