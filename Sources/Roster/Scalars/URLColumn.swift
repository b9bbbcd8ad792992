import Foundation

extension Field {
  func url() throws(FieldRefusal) -> URL {
    let text = try string()
    guard let url = URLText.url(text) else {
      throw .malformed("the TEXT is not a URL")
    }
    return url
  }
}

extension FieldSink {
  func url(_ url: URL) throws {
    // As text, a relative URL would lose its base.
    guard url.baseURL == nil, URLText.url(url.absoluteString) != nil else {
      throw refused(URL.self, "it would not come back the same from its text")
    }
    try text(url.absoluteString)
  }
}

/// URLs as their text.
enum URLText {
  /// Reads what is a URL as it stands; a lenient reader would percent-encode, and so change it.
  static func url(_ text: String) -> URL? {
    URL(string: text, encodingInvalidCharacters: false)
  }
}
