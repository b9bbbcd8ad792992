import Foundation

/// Lays out the story on standard output, in 80 columns.
struct Console {
  private static let width = 80
  private static let margin = 11

  func title(_ text: String) {
    write("\(text)\n\(String(repeating: "=", count: Self.width))\n")
  }

  func step(_ number: Int, _ text: String) {
    write("\n\(number). \(text)\n\(String(repeating: "-", count: Self.width))\n")
  }

  /// The call that a step makes.
  func swift(_ text: String) { block("Swift", text) }

  /// The SQL that the call runs.
  func sql(_ text: String) { block("SQL", text) }

  /// What came of it.
  func result(_ text: String) { block("Result", text) }

  func farewell(_ path: String) {
    let file =
      path.contains(where: { !$0.isLetter && !$0.isNumber && !"._-/".contains($0) })
      ? "'\(path.replacing("'", with: "'\\''"))'" : path
    write(
      """

      \(String(repeating: "=", count: Self.width))
      The file is yours to look at:

        sqlite3 -header -column \(file)

      and at its prompt, for one:

        SELECT schools.city, count(*) AS students, round(avg(average), 1) AS average
        FROM students JOIN schools ON schools.id = students.schoolID
        GROUP BY schools.id ORDER BY students DESC;

      """
    )
  }

  /// Says what went wrong, on standard error.
  func complain(_ text: String) { write(text + "\n", to: .standardError) }

  private func block(_ label: String, _ text: String) {
    var label = label
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      for piece in wrapped(String(line)) {
        let margin = "   " + label.padding(toLength: Self.margin - 3, withPad: " ", startingAt: 0)
        write(margin + piece + "\n")
        label = ""
      }
    }
  }

  /// Breaks a line at its spaces; what does not fit goes on two columns further in.
  private func wrapped(_ line: String) -> [String] {
    guard line.count > Self.width - Self.margin else { return [line] }
    let indent = String(line.prefix { $0 == " " })
    var pieces: [String] = []
    var piece = indent
    for word in assignments(in: line) {
      if piece.count > indent.count, piece.count + 1 + word.count > Self.width - Self.margin {
        pieces.append(piece)
        piece = indent + "  " + word
      } else {
        piece += piece.count > indent.count ? " \(word)" : word
      }
    }
    return pieces + [piece]
  }

  /// The words of a line, where `"age" = ?5` counts as one.
  private func assignments(in line: String) -> [String] {
    var words: [String] = []
    var joinsNext = false
    for word in line.split(separator: " ").map(String.init) {
      if word == "=" || joinsNext, let last = words.popLast() {
        words.append("\(last) \(word)")
      } else {
        words.append(word)
      }
      joinsNext = word == "="
    }
    return words
  }

  private func write(_ text: String, to file: FileHandle = .standardOutput) {
    do {
      try file.write(contentsOf: Data(text.utf8))
    } catch {
      // Nobody reads any more; the file on disk is still worth finishing.
    }
  }
}
