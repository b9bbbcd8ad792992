import CSQLite
import Roster

/// A record of a certain number of integer columns.
protocol WideRecord: Record {
  static var width: Int { get }
  init(number: Int64)
  init(row: OpaquePointer)
}

struct Columns2: WideRecord {
  static let tableName = "columns2"
  static let primaryKey = PrimaryKey(\Columns2.c0)
  static let width = 2
  var c0, c1: Int64

  init(number: Int64) {
    c0 = number
    c1 = number + 1
  }

  init(row: OpaquePointer) {
    func column(_ column: Int32) -> Int64 { sqlite3_column_int64(row, column) }
    (c0, c1) = (column(0), column(1))
  }
}

struct Columns8: WideRecord {
  static let tableName = "columns8"
  static let primaryKey = PrimaryKey(\Columns8.c0)
  static let width = 8
  var c0, c1, c2, c3, c4, c5, c6, c7: Int64

  init(number: Int64) {
    c0 = number
    (c1, c2, c3, c4) = (number + 1, number + 2, number + 3, number + 4)
    (c5, c6, c7) = (number + 5, number + 6, number + 7)
  }

  init(row: OpaquePointer) {
    func column(_ column: Int32) -> Int64 { sqlite3_column_int64(row, column) }
    (c0, c1, c2, c3) = (column(0), column(1), column(2), column(3))
    (c4, c5, c6, c7) = (column(4), column(5), column(6), column(7))
  }
}

struct Columns32: WideRecord {
  static let tableName = "columns32"
  static let primaryKey = PrimaryKey(\Columns32.c0)
  static let width = 32
  var c0, c1, c2, c3, c4, c5, c6, c7: Int64
  var c8, c9, c10, c11, c12, c13, c14, c15: Int64
  var c16, c17, c18, c19, c20, c21, c22, c23: Int64
  var c24, c25, c26, c27, c28, c29, c30, c31: Int64

  init(number: Int64) {
    c0 = number
    (c1, c2, c3, c4) = (number + 1, number + 2, number + 3, number + 4)
    (c5, c6, c7, c8) = (number + 5, number + 6, number + 7, number + 8)
    (c9, c10, c11, c12) = (number + 9, number + 10, number + 11, number + 12)
    (c13, c14, c15, c16) = (number + 13, number + 14, number + 15, number + 16)
    (c17, c18, c19, c20) = (number + 17, number + 18, number + 19, number + 20)
    (c21, c22, c23, c24) = (number + 21, number + 22, number + 23, number + 24)
    (c25, c26, c27, c28) = (number + 25, number + 26, number + 27, number + 28)
    (c29, c30, c31) = (number + 29, number + 30, number + 31)
  }

  init(row: OpaquePointer) {
    func column(_ column: Int32) -> Int64 { sqlite3_column_int64(row, column) }
    (c0, c1, c2, c3) = (column(0), column(1), column(2), column(3))
    (c4, c5, c6, c7) = (column(4), column(5), column(6), column(7))
    (c8, c9, c10, c11) = (column(8), column(9), column(10), column(11))
    (c12, c13, c14, c15) = (column(12), column(13), column(14), column(15))
    (c16, c17, c18, c19) = (column(16), column(17), column(18), column(19))
    (c20, c21, c22, c23) = (column(20), column(21), column(22), column(23))
    (c24, c25, c26, c27) = (column(24), column(25), column(26), column(27))
    (c28, c29, c30, c31) = (column(28), column(29), column(30), column(31))
  }
}

struct Columns64: WideRecord {
  static let tableName = "columns64"
  static let primaryKey = PrimaryKey(\Columns64.c0)
  static let width = 64
  var c0, c1, c2, c3, c4, c5, c6, c7: Int64
  var c8, c9, c10, c11, c12, c13, c14, c15: Int64
  var c16, c17, c18, c19, c20, c21, c22, c23: Int64
  var c24, c25, c26, c27, c28, c29, c30, c31: Int64
  var c32, c33, c34, c35, c36, c37, c38, c39: Int64
  var c40, c41, c42, c43, c44, c45, c46, c47: Int64
  var c48, c49, c50, c51, c52, c53, c54, c55: Int64
  var c56, c57, c58, c59, c60, c61, c62, c63: Int64

  init(number: Int64) {
    c0 = number
    (c1, c2, c3, c4) = (number + 1, number + 2, number + 3, number + 4)
    (c5, c6, c7, c8) = (number + 5, number + 6, number + 7, number + 8)
    (c9, c10, c11, c12) = (number + 9, number + 10, number + 11, number + 12)
    (c13, c14, c15, c16) = (number + 13, number + 14, number + 15, number + 16)
    (c17, c18, c19, c20) = (number + 17, number + 18, number + 19, number + 20)
    (c21, c22, c23, c24) = (number + 21, number + 22, number + 23, number + 24)
    (c25, c26, c27, c28) = (number + 25, number + 26, number + 27, number + 28)
    (c29, c30, c31, c32) = (number + 29, number + 30, number + 31, number + 32)
    (c33, c34, c35, c36) = (number + 33, number + 34, number + 35, number + 36)
    (c37, c38, c39, c40) = (number + 37, number + 38, number + 39, number + 40)
    (c41, c42, c43, c44) = (number + 41, number + 42, number + 43, number + 44)
    (c45, c46, c47, c48) = (number + 45, number + 46, number + 47, number + 48)
    (c49, c50, c51, c52) = (number + 49, number + 50, number + 51, number + 52)
    (c53, c54, c55, c56) = (number + 53, number + 54, number + 55, number + 56)
    (c57, c58, c59, c60) = (number + 57, number + 58, number + 59, number + 60)
    (c61, c62, c63) = (number + 61, number + 62, number + 63)
  }

  init(row: OpaquePointer) {
    func column(_ column: Int32) -> Int64 { sqlite3_column_int64(row, column) }
    (c0, c1, c2, c3) = (column(0), column(1), column(2), column(3))
    (c4, c5, c6, c7) = (column(4), column(5), column(6), column(7))
    (c8, c9, c10, c11) = (column(8), column(9), column(10), column(11))
    (c12, c13, c14, c15) = (column(12), column(13), column(14), column(15))
    (c16, c17, c18, c19) = (column(16), column(17), column(18), column(19))
    (c20, c21, c22, c23) = (column(20), column(21), column(22), column(23))
    (c24, c25, c26, c27) = (column(24), column(25), column(26), column(27))
    (c28, c29, c30, c31) = (column(28), column(29), column(30), column(31))
    (c32, c33, c34, c35) = (column(32), column(33), column(34), column(35))
    (c36, c37, c38, c39) = (column(36), column(37), column(38), column(39))
    (c40, c41, c42, c43) = (column(40), column(41), column(42), column(43))
    (c44, c45, c46, c47) = (column(44), column(45), column(46), column(47))
    (c48, c49, c50, c51) = (column(48), column(49), column(50), column(51))
    (c52, c53, c54, c55) = (column(52), column(53), column(54), column(55))
    (c56, c57, c58, c59) = (column(56), column(57), column(58), column(59))
    (c60, c61, c62, c63) = (column(60), column(61), column(62), column(63))
  }
}
