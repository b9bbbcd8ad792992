import CSQLite
import Foundation
import Roster

extension Workload {
  static let converting = [
    Workload(name: "Date, UUID, enum, Decimal", rows: 16_000, target: 1.5, run: convert),
    Workload(name: "JSON of 20 kB", rows: 2_000, target: 1.1, run: readJSON),
  ]

  enum Kind: String, Codable, Sendable { case letter, parcel, pallet }

  struct Shipment: Record, Equatable {
    static let tableName = "shipments"
    static let primaryKey = PrimaryKey(\Shipment.id)
    var id: Int64
    var token: UUID
    var sentAt: Date
    var arrivedAt: Date?
    var kind: Kind
    var price: Decimal
  }

  private static func convert(_ bench: Bench, _ rows: Int) throws -> Measurement {
    var random = SeededRandom()
    let kinds: [Kind] = [.letter, .parcel, .pallet]
    let shipments = try bench.fill(
      (0..<rows).map { index in
        let milliseconds = Int.random(in: 0..<800_000_000_000, using: &random)
        let seconds = Double.random(in: 0..<800_000_000, using: &random)
        let cents = Int.random(in: 1..<1_000_000, using: &random)
        return Shipment(
          id: Int64(index),
          token: UUID(),
          sentAt: Date(timeIntervalSinceReferenceDate: Double(milliseconds) / 1000),
          arrivedAt: index % 3 == 0 ? nil : Date(timeIntervalSinceReferenceDate: seconds),
          kind: kinds[index % 3],
          price: Decimal(cents) / 100
        )
      }
    )
    let select = try bench.hand.prepare(
      "SELECT id, token, sentAt, arrivedAt, kind, price FROM shipments"
    )
    func byHand() throws -> [Shipment] {
      var result: [Shipment] = []
      while try bench.hand.step(select) {
        guard let token = text(select, 1).flatMap(UUID.init(uuidString:)),
          let sentAt = dateByHand(select, 2),
          let kind = text(select, 4).flatMap(Kind.init(rawValue:)),
          let price = text(select, 5).flatMap({ Decimal(string: $0) })
        else { throw Disagreement(workload: "convert") }
        result.append(
          Shipment(
            id: sqlite3_column_int64(select, 0),
            token: token,
            sentAt: sentAt,
            arrivedAt: dateByHand(select, 3),
            kind: kind,
            price: price
          )
        )
      }
      sqlite3_reset(select)
      return result
    }
    guard try shipments.all() == byHand() else { throw Disagreement(workload: "convert") }
    return try bench.measure("Date, UUID, enum, Decimal", rows: rows) {
      keep(try shipments.all())
    } byHand: {
      keep(try byHand())
    }
  }

  /// `YYYY-MM-DD HH:MM:SS.fraction`, the way C programs read it: digits to `timegm`, the fraction
  /// apart.
  private static func dateByHand(_ statement: OpaquePointer, _ column: Int32) -> Date? {
    guard let start = sqlite3_column_text(statement, column) else { return nil }
    let count = Int(sqlite3_column_bytes(statement, column))
    guard count >= 19 else { return nil }
    func number(_ offset: Int, _ width: Int) -> Int32 {
      var number: Int32 = 0
      for index in offset..<offset + width { number = number * 10 + Int32(start[index]) - 48 }
      return number
    }
    var parts = tm()
    parts.tm_year = number(0, 4) - 1900
    parts.tm_mon = number(5, 2) - 1
    parts.tm_mday = number(8, 2)
    parts.tm_hour = number(11, 2)
    parts.tm_min = number(14, 2)
    parts.tm_sec = number(17, 2)
    let seconds = timegm(&parts) - 978_307_200
    guard count > 20 else { return Date(timeIntervalSinceReferenceDate: Double(seconds)) }
    // All the digits in one number, divided once, so that the result is the nearest double.
    var digits = seconds
    var scale = 1.0
    for index in 20..<count {
      let next = digits.multipliedReportingOverflow(by: 10)
      guard !next.overflow, next.partialValue.magnitude < 1 << 53 else {
        return slowDateByHand(seconds, start, count)
      }
      digits = next.partialValue + Int(start[index]) - 48
      scale *= 10
    }
    guard digits.magnitude < 1 << 53 else { return slowDateByHand(seconds, start, count) }
    return Date(timeIntervalSinceReferenceDate: Double(digits) / scale)
  }

  private static func slowDateByHand(
    _ seconds: Int,
    _ start: UnsafePointer<UInt8>,
    _ count: Int
  ) -> Date? {
    let fraction = UnsafeBufferPointer(start: start + 20, count: count - 20)
    let decimal = "\(seconds).\(String(decoding: fraction, as: UTF8.self))"
    return Double(decimal).map(Date.init(timeIntervalSinceReferenceDate:))
  }

  struct Reading: Codable, Equatable {
    var sensor: String
    var unit: String
    var values: [Double]
    var tags: [String: String]
  }

  struct Document: Record {
    static let tableName = "documents"
    static let primaryKey = PrimaryKey(\Document.id)
    var id: Int64
    var readings: [Reading]
  }

  private static func readJSON(_ bench: Bench, _ rows: Int) throws -> Measurement {
    var random = SeededRandom()
    let documents = try bench.fill(
      (0..<rows).map { index in
        Document(
          id: Int64(index),
          readings: (0..<46).map { sensor in
            Reading(
              sensor: "sensor \(sensor)",
              unit: "kPa",
              values: (0..<60).map { _ in
                Double(Int.random(in: 0..<100_000, using: &random)) / 100
              },
              tags: ["place": "hall \(sensor % 7)", "state": "ok"]
            )
          }
        )
      }
    )
    let select = try bench.hand.prepare("SELECT id, readings FROM documents")
    let decoder = JSONDecoder()
    return try bench.measure("JSON of 20 kB", rows: rows) {
      keep(try documents.all())
    } byHand: {
      var result: [Document] = []
      while try bench.hand.step(select) {
        let count = Int(sqlite3_column_bytes(select, 1))
        guard let start = sqlite3_column_text(select, 1) else { continue }
        result.append(
          Document(
            id: sqlite3_column_int64(select, 0),
            readings: try decoder.decode([Reading].self, from: Data(bytes: start, count: count))
          )
        )
      }
      sqlite3_reset(select)
      keep(result)
    }
  }
}
