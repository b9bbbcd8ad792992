/// Blanks out comments and the text of string literals; what an interpolation holds stays.
///
/// Every line keeps its number and every byte its column, so that what is found in the result is
/// found in the source.
struct Stripper {
  private let source: [UInt8]
  private var result: [UInt8]
  private var position = 0

  static func strip(_ text: String) -> String {
    var stripper = Stripper(text)
    stripper.skipCode(insideInterpolation: false)
    return String(decoding: stripper.result, as: UTF8.self)
  }

  private init(_ text: String) {
    source = Array(text.utf8)
    result = source
  }

  private mutating func skipCode(insideInterpolation: Bool) {
    var depth = 0
    while position < source.count {
      if starts(with: "//") {
        while position < source.count, source[position] != UInt8(ascii: "\n") { blank() }
      } else if starts(with: "/*") {
        blankBlockComment()
      } else if let pounds = poundsBeforeQuote() {
        position += pounds
        skipString(pounds: pounds)
      } else {
        if source[position] == UInt8(ascii: "(") { depth += 1 }
        if source[position] == UInt8(ascii: ")") {
          depth -= 1
          if insideInterpolation, depth < 0 { return }
        }
        position += 1
      }
    }
  }

  /// Swift's block comments nest.
  private mutating func blankBlockComment() {
    var depth = 0
    repeat {
      if starts(with: "/*") {
        depth += 1
        blank(2)
      } else if starts(with: "*/") {
        depth -= 1
        blank(2)
      } else {
        blank()
      }
    } while depth > 0 && position < source.count
  }

  /// Leaves the quotes, as a sign that there was a literal.
  private mutating func skipString(pounds: Int) {
    let quote = starts(with: "\"\"\"") ? "\"\"\"" : "\""
    let end = quote + String(repeating: "#", count: pounds)
    let escape = "\\" + String(repeating: "#", count: pounds)
    position += quote.utf8.count
    while position < source.count {
      if starts(with: end) {
        position += end.utf8.count
        return
      }
      if starts(with: escape + "(") {
        blank(escape.utf8.count)
        position += 1
        skipCode(insideInterpolation: true)
        if position < source.count { position += 1 }
      } else if starts(with: escape) {
        blank(escape.utf8.count + 1)
      } else if quote.utf8.count == 1, source[position] == UInt8(ascii: "\n") {
        // An unfinished literal, which the compiler refuses: do not take the rest for text.
        return
      } else {
        blank()
      }
    }
  }

  /// How many `#` stand here before a quote, or nil if this is not where a string begins.
  private func poundsBeforeQuote() -> Int? {
    var pounds = 0
    while position + pounds < source.count, source[position + pounds] == UInt8(ascii: "#") {
      pounds += 1
    }
    guard position + pounds < source.count, source[position + pounds] == UInt8(ascii: "\"") else {
      return nil
    }
    return pounds
  }

  private func starts(with text: String) -> Bool {
    source[position...].starts(with: text.utf8)
  }

  private mutating func blank(_ count: Int = 1) {
    for _ in 0..<count where position < source.count {
      if source[position] != UInt8(ascii: "\n") { result[position] = UInt8(ascii: " ") }
      position += 1
    }
  }
}
