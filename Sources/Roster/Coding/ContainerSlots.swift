/// The containers that a coder hands out, one for each type of coding keys, kept from row to row.
///
/// A container holds bare pointers into its coder's memory, so that copying it, which the standard
/// library does at every call, counts no references. `free` therefore tells whether any container
/// is still held by someone else, who must then be able to use the memory for ever.
struct ContainerSlots {
  /// One container, and what is known of it by its type.
  private class Slot {
    let table: KeyTable
    init(table: KeyTable) { self.table = table }
    /// Lets go of the container, and says whether someone else still holds it.
    func letGo() -> Bool { true }
  }

  private final class TypedSlot<Container>: Slot {
    /// In memory of its own, since each use of a variable of an object is checked for being the
    /// only one.
    ///
    /// Safe because this object alone owns the memory.
    private let container: UnsafeMutablePointer<Container>

    init(_ container: Container, _ table: KeyTable) {
      self.container = .allocate(capacity: 1)
      self.container.initialize(to: container)
      super.init(table: table)
    }

    deinit { container.deallocate() }

    /// Not inlined: here the type is at hand in the object, and in a caller it would be searched
    /// for in the runtime's tables, for every row.
    @inline(never)
    func get() -> Container { container.pointee }

    override func letGo() -> Bool {
      guard MemoryLayout<Container>.size == MemoryLayout<AnyObject>.size else { return true }
      // Safe because a keyed container is one reference to its box, and is only looked at.
      weak var box: AnyObject?
      box = container.withMemoryRebound(to: AnyObject.self, capacity: 1) { $0.pointee }
      container.deinitialize(count: 1)
      return box != nil
    }
  }

  private var keys: [ObjectIdentifier] = []
  private var slots: [Slot] = []

  /// The container for a type of keys, made by `make` at the first call.
  @inline(__always)
  mutating func container<Key: CodingKey, Container>(
    _ key: Key.Type,
    _ make: (KeyTable) -> Container
  ) -> Container {
    let id = ObjectIdentifier(key)
    for index in keys.indices where keys[index] == id {
      // Safe because a slot is stored beside the identity of its own type of keys, and a coder
      // makes containers of one kind only.
      return unsafeDowncast(slots[index], to: TypedSlot<Container>.self).get()
    }
    return add(id, make)
  }

  @inline(never)
  private mutating func add<Container>(
    _ id: ObjectIdentifier,
    _ make: (KeyTable) -> Container
  ) -> Container {
    let table = KeyTable.allocate()
    let slot = TypedSlot(make(table), table)
    keys.append(id)
    slots.append(slot)
    return slot.get()
  }

  /// Lets go of the containers, and frees their tables unless someone else holds one of them.
  ///
  /// To be called once, in the end.
  ///
  /// - Returns: whether nobody does, so that the coder's own memory can be freed too.
  func free() -> Bool {
    let isHeldElsewhere = slots.reduce(false) { $1.letGo() || $0 }
    guard !isHeldElsewhere else { return false }
    for slot in slots { slot.table.deallocate() }
    return true
  }
}
