// Written out for each primitive: the standard library's own `decodeIfPresent` asks three
// questions. Inlined, so that the standard library's call arrives here and not at a thunk.
extension RowKeyedDecodingContainer {
  @inline(__always)
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    let field = try field(key)
    do throws(FieldRefusal) { return try field.bool() } catch { throw refused(error, type, key) }
  }

  @inline(__always)
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    guard let field = try fieldIfPresent(key) else { return nil }
    do throws(FieldRefusal) { return try field.bool() } catch { throw refused(error, type, key) }
  }

  @inline(__always)
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    let field = try field(key)
    do throws(FieldRefusal) {
      return try field.string(state.pointee.strings, in: column(key))
    } catch {
      throw refused(error, type, key)
    }
  }

  @inline(__always)
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    guard let field = try fieldIfPresent(key) else { return nil }
    do throws(FieldRefusal) {
      return try field.string(state.pointee.strings, in: column(key))
    } catch {
      throw refused(error, type, key)
    }
  }

  @inline(__always)
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    let field = try field(key)
    do throws(FieldRefusal) { return try field.double() } catch { throw refused(error, type, key) }
  }

  @inline(__always)
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    guard let field = try fieldIfPresent(key) else { return nil }
    do throws(FieldRefusal) { return try field.double() } catch { throw refused(error, type, key) }
  }

  @inline(__always)
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    let field = try field(key)
    do throws(FieldRefusal) { return try field.float() } catch { throw refused(error, type, key) }
  }

  @inline(__always)
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    guard let field = try fieldIfPresent(key) else { return nil }
    do throws(FieldRefusal) { return try field.float() } catch { throw refused(error, type, key) }
  }

  /// What nearly every integer is, told in few instructions; the rest is left to `checked`.
  @inline(__always)
  private func integer<I: FixedWidthInteger>(_ type: I.Type, _ key: Key) throws -> I {
    guard let field = readyField(key), field.type == Field.integerType,
      let value = I(exactly: field.integer)
    else { return try checked(type, key) }
    return value
  }

  @inline(never)
  private func checked<I: FixedWidthInteger>(_ type: I.Type, _ key: Key) throws -> I {
    let field = try field(key)
    do throws(FieldRefusal) { return try field.integer(type) } catch {
      throw refused(error, type, key)
    }
  }

  @inline(__always)
  private func integerIfPresent<I: FixedWidthInteger>(_ type: I.Type, _ key: Key) throws -> I? {
    guard let field = try fieldIfPresent(key) else { return nil }
    do throws(FieldRefusal) { return try field.integer(type) } catch {
      throw refused(error, type, key)
    }
  }

  @inline(__always)
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try integer(type, key) }

  @inline(__always)
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try integerIfPresent(type, key)
  }

  @inline(__always)
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try integer(type, key) }

  @inline(__always)
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    try integerIfPresent(type, key)
  }

  @inline(__always)
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try integer(type, key) }

  @inline(__always)
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    try integerIfPresent(type, key)
  }

  @inline(__always)
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try integer(type, key) }

  @inline(__always)
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try integerIfPresent(type, key)
  }

  @inline(__always)
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try integer(type, key) }

  @inline(__always)
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try integerIfPresent(type, key)
  }

  @inline(__always)
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try integer(type, key) }

  @inline(__always)
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    try integerIfPresent(type, key)
  }

  @inline(__always)
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try integer(type, key) }

  @inline(__always)
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    try integerIfPresent(type, key)
  }

  @inline(__always)
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try integer(type, key) }

  @inline(__always)
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try integerIfPresent(type, key)
  }

  @inline(__always)
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try integer(type, key) }

  @inline(__always)
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try integerIfPresent(type, key)
  }

  @inline(__always)
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try integer(type, key) }

  @inline(__always)
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try integerIfPresent(type, key)
  }
}
