/// Memory for the text bound to a statement, kept in place until the statement has run.
///
/// SQLite can copy each text as it is bound, with an allocation for each, or use it where it lies.
/// It lies here: one block, filled from the start for each run. A block that is full is kept, and
/// another, larger one is begun; text that was bound never moves.
struct BindArena: ~Copyable {
  private var block: UnsafeMutableRawBufferPointer
  private var used = 0
  private var full: [UnsafeMutableRawBufferPointer] = []

  private static let firstSize = 4096
  /// More than this is given back after the run, so that one huge text does not stay for ever.
  private static let largestKept = 1 << 20

  init() {
    block = .allocate(byteCount: Self.firstSize, alignment: 1)
  }

  deinit {
    block.deallocate()
    for block in full { block.deallocate() }
  }

  /// A copy of the bytes, valid until `removeAll`; never without an address, even if empty.
  @inline(__always)
  mutating func keep(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeRawBufferPointer {
    if block.count - used < bytes.count { grow(bytes.count) }
    let start = used
    used += bytes.count
    let copy = UnsafeMutableRawBufferPointer(rebasing: block[start..<used])
    if !bytes.isEmpty { copy.copyMemory(from: UnsafeRawBufferPointer(bytes)) }
    return UnsafeRawBufferPointer(copy)
  }

  @inline(never)
  private mutating func grow(_ needed: Int) {
    full.append(block)
    block = .allocate(byteCount: max(needed, 2 * block.count), alignment: 1)
    used = 0
  }

  /// Makes room for the next run; nothing bound before may be stepped any more.
  @inline(__always)
  mutating func removeAll() {
    used = 0
    if !full.isEmpty || block.count > Self.largestKept { shrink() }
  }

  @inline(never)
  private mutating func shrink() {
    for block in full { block.deallocate() }
    full.removeAll()
    if block.count > Self.largestKept {
      block.deallocate()
      block = .allocate(byteCount: Self.firstSize, alignment: 1)
    }
  }
}
