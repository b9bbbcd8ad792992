// Written out for each primitive: the standard library's own `decodeIfPresent` asks three
// questions.
extension RowKeyedDecodingContainer {
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    let field = try field(key)
    do throws(FieldRefusal) { return try field.bool() } catch { throw refused(error, type, key) }
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    guard let field = try fieldIfPresent(key) else { return nil }
    do throws(FieldRefusal) { return try field.bool() } catch { throw refused(error, type, key) }
  }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    let field = try field(key)
    do throws(FieldRefusal) { return try field.string(state.pointee.strings) } catch {
      throw refused(error, type, key)
    }
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    guard let field = try fieldIfPresent(key) else { return nil }
    do throws(FieldRefusal) { return try field.string(state.pointee.strings) } catch {
      throw refused(error, type, key)
    }
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    let field = try field(key)
    do throws(FieldRefusal) { return try field.double() } catch { throw refused(error, type, key) }
  }

  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    guard let field = try fieldIfPresent(key) else { return nil }
    do throws(FieldRefusal) { return try field.double() } catch { throw refused(error, type, key) }
  }

  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    let field = try field(key)
    do throws(FieldRefusal) { return try field.float() } catch { throw refused(error, type, key) }
  }

  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    guard let field = try fieldIfPresent(key) else { return nil }
    do throws(FieldRefusal) { return try field.float() } catch { throw refused(error, type, key) }
  }

  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    let field = try field(key)
    do throws(FieldRefusal) { return try field.integer(Int.self) } catch {
      throw refused(error, type, key)
    }
  }

  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    guard let field = try fieldIfPresent(key) else { return nil }
    do throws(FieldRefusal) { return try field.integer(Int.self) } catch {
      throw refused(error, type, key)
    }
  }

  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
    let field = try field(key)
    do throws(FieldRefusal) { return try field.integer(Int8.self) } catch {
      throw refused(error, type, key)
    }
  }

  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    guard let field = try fieldIfPresent(key) else { return nil }
    do throws(FieldRefusal) { return try field.integer(Int8.self) } catch {
      throw refused(error, type, key)
    }
  }

  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
    let field = try field(key)
    do throws(FieldRefusal) { return try field.integer(Int16.self) } catch {
      throw refused(error, type, key)
    }
  }

  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    guard let field = try fieldIfPresent(key) else { return nil }
    do throws(FieldRefusal) { return try field.integer(Int16.self) } catch {
      throw refused(error, type, key)
    }
  }

  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
    let field = try field(key)
    do throws(FieldRefusal) { return try field.integer(Int32.self) } catch {
      throw refused(error, type, key)
    }
  }

  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    guard let field = try fieldIfPresent(key) else { return nil }
    do throws(FieldRefusal) { return try field.integer(Int32.self) } catch {
      throw refused(error, type, key)
    }
  }

  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    let field = try field(key)
    do throws(FieldRefusal) { return try field.integer(Int64.self) } catch {
      throw refused(error, type, key)
    }
  }

  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    guard let field = try fieldIfPresent(key) else { return nil }
    do throws(FieldRefusal) { return try field.integer(Int64.self) } catch {
      throw refused(error, type, key)
    }
  }

  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
    let field = try field(key)
    do throws(FieldRefusal) { return try field.integer(UInt.self) } catch {
      throw refused(error, type, key)
    }
  }

  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    guard let field = try fieldIfPresent(key) else { return nil }
    do throws(FieldRefusal) { return try field.integer(UInt.self) } catch {
      throw refused(error, type, key)
    }
  }

  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
    let field = try field(key)
    do throws(FieldRefusal) { return try field.integer(UInt8.self) } catch {
      throw refused(error, type, key)
    }
  }

  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    guard let field = try fieldIfPresent(key) else { return nil }
    do throws(FieldRefusal) { return try field.integer(UInt8.self) } catch {
      throw refused(error, type, key)
    }
  }

  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    let field = try field(key)
    do throws(FieldRefusal) { return try field.integer(UInt16.self) } catch {
      throw refused(error, type, key)
    }
  }

  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    guard let field = try fieldIfPresent(key) else { return nil }
    do throws(FieldRefusal) { return try field.integer(UInt16.self) } catch {
      throw refused(error, type, key)
    }
  }

  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    let field = try field(key)
    do throws(FieldRefusal) { return try field.integer(UInt32.self) } catch {
      throw refused(error, type, key)
    }
  }

  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    guard let field = try fieldIfPresent(key) else { return nil }
    do throws(FieldRefusal) { return try field.integer(UInt32.self) } catch {
      throw refused(error, type, key)
    }
  }

  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    let field = try field(key)
    do throws(FieldRefusal) { return try field.integer(UInt64.self) } catch {
      throw refused(error, type, key)
    }
  }

  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    guard let field = try fieldIfPresent(key) else { return nil }
    do throws(FieldRefusal) { return try field.integer(UInt64.self) } catch {
      throw refused(error, type, key)
    }
  }
}
