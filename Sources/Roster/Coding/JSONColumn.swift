import Foundation

/// Values that need more than one column of a scalar, kept as JSON with sorted keys.
///
/// Inside the JSON, dates and UUIDs take the same text as in a column of their own.
enum JSONColumn {
  /// Passes a decoder out of `JSONDecoder`, for types that ask a row for a nested container.
  private struct DecoderGrabber: Decodable {
    let decoder: any Decoder
    init(from decoder: any Decoder) { self.decoder = decoder }
  }

  /// A decoder of JSON text whose coding path begins with `key`.
  static func decoder(
    of text: UnsafeBufferPointer<UInt8>,
    under key: some CodingKey
  ) throws(FieldRefusal) -> any Decoder {
    // The text as the only member of an object, so that the path grows by itself.
    var json = Data("{".utf8)
    let name = NameKey(key.stringValue)
    do {
      json += try encoder.encode(name.stringValue) + Data(":".utf8) + text + Data("}".utf8)
      let outer = try decoder.decode(DecoderGrabber.self, from: json).decoder
      return try outer.container(keyedBy: NameKey.self).superDecoder(forKey: name)
    } catch {
      throw .malformed("the TEXT is not JSON")
    }
  }

  /// The JSON text of a value.
  ///
  /// - Throws: `EncodingError`, its path beginning with `path`.
  static func encode(_ value: some Encodable, at path: [any CodingKey]) throws -> Data {
    do {
      let json = try encoder.encode(value)
      // The one thing that JSONEncoder writes and no reader of JSON takes: a Decimal that is NaN.
      if json.firstRange(of: Data("NaN".utf8)) != nil,
        (try? JSONSerialization.jsonObject(with: json, options: .fragmentsAllowed)) == nil
      {
        throw EncodingError.refused(type(of: value), at: [], "it contains NaN, which is no JSON")
      }
      return json
    } catch let error as EncodingError {
      throw error.rewritten(path: { path + $0 })
    }
  }

  /// The JSON text of a value that stands by itself, as SQL.
  static func text(_ value: some Encodable) throws -> SQLValue {
    .text(String(decoding: try encode(value, at: []), as: UTF8.self))
  }

  /// The value in JSON text.
  ///
  /// - Throws: `DecodingError`, its path beginning with `path`; whatever the type's `init(from:)`
  ///   throws.
  static func decode<T: Decodable>(
    _ type: T.Type,
    _ text: UnsafeBufferPointer<UInt8>,
    at path: [any CodingKey]
  ) throws -> T {
    // Safe because the bytes stay in place while the row is current; the decoder copies them
    // itself before it lets any of its parts escape.
    let data = text.baseAddress.map {
      Data(
        bytesNoCopy: UnsafeMutableRawPointer(mutating: $0),
        count: text.count,
        deallocator: .none
      )
    }
    do {
      return try decoder.decode(type, from: data ?? Data())
    } catch let error as DecodingError {
      throw error.rewritten(path: { path + $0 }, description: { "in the JSON: \($0)" })
    }
  }

  // Both are configured once and only called afterwards, which Foundation allows from any thread.
  private static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom(DateColumn.encode)
    return encoder
  }()

  private static let decoder: JSONDecoder = {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom(DateColumn.decode)
    return decoder
  }()
}

extension JSONColumn: ColumnRules {
  static let name = "json"
  static let storageClass = StorageClass.text
  static func storageClass(in form: StorageForm) -> StorageClass? { nil }
  static func collation(in form: StorageForm) -> TextOrder? { nil }
  static let formInJSON = FormInJSON.other
  static let isNumber = false
}

extension ColumnKind {
  static var json: ColumnKind { ColumnKind(rules: JSONColumn.self) }
}
