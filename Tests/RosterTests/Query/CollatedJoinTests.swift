import Foundation
import Testing

@testable import Roster

/// A join finds the rows that a collation has equal, also where their texts have another length.
struct CollatedJoinTests {
  private struct Price: Record {
    static let tableName = "prices"
    static let primaryKey = PrimaryKey(\Price.id)

    var id: Int64?
    var amount: Decimal
  }

  private struct Offer: Record {
    static let tableName = "offers"
    static let primaryKey = PrimaryKey(\Offer.id)

    var id: Int64?
    var amount: Decimal
  }

  @Test func decimalsOfAnotherSpellingAreJoined() throws {
    let database = try Database.inMemory()
    let (prices, offers) = (Repository<Price>(database), Repository<Offer>(database))
    try prices.createTable()
    try offers.createTable()
    try database.execute("INSERT INTO prices (amount) VALUES ('1.5'), ('2'), ('3.25')")
    try database.execute("INSERT INTO offers (amount) VALUES ('1.50'), ('2.000'), ('+3.25'), ('4')")
    #expect(try prices.join(offers) { $0.amount == $1.amount }.count() == 3)
    #expect(try offers.join(prices) { $0.amount == $1.amount }.count() == 3)
    let lost = prices.leftJoin(offers) { $0.amount == $1.amount }.filter { $1.id == nil }
    #expect(try lost.count() == 0)
  }

  @Test func textsThatACollationOfUsersHasEqualAreJoined() throws {
    let database = try Database.inMemory()
    try database.register(collation: "squeezed") {
      let (left, right) = ($0.filter { $0 != " " }, $1.filter { $0 != " " })
      return left < right ? .orderedAscending : left > right ? .orderedDescending : .orderedSame
    }
    try database.execute(
      """
      CREATE TABLE a (x TEXT COLLATE squeezed); CREATE TABLE b (x TEXT COLLATE squeezed);
      INSERT INTO a VALUES ('one two'), ('three');
      INSERT INTO b VALUES ('onetwo'), ('th ree'), ('z')
      """
    )
    let count = try database.query("SELECT count(*) FROM a JOIN b USING (x)", as: Int.self)
    #expect(count == [2])
  }
}
