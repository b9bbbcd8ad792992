/// Why a stored value cannot become the Swift value asked for.
enum FieldRefusal: Error {
  case null
  case storageClass(StorageClass)
  case outOfRange
  case inexact
  case malformed(String)
  case outOfMemory
  case rowIsGone

  /// The standard library's error, at `path`, for a value that was to become a `type`.
  func error(_ type: any Any.Type, at path: [any CodingKey]) -> DecodingError {
    func context(_ text: String) -> DecodingError.Context {
      DecodingError.Context(codingPath: path, debugDescription: text)
    }
    switch self {
    case .null:
      return .valueNotFound(type, context("found NULL, wanted \(type)"))
    case .storageClass(let found):
      return .typeMismatch(type, context("found \(found), wanted \(type)"))
    case .outOfRange:
      return .dataCorrupted(context("found an INTEGER that is out of range for \(type)"))
    case .inexact:
      return .dataCorrupted(context("found a number that \(type) cannot hold exactly"))
    case .malformed(let reason):
      return .dataCorrupted(context("wanted \(type), but \(reason)"))
    case .outOfMemory:
      return .dataCorrupted(context("SQLite had no memory for the value"))
    case .rowIsGone:
      return .dataCorrupted(context("the row is gone: it can be decoded only while it is current"))
    }
  }
}

extension DecodingError {
  /// The same error with another path and description.
  func rewritten(
    path: ([any CodingKey]) -> [any CodingKey] = { $0 },
    description: (String) -> String = { $0 }
  ) -> DecodingError {
    func rewrite(_ context: Context) -> Context {
      Context(
        codingPath: path(context.codingPath),
        debugDescription: description(context.debugDescription),
        underlyingError: context.underlyingError
      )
    }
    switch self {
    case .typeMismatch(let type, let context): return .typeMismatch(type, rewrite(context))
    case .valueNotFound(let type, let context): return .valueNotFound(type, rewrite(context))
    case .keyNotFound(let key, let context): return .keyNotFound(key, rewrite(context))
    case .dataCorrupted(let context): return .dataCorrupted(rewrite(context))
    @unknown default: return self
    }
  }

  /// The context, whatever the case.
  var context: Context? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context
    @unknown default: nil
    }
  }
}

extension EncodingError {
  /// The refusal to store a value, without the value: only its type goes into the error.
  static func refused(
    _ type: any Any.Type,
    at path: [any CodingKey],
    _ reason: String
  ) -> EncodingError {
    .invalidValue(
      type,
      Context(codingPath: path, debugDescription: "\(type) cannot be stored: \(reason)")
    )
  }

  /// The same error with another path and description.
  func rewritten(
    path: ([any CodingKey]) -> [any CodingKey] = { $0 },
    description: (String) -> String = { $0 }
  ) -> EncodingError {
    guard case .invalidValue(let value, let context) = self else { return self }
    return .invalidValue(
      value,
      Context(
        codingPath: path(context.codingPath),
        debugDescription: description(context.debugDescription),
        underlyingError: context.underlyingError
      )
    )
  }
}

/// A coding key made of a name alone.
struct NameKey: CodingKey, Hashable {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }
}
