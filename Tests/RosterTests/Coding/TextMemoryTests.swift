import Foundation
import Testing

@testable import Roster

/// The memory that texts are kept in, bound and read: nothing of one may show in another.
@Suite struct TextMemoryTests {
  struct Note: Record, Equatable {
    static let tableName = "notes"
    static let primaryKey = PrimaryKey(\Note.id)
    var id: Int
    var first: String
    var second: String?
  }

  private func notes(_ texts: [String]) throws -> (Repository<Note>, [Note]) {
    let notes = Repository<Note>(try Database.inMemory())
    try notes.createTable()
    return (
      notes,
      texts.enumerated().map { Note(id: $0, first: $1, second: $0 % 3 == 0 ? nil : $1 + "!") }
    )
  }

  /// Around each size at which a block of the arena is full, and far beyond.
  @Test func keepsTextsOfEveryLengthWhileTheArenaGrows() throws {
    let lengths =
      Array(0...70) + [4094, 4095, 4096, 4097, 8191, 8192, 8193, 70_000, 2_000_000, 1, 0]
    let (notes, records) = try notes(
      lengths.enumerated().map { String(repeating: "\($0 % 10)", count: $1) }
    )
    try notes.insert(contentsOf: records)
    #expect(try notes.all() == records)
    // The same statement again, now with short texts where long ones were.
    for record in records.reversed() {
      var other = record
      other.id += 1000
      #expect(try notes.insert(other) == other)
    }
    #expect(try notes.find(all: records.map(\.id)) == records)
  }

  @Test func sharesOnlyTextsThatAreTheSame() throws {
    // Alike at both ends, where the cache looks first, and of every length it keeps and does not.
    var texts: [String] = []
    for length in 0...70 {
      for letter in ["a", "b", "é", "a"] {
        let ends = min(8, length / 3)
        let middle = String(repeating: letter, count: length - 2 * ends)
        texts.append("12345678".prefix(ends) + middle + "87654321".suffix(ends))
      }
    }
    // As many bytes at each end as there are in all, once and twice.
    texts += ["abcd", "abcdabcd", "abcdefgh", "abcdefghabcdefgh", "ab", "abab", "a", "aa", "aaa"]
    texts += texts.reversed()
    let (notes, records) = try notes(texts)
    try notes.insert(contentsOf: records)
    #expect(try notes.all() == records)
    #expect(try notes.all() == records, "the second time from the cache of the first")
  }

  @Test func holdsNoMoreMemoryThanTheRowsNeedWhenTheyHaveBecomeFew() throws {
    let (notes, records) = try notes((0..<1000).map { "text \($0)" })
    try notes.insert(contentsOf: records)
    #expect(try notes.all().capacity < 2000)
    #expect(try notes.all().capacity < 2000)
    try notes.database.execute("DELETE FROM notes WHERE id >= 10")
    let few = try notes.all()
    #expect(few == Array(records[..<10]))
    #expect(few.capacity < 100)
    #expect(try notes.all() == few)
  }

  @Test func readsOnWhenTextsDoNotRepeat() throws {
    let (notes, records) = try notes((0..<3000).map { "a text that occurs once, no. \($0)" })
    try notes.insert(contentsOf: records)
    #expect(try notes.all() == records)
  }

  @Test func refusesATextThatIsAlikeButNotUTF8() throws {
    let (notes, _) = try notes([])
    let text = "a text of more than fifteen bytes"
    try notes.insert(Note(id: 1, first: text))
    try notes.database.execute(
      "INSERT INTO notes VALUES (2, CAST(\(Data("a text".utf8)) || x'ff' AS TEXT), NULL)"
    )
    #expect(try notes.get(1).first == text)
    #expect(throws: DecodingError.self) { try notes.all() }
    // Three bytes that a repairing reader would turn into three others.
    for broken in ["f09f98", "ff", "c3", "61c3", "eda080", "c080"] {
      try notes.database.execute("UPDATE notes SET first = CAST(x'\(raw: broken)' AS TEXT)")
      #expect(throws: DecodingError.self, "\(broken)") { try notes.get(1) }
    }
  }

  @Test func freesItsMemoryUnlessAContainerIsHeld() {
    struct Fault: Error {}
    func container(_ slots: inout ContainerSlots) -> KeyedEncodingContainer<Note.CodingKeys> {
      slots.container(Note.CodingKeys.self) { _ in
        RefusingEncoder(error: Fault()).container(keyedBy: Note.CodingKeys.self)
      }
    }
    var slots = ContainerSlots()
    _ = container(&slots)
    #expect(slots.free())
    var others = ContainerSlots()
    let held = container(&others)
    #expect(!others.free())
    withExtendedLifetime(held) {}
  }

  @Test func letsAContainerOutliveItsStatement() throws {
    final class Keeper: Codable {
      var container: KeyedEncodingContainer<Note.CodingKeys>?
      var decoder: (any Decoder)?
      init() {}
      init(from decoder: any Decoder) throws {
        self.decoder = decoder
        let container = try decoder.container(keyedBy: Note.CodingKeys.self)
        _ = try container.decode(Int.self, forKey: .id)
      }
      func encode(to encoder: any Encoder) throws {}
    }
    let kept: [Keeper]
    do {
      let (notes, records) = try notes(["a", "b"])
      try notes.insert(contentsOf: records)
      kept = try notes.database.query("SELECT * FROM notes", as: Keeper.self)
      try notes.database.close()
    }
    for keeper in kept {
      let container = try keeper.decoder?.container(keyedBy: Note.CodingKeys.self)
      #expect(throws: DecodingError.self) { try container?.decode(Int.self, forKey: .id) }
      #expect(throws: DecodingError.self) {
        try container?.decodeIfPresent(String.self, forKey: .first)
      }
    }
  }
}

extension TextMemoryTests.Note {
  init(id: Int, first: String) { self.init(id: id, first: first, second: nil) }
  enum CodingKeys: CodingKey { case id, first, second }
}
