import CSQLite

extension Order {
  static let columns = """
    "orderID", "customerID", "employeeID", "orderDate", "requiredDate", "shippedDate", "shipVia", \
    "freight", "shipName", "shipAddress", "shipCity", "shipRegion", "shipPostalCode", "shipCountry"
    """
  static let placeholders = Array(repeating: "?", count: 14).joined(separator: ", ")

  /// The order in the current row of a statement.
  @inline(__always)
  init(row statement: OpaquePointer) {
    self.init(
      orderID: sqlite3_column_int64(statement, 0),
      customerID: text(statement, 1),
      employeeID: integer(statement, 2),
      orderDate: text(statement, 3),
      requiredDate: text(statement, 4),
      shippedDate: text(statement, 5),
      shipVia: integer(statement, 6),
      freight: real(statement, 7),
      shipName: text(statement, 8),
      shipAddress: text(statement, 9),
      shipCity: text(statement, 10),
      shipRegion: text(statement, 11),
      shipPostalCode: text(statement, 12),
      shipCountry: text(statement, 13)
    )
  }

  /// Binds the order to the parameters from 1 on.
  @inline(__always)
  func bind(_ hand: ByHand, _ statement: OpaquePointer) throws {
    try hand.bind(orderID, statement, 1)
    try hand.bind(customerID, statement, 2)
    try hand.bind(employeeID, statement, 3)
    try hand.bind(orderDate, statement, 4)
    try hand.bind(requiredDate, statement, 5)
    try hand.bind(shippedDate, statement, 6)
    try hand.bind(shipVia, statement, 7)
    try hand.bind(freight, statement, 8)
    try hand.bind(shipName, statement, 9)
    try hand.bind(shipAddress, statement, 10)
    try hand.bind(shipCity, statement, 11)
    try hand.bind(shipRegion, statement, 12)
    try hand.bind(shipPostalCode, statement, 13)
    try hand.bind(shipCountry, statement, 14)
  }
}
