import Foundation
import Testing

@testable import Roster

@Suite struct JoinTests {
  struct Customer: Record, Equatable {
    static let tableName = "customers"
    static let primaryKey = PrimaryKey(\Customer.id)
    var id: String
    var country: String?
  }

  struct Order: Record, Equatable {
    static let tableName = "Order Details"
    static let primaryKey = PrimaryKey(\Order.id)
    static let columnNaming = ColumnNaming.snakeCase
    var id: Int64?
    var customerID: String?
    var employeeID: Int64
    var amount: Double
  }

  struct Employee: Record, Equatable {
    static let tableName = "employees"
    static let primaryKey = PrimaryKey(\Employee.id)
    var id: Int64
    var name: String
    var reportsTo: Int64?
  }

  private struct Shop {
    let customers: Repository<Customer>
    let orders: Repository<Order>
    let employees: Repository<Employee>

    init() throws {
      let database = try Database.inMemory()
      customers = Repository(database)
      orders = Repository(database)
      employees = Repository(database)
      try customers.createTable()
      try orders.createTable()
      try employees.createTable()
      try customers.insert(contentsOf: [
        Customer(id: "A", country: "France"), Customer(id: "B", country: nil),
        Customer(id: "C", country: "France"),
      ])
      try employees.insert(contentsOf: [
        Employee(id: 1, name: "Boss", reportsTo: nil), Employee(id: 2, name: "Al", reportsTo: 1),
        Employee(id: 3, name: "Cleo", reportsTo: 2),
      ])
      try orders.insert(contentsOf: [
        Order(id: 1, customerID: "A", employeeID: 2, amount: 10),
        Order(id: 2, customerID: "A", employeeID: 3, amount: 5),
        Order(id: 3, customerID: "B", employeeID: 2, amount: 1),
        Order(id: 4, customerID: nil, employeeID: 1, amount: 99),
      ])
    }
  }

  @Test func joinsTwoTables() throws {
    let shop = try Shop()
    let pairs = try shop.orders.join(shop.customers) { $0.customerID == $1.id }
      .order { order, _ in [order.amount.ascending()] }.all()
    #expect(pairs.map(\.0.id) == [3, 2, 1])
    #expect(pairs.map(\.1.id) == ["B", "A", "A"])
    let join = shop.orders.join(shop.customers) { $0.customerID == $1.id }
    #expect(try join.count() == 3)
    #expect(try join.exists())
    #expect(try join.filter { $1.country == "France" && $0.amount > 5 }.first()?.0.id == 1)
    #expect(try join.filter { $1.country == "Spain" }.first() == nil)
    #expect(
      try join.order { [$0.id.ascending(), $1.id.ascending()] }.limit(1).offset(1).all().map(\.0.id)
        == [2]
    )
  }

  @Test func leftJoinsGiveNilForWhatIsMissing() throws {
    let shop = try Shop()
    let all = shop.customers.leftJoin(shop.orders) { $0.id == $1.customerID }
      .order { [$0.id.ascending(), $1.id.ascending()] }
    let rows = try all.all()
    #expect(rows.map(\.0.id) == ["A", "A", "B", "C"])
    #expect(rows.map { $0.1?.amount } == [10, 5, 1, nil])
    #expect(try all.filter { $1.id == nil }.all().map(\.0.id) == ["C"])
    #expect(try all.filter { $1.amount > 5 }.all().map(\.0.id) == ["A"])
    #expect(try all.filter { !($1.amount > 5) }.all().map(\.0.id) == ["A", "B", "C"])
    // A condition on the joined table alone does not take away rows of the other.
    let large = try shop.customers.leftJoin(shop.orders.filter { $0.amount > 5 }) {
      $0.id == $1.customerID
    }.order { customer, _ in [customer.id.ascending()] }.all()
    #expect(large.map { $0.1?.id } == [1, nil, nil])
  }

  @Test func joinsATableWithItself() throws {
    let shop = try Shop()
    let pairs = try shop.employees.leftJoin(shop.employees) { $0.reportsTo == $1.id }
      .order { one, _ in [one.id.ascending()] }.select { ($0.name, $1.name) }.all()
    #expect(pairs.map(\.0) == ["Boss", "Al", "Cleo"])
    #expect(pairs.map(\.1) == [nil, "Boss", "Al"])
    // The same query on both sides, with a condition of its own on each.
    let late = shop.employees.filter { $0.id > 1 }
    #expect(
      try late.join(late) { $0.reportsTo == $1.id }.all().map { [$0.0.id, $0.1.id] } == [[3, 2]]
    )
  }

  @Test func joinsFourTables() throws {
    let shop = try Shop()
    let rows = try shop.orders
      .join(shop.customers) { $0.customerID == $1.id }
      .join(shop.employees) { order, _, employee in order.employeeID == employee.id }
      .leftJoin(shop.employees) { _, _, employee, boss in employee.reportsTo == boss.id }
      .order { order, _, _, _ in [order.id.ascending()] }
      .all()
    #expect(rows.map(\.0.id) == [1, 2, 3])
    #expect(rows.map(\.2.name) == ["Al", "Cleo", "Al"])
    #expect(rows.map { $0.3?.name } == ["Boss", "Al", "Boss"])
  }

  @Test func groupsAcrossTables() throws {
    let shop = try Shop()
    let revenue = try shop.orders.join(shop.customers) { $0.customerID == $1.id }
      .group { [$1.country.key] }
      .order { order, _ in [order.amount.sum().descending()] }
      .select { ($1.country, $0.amount.sum(), $0.rowCount()) }
      .all()
    #expect(revenue.map(\.0) == ["France", nil])
    #expect(revenue.map(\.1) == [15, 1])
    #expect(revenue.map(\.2) == [2, 1])
    #expect(throws: RecordError.self) {
      // The column of the other table by the same name is not the one that is grouped by.
      try shop.orders.join(shop.employees) { $0.employeeID == $1.id }.group { [$1.id.key] }
        .select { order, _ in (order.id, order.rowCount()) }.all()
    }
  }

  @Test func joinsALimitedQueryAsAWhole() throws {
    let shop = try Shop()
    let top = shop.customers.order(by: \.id).limit(1)
    let rows = try top.join(shop.orders) { $0.id == $1.customerID }.order {
      [$0.id.ascending(), $1.id.ascending()]
    }.all()
    #expect(rows.map(\.1.id) == [1, 2])
    let first = shop.orders.order(by: \.id, .descending).limit(2)
    #expect(
      try shop.customers.leftJoin(first) { $0.id == $1.customerID }.all().compactMap { $0.1?.id }
        == [3]
    )
    let cut = shop.orders.join(shop.customers) { $0.customerID == $1.id }.limit(1)
    #expect(throws: RecordError.self) {
      try cut.join(shop.employees) { order, _, employee in order.employeeID == employee.id }.all()
    }
  }

  @Test func fetchesChildrenInTwoStatements() throws {
    let shop = try Shop()
    let families = try shop.customers.order(by: \.id).with(
      shop.orders.order(by: \.id, .descending),
      on: \.customerID
    )
    #expect(families.map(\.0.id) == ["A", "B", "C"])
    #expect(families.map { $0.1.map(\.id) } == [[2, 1], [3], []])
    let none = try shop.customers.filter { $0.id == "X" }.with(shop.orders, on: \.customerID)
    #expect(none.isEmpty)
    let busy = try shop.employees.with(shop.orders.filter { $0.amount > 5 }, on: \.employeeID)
    #expect(busy.map { $0.1.count } == [1, 1, 0])
    #expect(throws: RecordError.self) {
      try shop.customers.with(shop.orders.limit(1), on: \.customerID)
    }
  }

  @Test func findsCustomersWithoutOrders() throws {
    let shop = try Shop()
    let idle = shop.customers.filter { customer in
      !shop.orders.filter { $0.customerID == customer.id }.isNotEmpty
    }
    #expect(try idle.all().map(\.id) == ["C"])
    let same = shop.customers.filter { !$0.id.isIn(shop.orders.select { $0.customerID ?? "" }) }
    #expect(try same.all().map(\.id) == ["C"])
    let maybe = shop.orders.filter {
      $0.customerID.isIn(shop.customers.filter { $0.country != nil }.select(\.id))
    }
    #expect(try maybe.order(by: \.id).all().map(\.id) == [1, 2])
  }

  @Test func namesTheRowAndTableOfABadValueInAJoin() throws {
    let shop = try Shop()
    try shop.customers.database.execute("UPDATE employees SET name = x'00' WHERE id = 2")
    let join = shop.orders.join(shop.employees) { $0.employeeID == $1.id }
    #expect { try join.all() } throws: { error in
      "\(error)".contains("column \"name\" of table \"employees\", row id = 2")
    }
  }
}
