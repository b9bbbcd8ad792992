extension Field {
  @inline(__always)
  func bool() throws(FieldRefusal) -> Bool {
    guard type == Self.integerType else { throw refusal }
    switch integer {
    case 0: return false
    case 1: return true
    default: throw .malformed("the INTEGER is neither 0 nor 1")
    }
  }
}
