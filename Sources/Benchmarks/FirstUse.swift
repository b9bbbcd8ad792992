import Roster

/// What a type costs when it is met for the first time: probing it and planning its statements.
enum FirstUse {
  static func run(_ options: Options, _ report: Report) throws {
    guard options.only == nil || options.only == "first use" else { return }
    let database = try Database.inMemory()
    let clock = ContinuousClock()
    // A type of another shape first, so that what is set up once per process is not counted.
    _ = try Repository<Workload.Triple>(database).createStatements
    let time = try clock.measure { _ = try Repository<FreshOrder>(database).createStatements }
    report.note("first use of a type of 14 columns: \(report.format(time)) (to reach: 2 ms)")
  }

  /// A type that no workload uses.
  struct FreshOrder: Record {
    static let tableName = "fresh_orders"
    static let primaryKey = PrimaryKey(\FreshOrder.orderID)
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
}
