/// Collects records of a type known only at run time, faster than an array does.
///
/// In code that is compiled once for all types, each append to an array looks its type up in the
/// runtime's tables. Here a record goes straight to its place, and the array is made at the end.
struct RowBuffer<Element>: ~Copyable {
  /// Safe because this object alone owns the memory, of which `count` elements are initialized.
  private var elements: UnsafeMutablePointer<Element>
  private var count = 0
  private var capacity = 16

  init() {
    elements = .allocate(capacity: capacity)
  }

  deinit {
    elements.deinitialize(count: count)
    elements.deallocate()
  }

  @inline(__always)
  mutating func append(_ make: () throws -> Element) rethrows {
    if count == capacity { grow() }
    (elements + count).initialize(to: try make())
    count += 1
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: elements, count: count)
    elements.deallocate()
    elements = larger
    capacity *= 2
  }

  /// The elements, which leave the buffer.
  mutating func takeArray() -> [Element] {
    let array = [Element](unsafeUninitializedCapacity: count) { buffer, initialized in
      if let start = buffer.baseAddress { start.moveInitialize(from: elements, count: count) }
      initialized = count
    }
    count = 0
    return array
  }
}
