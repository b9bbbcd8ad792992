import Foundation

@testable import Roster

/// What the table test expects of one scalar: how the sample `first` is kept, and more values.
struct ScalarRow {
  /// `INTEGER`, as in CREATE TABLE.
  let declared: String
  /// The sample in a column, as SQLite prints it: `typeof`, then `quote`.
  let stored: String
  /// The sample in JSON.
  let json: String
  /// Values besides the samples that no other order than Swift's would sort.
  let values: [any Sendable]

  init(_ declared: String, _ stored: String, _ json: String, _ values: [any Sendable]) {
    self.declared = declared
    self.stored = stored
    self.json = json
    self.values = values
  }

  /// Without a `default`: a scalar that is added to the list needs a row here, or nothing compiles.
  static func of(_ scalar: ScalarType) -> ScalarRow {
    switch scalar {
    case .bool: ScalarRow("INTEGER", "integer 0", "false", [])
    case .int: integer(Int.self)
    case .int8: integer(Int8.self)
    case .int16: integer(Int16.self)
    case .int32: integer(Int32.self)
    case .int64: integer(Int64.self)
    case .uint: integer(UInt.self)
    case .uint8: integer(UInt8.self)
    case .uint16: integer(UInt16.self)
    case .uint32: integer(UInt32.self)
    case .uint64: integer(UInt64.self)
    // Not 0.1, whose shortest text in JSON is that of another double than the float's own.
    case .float: ScalarRow("REAL", "real 1.0", "1", [0.25, -1024, 10, 9] as [Float])
    case .double: ScalarRow("REAL", "real 1.0", "1", [0.1, -1e15, 10.0, 9.0])
    case .string: ScalarRow("TEXT", "text 'Yn'", #""Yn""#, ["", "10", "9", "é", "日本", "'\""])
    case .data: ScalarRow("BLOB", "blob X'01'", #""AQ==""#, [Data(), Data([255, 0])])
    case .bytes: ScalarRow("BLOB", "blob X'01'", "[1]", [[UInt8](), [255, 0] as [UInt8]])
    case .date:
      ScalarRow(
        "TEXT",
        "text '2001-01-01 00:00:01.000'",
        #""2001-01-01 00:00:01.000""#,
        [-1e10, 1e10, 0.1 + 0.2].map { Date(timeIntervalSinceReferenceDate: $0) }
      )
    case .uuid:
      ScalarRow(
        "TEXT",
        "text '01000000-0000-0000-0000-000000000000'",
        #""01000000-0000-0000-0000-000000000000""#,
        ["FF000000-0000-0000-0000-00000000000A", "0F000000-0000-0000-0000-000000000000"]
          .compactMap(UUID.init)
      )
    case .url:
      ScalarRow(
        "TEXT",
        "text 'file:///1'",
        #""file:///1""#,
        ["https://example.org/a%20b?q=1#f", "x:"].compactMap { URL(string: $0) }
      )
    case .decimal:
      ScalarRow(
        "TEXT",
        "text '1'",
        "1",
        ["10", "9", "-10", "0.1", "12345678901234567.123456789"].compactMap { Decimal(string: $0) }
      )
    case .duration:
      ScalarRow(
        "TEXT",
        "text '1'",
        "[0,1000000000000000000]",
        [.seconds(10), .seconds(9), .seconds(-10), .nanoseconds(1), .zero] as [Duration]
          + [Duration(attoseconds: .min), Duration(attoseconds: .max)]
      )
    }
  }

  private static func integer<I: FixedWidthInteger & Sendable>(_: I.Type) -> ScalarRow {
    ScalarRow("INTEGER", "integer 1", "1", [I.min, 9, 10, I(clamping: Int64.max)] as [I])
  }
}
