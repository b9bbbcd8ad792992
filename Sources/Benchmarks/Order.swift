import Roster

/// A row in the shape of Northwind's Orders: 3 integers, 1 real, 10 texts, most of them optional.
struct Order: Record, Equatable {
  static let tableName = "orders"
  static let primaryKey = PrimaryKey(\Order.orderID)

  var orderID: Int64
  var customerID: String?
  var employeeID: Int64?
  var orderDate: String?
  var requiredDate: String?
  var shippedDate: String?
  var shipVia: Int64?
  var freight: Double?
  var shipName: String?
  var shipAddress: String?
  var shipCity: String?
  var shipRegion: String?
  var shipPostalCode: String?
  var shipCountry: String?
}

/// The same row under snake_case columns and coding keys of its own.
struct RenamedOrder: Record {
  static let tableName = "renamed_orders"
  static let primaryKey = PrimaryKey(\RenamedOrder.orderID)
  static let columnNaming = ColumnNaming.snakeCase

  var orderID: Int64
  var customerID: String?
  var employeeID: Int64?
  var orderDate: String?
  var requiredDate: String?
  var shippedDate: String?
  var shipVia: Int64?
  var freight: Double?
  var shipName: String?
  var shipAddress: String?
  var shipCity: String?
  var shipRegion: String?
  var shipPostalCode: String?
  var shipCountry: String?

  enum CodingKeys: String, CodingKey {
    case orderID = "orderNumber"
    case customerID = "customerCode"
    case employeeID, orderDate, requiredDate, shippedDate, shipVia
    case freight = "freightCharge"
    case shipName, shipAddress, shipCity, shipRegion, shipPostalCode, shipCountry
  }

  init(_ order: Order) {
    orderID = order.orderID
    customerID = order.customerID
    employeeID = order.employeeID
    orderDate = order.orderDate
    requiredDate = order.requiredDate
    shippedDate = order.shippedDate
    shipVia = order.shipVia
    freight = order.freight
    shipName = order.shipName
    shipAddress = order.shipAddress
    shipCity = order.shipCity
    shipRegion = order.shipRegion
    shipPostalCode = order.shipPostalCode
    shipCountry = order.shipCountry
  }
}

extension Order {
  /// Orders made from a fixed seed, with about as many different names, dates and NULLs as
  /// Northwind's.
  static func madeUp(_ count: Int) -> [Order] {
    var random = SeededRandom()
    let words = [
      "Alpine", "Bay", "Cedar", "Delta", "Ernst", "Folk", "Gran", "Hill", "Island", "Juniper",
    ]
    let cities = (0..<70).map { "City of \(words[$0 % 10]) \($0)" }
    let ships = (0..<90).map { "\(words[$0 % 10]) Trading & Søn \($0)" }
    let addresses = (0..<90).map { "\($0 * 7) \(words[$0 / 10]) Street, Floor \($0 % 5)" }
    let countries = [
      "Germany", "USA", "Brazil", "France", "UK", "Venezuela", "Austria", "Sweden", "Norway",
    ]
    func date(_ day: Int) -> String {
      let (year, rest) = day.quotientAndRemainder(dividingBy: 336)
      let (month, dayOfMonth) = rest.quotientAndRemainder(dividingBy: 28)
      func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
      return "\(1980 + year)-\(two(month + 1))-\(two(dayOfMonth + 1))"
    }
    return (0..<count).map { index in
      let customer = Int.random(in: 0..<90, using: &random)
      func unlessOneIn(_ chance: Int, _ text: String) -> String? {
        Int.random(in: 0..<chance, using: &random) == 0 ? nil : text
      }
      return Order(
        orderID: Int64(index + 1),
        customerID: "C\(100 + customer)",
        employeeID: .random(in: 1...9, using: &random),
        orderDate: date(index % 16_000),
        requiredDate: date(index % 16_000 + 28),
        shippedDate: unlessOneIn(40, date(index % 16_000 + 9)),
        shipVia: .random(in: 1...3, using: &random),
        freight: Double(Int.random(in: 2...100_000, using: &random)) / 100,
        shipName: ships[customer],
        shipAddress: addresses[customer],
        shipCity: cities[customer % 70],
        shipRegion: customer % 5 < 3 ? nil : "Region \(customer % 5)",
        shipPostalCode: unlessOneIn(45, "\(10_000 + customer * 311)"),
        shipCountry: countries[customer % 9]
      )
    }
  }
}
