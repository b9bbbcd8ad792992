import Foundation

/// A `URL`: its text.
enum URLColumn: ScalarColumn, ColumnRules {
  typealias Rules = Self

  static let name = "url"
  static let storageClass = StorageClass.text
  static func storageClass(in form: StorageForm) -> StorageClass? { nil }
  static func collation(in form: StorageForm) -> TextOrder? { nil }
  static let formInJSON = FormInJSON.same
  static let isNumber = false
  static let isOrdered = false
  // Others may escape a slash, or not.
  static let hasOneTextInJSON = false
  static let samples = Samples(
    first: URL(filePath: "/1"),
    second: URL(filePath: "/2"),
    wild: URL(filePath: "/103")
  )

  static func read(_ field: Field, _ form: StorageForm) throws(FieldRefusal) -> URL {
    guard let url = URLText.url(try field.string()) else {
      throw .malformed("the TEXT is not a URL")
    }
    return url
  }

  static func write(_ url: URL, to sink: some FieldSink) throws {
    // As text, a relative URL would lose its base.
    guard url.baseURL == nil, URLText.url(url.absoluteString) != nil else {
      throw sink.refused(URL.self, "it would not come back the same from its text")
    }
    try sink.text(url.absoluteString)
  }
}

/// URLs as their text.
enum URLText {
  /// Reads what is a URL as it stands; a lenient reader would percent-encode, and so change it.
  static func url(_ text: String) -> URL? {
    URL(string: text, encodingInvalidCharacters: false)
  }
}
