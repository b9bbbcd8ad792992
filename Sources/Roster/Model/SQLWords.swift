/// The words of a statement: names, numbers, texts and signs.
///
/// See <https://www.sqlite.org/lang_keywords.html>.
struct SQLWords {
  enum Kind {
    /// A name or a keyword without quotes.
    case bare
    /// A name in quotes, without them.
    case quoted
    /// A text, as it is written.
    case literal
    /// A number or a blob.
    case number
    case sign
  }

  struct Word {
    let kind: Kind
    let text: String
    /// Where it begins and ends, in UTF-8.
    let range: Range<Int>

    func isKeyword(_ keyword: String) -> Bool { kind == .bare && isSameName(text, keyword) }

    func isSign(_ sign: String) -> Bool { kind == .sign && text == sign }
  }

  private let bytes: [UInt8]
  private var position = 0

  private init(_ sql: String) { bytes = Array(sql.utf8) }

  /// All words, without comments and space.
  static func words(of sql: String) -> [Word] {
    var words = SQLWords(sql)
    var all: [Word] = []
    while let word = words.next() { all.append(word) }
    return all
  }

  /// The words as they compare: names without quotes and case, without parentheses around it all.
  static func canonical(_ sql: String) -> [String] {
    var words = self.words(of: sql).map { word in
      word.kind == .literal ? word.text : word.text.asciiLowercased
    }
    while words.first == "(", closing(words, 0) == words.count - 1 {
      words = Array(words.dropFirst().dropLast())
    }
    return words
  }

  /// Where the parenthesis that opens at a place is closed.
  private static func closing(_ words: [String], _ start: Int) -> Int? {
    var depth = 0
    for index in start..<words.count {
      if words[index] == "(" { depth += 1 }
      if words[index] == ")" { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }

  private func byte(_ offset: Int = 0) -> UInt8? {
    position + offset < bytes.count ? bytes[position + offset] : nil
  }

  private mutating func next() -> Word? {
    skipSpace()
    guard let first = byte() else { return nil }
    let start = position
    switch first {
    case UInt8(ascii: "'"):
      skipQuoted(until: first)
      return word(.literal, from: start)
    case UInt8(ascii: "\""), UInt8(ascii: "`"):
      skipQuoted(until: first)
      let quote = Character(Unicode.Scalar(first))
      let name = text(start + 1..<max(start + 1, position - 1))
      return Word(
        kind: .quoted,
        text: name.replacing("\(quote)\(quote)", with: "\(quote)"),
        range: start..<position
      )
    case UInt8(ascii: "["):
      while let byte = byte(), byte != UInt8(ascii: "]") { position += 1 }
      position = min(position + 1, bytes.count)
      let name = text(start + 1..<max(start + 1, position - 1))
      return Word(kind: .quoted, text: name, range: start..<position)
    case _ where Self.isDigit(first):
      while let byte = byte(), Self.isName(byte) || byte == UInt8(ascii: ".") { position += 1 }
      return word(.number, from: start)
    case _ where Self.isName(first):
      while let byte = byte(), Self.isName(byte) { position += 1 }
      // A blob: x'0123'.
      if position - start == 1, first | 0x20 == UInt8(ascii: "x"), byte() == UInt8(ascii: "'") {
        skipQuoted(until: UInt8(ascii: "'"))
        return word(.number, from: start)
      }
      return word(.bare, from: start)
    default:
      position += 1
      return word(.sign, from: start)
    }
  }

  private func word(_ kind: Kind, from start: Int) -> Word {
    Word(kind: kind, text: text(start..<position), range: start..<position)
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// Passes over a quoted piece, in which a doubled quote stands for one.
  private mutating func skipQuoted(until quote: UInt8) {
    position += 1
    while let byte = byte() {
      position += 1
      guard byte == quote else { continue }
      guard self.byte() == quote else { return }
      position += 1
    }
  }

  private mutating func skipSpace() {
    while let byte = byte() {
      if byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte) {
        position += 1
      } else if byte == UInt8(ascii: "-"), self.byte(1) == byte {
        while let byte = self.byte(), byte != UInt8(ascii: "\n") { position += 1 }
      } else if byte == UInt8(ascii: "/"), self.byte(1) == UInt8(ascii: "*") {
        position += 2
        while self.byte() != nil,
          !(self.byte() == UInt8(ascii: "*") && self.byte(1) == UInt8(ascii: "/"))
        { position += 1 }
        position = min(position + 2, bytes.count)
      } else {
        return
      }
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isName(_ byte: UInt8) -> Bool {
    byte >= 0x80 || isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
      || (0x61...0x7A).contains(byte | 0x20)
  }
}
