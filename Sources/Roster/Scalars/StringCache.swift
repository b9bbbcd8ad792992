import Foundation

/// Texts that were read lately, so that one that occurs in many rows is made once and shared.
///
/// To make a string costs a check of its UTF-8, and an allocation from 16 bytes on; to find it here
/// costs a comparison. A column whose texts do not repeat is noticed, and its search given up.
struct StringCache: ~Copyable {
  private struct Place {
    /// The first and the last eight bytes, which may overlap; of fewer than eight, all.
    var ends: (UInt64, UInt64)
    var count: Int
    var text: String
  }

  private struct Column {
    var searches = 0
    var hits = 0
  }

  /// Pairs of places, one pair for each value of the hash.
  private static let pairs = 512
  /// Longer texts seldom repeat.
  private static let longest = 64
  /// After so many searches in a column, at least one in four must have found something.
  private static let trial = 1024
  /// Before so many searches there is no memory for texts: many statements read but a row or two.
  private static let warmUp = 32

  /// Safe because this object alone owns the memory of both, all of it initialized.
  private var places: UnsafeMutablePointer<Place>?
  private let columns: UnsafeMutablePointer<Column>
  private let columnCount: Int
  private var searchesBefore = 0

  init(columns count: Int) {
    columnCount = count
    columns = .allocate(capacity: count)
    columns.initialize(repeating: Column(), count: count)
  }

  deinit {
    places?.deinitialize(count: Self.pairs * 2)
    places?.deallocate()
    columns.deallocate()
  }

  /// The string of these bytes, shared with earlier rows where possible; nil if they are not UTF-8.
  ///
  /// - Parameter column: the column of the result that they are from.
  @inline(__always)
  mutating func string(_ bytes: UnsafeBufferPointer<UInt8>, in column: Int32) -> String? {
    guard 1...Self.longest ~= bytes.count,
      columns[Int(column)].searches < Self.trial
    else { return String(exactly: bytes) }
    return search(UnsafeRawBufferPointer(bytes), columns + Int(column))
  }

  @inline(never)
  private mutating func search(
    _ bytes: UnsafeRawBufferPointer,
    _ column: UnsafeMutablePointer<Column>
  ) -> String? {
    let utf8 = bytes.assumingMemoryBound(to: UInt8.self)
    guard let places = places ?? allocate() else { return String(exactly: utf8) }
    Self.count(&column.pointee)
    let ends = Self.ends(bytes)
    let mixed = (ends.0 ^ (ends.1 << 23 | ends.1 >> 41)) &* 0x9e37_79b9_7f4a_7c15
    let pair = places + 2 * Int(truncatingIfNeeded: mixed >> 55)
    for place in 0...1 where Self.holds(pair[place], utf8, ends) {
      column.pointee.hits &+= 1
      return pair[place].text
    }
    guard let string = String(exactly: utf8) else { return nil }
    // The older of the two makes room.
    (pair + 1).deinitialize(count: 1)
    (pair + 1).moveInitialize(from: pair, count: 1)
    pair.initialize(to: Place(ends: ends, count: bytes.count, text: string))
    return string
  }

  /// The memory for texts, once enough have gone by.
  private mutating func allocate() -> UnsafeMutablePointer<Place>? {
    searchesBefore += 1
    guard searchesBefore > Self.warmUp else { return nil }
    let count = Self.pairs * 2
    let places = UnsafeMutablePointer<Place>.allocate(capacity: count)
    places.initialize(repeating: Place(ends: (0, 0), count: 0, text: ""), count: count)
    self.places = places
    return places
  }

  /// Begins to count anew while the trial succeeds; otherwise `searches` stays at its limit, and
  /// that is the end of searching.
  @inline(__always)
  private static func count(_ column: inout Column) {
    column.searches &+= 1
    guard column.searches == trial, column.hits >= trial / 4 else { return }
    column = Column()
  }

  @inline(__always)
  private static func holds(
    _ place: borrowing Place,
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ ends: (UInt64, UInt64)
  ) -> Bool {
    place.ends == ends && place.count == bytes.count
      && (bytes.count <= 16 || place.text.hasBytes(bytes))
  }

  /// Up to 16 bytes, these are all of them; that they overlap does no harm, the count being known.
  @inline(__always)
  private static func ends(_ bytes: UnsafeRawBufferPointer) -> (UInt64, UInt64) {
    let count = bytes.count
    if count >= 8 {
      return (
        bytes.loadUnaligned(as: UInt64.self),
        bytes.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
      )
    }
    if count >= 4 {
      return (
        UInt64(bytes.loadUnaligned(as: UInt32.self)),
        UInt64(bytes.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self))
      )
    }
    return (UInt64(bytes[0]) | UInt64(bytes[count / 2]) << 8, UInt64(bytes[count - 1]))
  }
}
