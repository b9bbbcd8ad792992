import Foundation

/// Texts that were read lately, so that one that occurs in many rows is made once and shared.
///
/// A string of more than 15 bytes costs an allocation; finding it here costs a comparison. A column
/// whose texts do not repeat is noticed, and the search given up.
struct StringCache: ~Copyable {
  private static let size = 512
  /// Shorter ones need no allocation, and longer ones seldom repeat.
  private static let lengths = 16...64

  /// Safe because this object alone owns the memory, all of it initialized.
  private let strings: UnsafeMutablePointer<String>
  private var searches = 0
  private var hits = 0

  init() {
    strings = .allocate(capacity: Self.size)
    strings.initialize(repeating: "", count: Self.size)
  }

  deinit {
    strings.deinitialize(count: Self.size)
    strings.deallocate()
  }

  /// The string of these bytes, shared with earlier rows where possible; nil if they are not UTF-8.
  @inline(__always)
  mutating func string(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    guard Self.lengths.contains(bytes.count), searches < 1024 else { return String(exactly: bytes) }
    return search(bytes)
  }

  @inline(never)
  private mutating func search(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    countSearch()
    let place = strings + Self.place(UnsafeRawBufferPointer(bytes))
    if place.pointee.hasBytes(bytes) {
      hits += 1
      return place.pointee
    }
    let string = String(exactly: bytes)
    if let string { place.pointee = string }
    return string
  }

  /// Starts to count anew while at least one in four is found; otherwise `searches` stays at its
  /// limit, and that is the end of searching.
  private mutating func countSearch() {
    searches += 1
    guard searches == 1024, hits >= 256 else { return }
    searches = 0
    hits = 0
  }

  private static func place(_ bytes: UnsafeRawBufferPointer) -> Int {
    let first = bytes.loadUnaligned(as: UInt64.self)
    let last = bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self)
    let mixed = (first ^ (last << 23 | last >> 41)) &* 0x9e37_79b9_7f4a_7c15
    return Int(truncatingIfNeeded: mixed >> 55)
  }
}
