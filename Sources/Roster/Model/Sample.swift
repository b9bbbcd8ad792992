/// One way of handing out values, and a numbering of the places that get them.
struct Sample {
  /// Which of the values that a place can take it takes.
  enum Choice {
    case first
    case second
    /// A value that most ways of computing one property from another would change, and for an
    /// optional, nil.
    case wild
  }

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
    case all(Choice)
    /// The first or the second, by a bit of each place's number: that tells any two places apart.
    case bit(Int)
    /// The first or another, by a bit of a scrambled form of the number: that tells a place from
    /// what is computed from several, which would have to agree by chance in each sample.
    case scrambledBit(Int, Choice)
    case only(String)
  }

  let pattern: Pattern
  let numbering: Numbering

  func choice(_ path: [String]) -> Choice {
    let number = UInt64(numbering.number(path))
    switch pattern {
    case .all(let choice): return choice
    case .only(let key): return path.first == key ? .second : .first
    case .bit(let bit): return number >> UInt64(bit) & 1 == 1 ? .second : .first
    case .scrambledBit(let bit, let other):
      var mixed = (number &+ 1) &* 0x9e37_79b9_7f4a_7c15
      mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
      return mixed >> UInt64(bit) & 1 == 1 ? other : .first
    }
  }
}
