/// A generator that gives the same numbers in every run (xorshift64*).
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64 = 0x2545_f491_4f6c_dd1d

  mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 0x2545_f491_4f6c_dd1d
  }
}
