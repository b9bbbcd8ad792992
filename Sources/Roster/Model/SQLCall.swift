/// A function of SQL as it is written, and what it gives.
struct SQLCall: Sendable {
  /// Its SQL; each `#` stands for an argument.
  let template: String
  /// The form of the result; nil for that of the first argument.
  let result: ValueForm?
  /// Whether the result may be NULL although no argument is.
  var isOptional = false
  /// Whether the result is never NULL, whatever the arguments are.
  var isNeverNull = false
  var isAggregate = false
  /// Whether the result is NULL only where the last argument is.
  var isLastResort = false
  /// Whether the result may be a real that is no number, which SQLite has as NULL.
  var mayBeNaN = false
  /// Whether the arguments are written in the first one's form.
  var sharesForm = false
  /// Whether it computes, with what must be numbers to SQLite as they are to Swift.
  var computes = false

  /// Whether it has a SELECT in it; all templates with one begin with it.
  var isSubquery: Bool { template.hasPrefix("(SELECT") }
}
