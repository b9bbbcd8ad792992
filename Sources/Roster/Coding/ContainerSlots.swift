/// The containers that a coder hands out, one for each type of coding keys, kept from row to row.
///
/// A container holds bare pointers into its coder's memory, so that copying it, which the standard
/// library does at every call, counts no references. `free` therefore tells whether any container
/// is still held by someone else, who must then be able to use the memory for ever.
struct ContainerSlots {
  private struct Slot {
    /// Safe because it holds a container for the type of keys that stands beside it in `keys`.
    let container: UnsafeMutableRawPointer
    let table: KeyTable
    let isHeldElsewhere: (UnsafeMutableRawPointer) -> Bool
    let free: (UnsafeMutableRawPointer) -> Void
  }

  private var keys: [ObjectIdentifier] = []
  /// In memory of their own, untyped: to name the type of a generic box would cost a search in the
  /// runtime's tables for every row.
  private var containers: [UnsafeMutableRawPointer] = []
  private var slots: [Slot] = []

  /// The container for a type of keys, made by `make` at the first call.
  ///
  /// A coder makes containers of one kind only, so that its type follows from that of the keys.
  @inline(__always)
  mutating func container<Key: CodingKey, Container>(
    _ key: Key.Type,
    _ make: (KeyTable) -> Container
  ) -> Container {
    let id = ObjectIdentifier(key)
    for index in keys.indices where keys[index] == id {
      return containers[index].assumingMemoryBound(to: Container.self).pointee
    }
    return add(id, make)
  }

  @inline(never)
  private mutating func add<Container>(
    _ id: ObjectIdentifier,
    _ make: (KeyTable) -> Container
  ) -> Container {
    let table = KeyTable.allocate()
    let memory = UnsafeMutablePointer<Container>.allocate(capacity: 1)
    memory.initialize(to: make(table))
    keys.append(id)
    containers.append(memory)
    let slot = Slot(container: memory, table: table) {
      // Safe because a keyed container is one reference to its box, and is only looked at.
      MemoryLayout<Container>.size != MemoryLayout<AnyObject>.size
        || !isKnownUniquelyReferenced(&$0.assumingMemoryBound(to: AnyObject.self).pointee)
    } free: {
      let memory = $0.assumingMemoryBound(to: Container.self)
      memory.deinitialize(count: 1)
      memory.deallocate()
    }
    slots.append(slot)
    return memory.pointee
  }

  /// Frees the containers and their tables, unless someone else holds one of them.
  ///
  /// - Returns: whether nobody does, so that the coder's own memory can be freed too.
  mutating func free() -> Bool {
    guard !slots.contains(where: { $0.isHeldElsewhere($0.container) }) else { return false }
    for slot in slots {
      slot.free(slot.container)
      slot.table.deallocate()
    }
    return true
  }
}
