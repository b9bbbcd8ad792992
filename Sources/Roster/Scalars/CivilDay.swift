/// Days of the proleptic Gregorian calendar, which ISO 8601 and SQLite count in.
///
/// Foundation's calendar is Julian before 1582, and slower than the rest of a row together.
/// Years are taken from March, so that the leap day comes last, and in eras of 400 years, which
/// all have 146,097 days.
enum CivilDay {
  /// The days from 1970-01-01 to a date, or nil if there is no such date.
  static func days(_ year: Int, _ month: Int, _ day: Int) -> Int? {
    guard (1...12).contains(month), day >= 1, day <= length(year, month) else { return nil }
    let marchYear = month > 2 ? year : year - 1
    let era = floorDivide(marchYear, 400)
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let dayOfEra = era.remainder * 365 + era.remainder / 4 - era.remainder / 100 + dayOfYear
    return era.quotient * 146_097 + dayOfEra - daysTo1970
  }

  /// The date that lies a number of days after 1970-01-01.
  static func date(days: Int) -> (year: Int, month: Int, day: Int) {
    let era = floorDivide(days + daysTo1970, 146_097)
    let day = era.remainder
    let yearOfEra = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
    let dayOfYear = day - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + era.quotient * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }

  /// From 0000-03-01 to 1970-01-01.
  private static let daysTo1970 = 719_468

  private static func length(_ year: Int, _ month: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
