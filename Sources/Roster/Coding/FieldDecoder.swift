/// Hands one column to a type that encodes itself as a single scalar: an enum, a typed ID, an
/// optional.
struct FieldDecoder: ScalarDecoder {
  let owner: RowDecoder
  let column: Int32

  var codingPath: [any CodingKey] { owner.layout.path(column) }

  func decodeNil() -> Bool { owner.isNull(column) }

  // The generic form, and then each primitive: by way of the former, the column's memory of shapes
  // would go back and forth between the wrapper and what it wraps.
  func decode<T: Decodable>(_ type: T.Type) throws -> T { try owner.read(type, column) }

  func decode(_ type: Bool.Type) throws -> Bool {
    let field = try owner.field(column)
    do throws(FieldRefusal) { return try field.bool() } catch {
      throw error.error(type, at: codingPath)
    }
  }

  func decode(_ type: String.Type) throws -> String {
    let field = try owner.field(column)
    do throws(FieldRefusal) { return try field.string() } catch {
      throw error.error(type, at: codingPath)
    }
  }

  func decode(_ type: Double.Type) throws -> Double {
    let field = try owner.field(column)
    do throws(FieldRefusal) { return try field.double() } catch {
      throw error.error(type, at: codingPath)
    }
  }

  func decode(_ type: Float.Type) throws -> Float {
    let field = try owner.field(column)
    do throws(FieldRefusal) { return try field.float() } catch {
      throw error.error(type, at: codingPath)
    }
  }

  func decode(_ type: Int.Type) throws -> Int {
    let field = try owner.field(column)
    do throws(FieldRefusal) { return try field.integer(Int.self) } catch {
      throw error.error(type, at: codingPath)
    }
  }

  func decode(_ type: Int8.Type) throws -> Int8 {
    let field = try owner.field(column)
    do throws(FieldRefusal) { return try field.integer(Int8.self) } catch {
      throw error.error(type, at: codingPath)
    }
  }

  func decode(_ type: Int16.Type) throws -> Int16 {
    let field = try owner.field(column)
    do throws(FieldRefusal) { return try field.integer(Int16.self) } catch {
      throw error.error(type, at: codingPath)
    }
  }

  func decode(_ type: Int32.Type) throws -> Int32 {
    let field = try owner.field(column)
    do throws(FieldRefusal) { return try field.integer(Int32.self) } catch {
      throw error.error(type, at: codingPath)
    }
  }

  func decode(_ type: Int64.Type) throws -> Int64 {
    let field = try owner.field(column)
    do throws(FieldRefusal) { return try field.integer(Int64.self) } catch {
      throw error.error(type, at: codingPath)
    }
  }

  func decode(_ type: UInt.Type) throws -> UInt {
    let field = try owner.field(column)
    do throws(FieldRefusal) { return try field.integer(UInt.self) } catch {
      throw error.error(type, at: codingPath)
    }
  }

  func decode(_ type: UInt8.Type) throws -> UInt8 {
    let field = try owner.field(column)
    do throws(FieldRefusal) { return try field.integer(UInt8.self) } catch {
      throw error.error(type, at: codingPath)
    }
  }

  func decode(_ type: UInt16.Type) throws -> UInt16 {
    let field = try owner.field(column)
    do throws(FieldRefusal) { return try field.integer(UInt16.self) } catch {
      throw error.error(type, at: codingPath)
    }
  }

  func decode(_ type: UInt32.Type) throws -> UInt32 {
    let field = try owner.field(column)
    do throws(FieldRefusal) { return try field.integer(UInt32.self) } catch {
      throw error.error(type, at: codingPath)
    }
  }

  func decode(_ type: UInt64.Type) throws -> UInt64 {
    let field = try owner.field(column)
    do throws(FieldRefusal) { return try field.integer(UInt64.self) } catch {
      throw error.error(type, at: codingPath)
    }
  }
}
