/// The same value under the name that a generic context knows its type by.
///
/// Safe because the caller has found the types to be one: the shape that chose the codec is stored
/// under the identity of `type`.
@inline(__always)
func same<Value, Named>(_ value: Value, as type: Named.Type) -> Named {
  withUnsafePointer(to: value) {
    UnsafeRawPointer($0).assumingMemoryBound(to: Named.self).pointee
  }
}
