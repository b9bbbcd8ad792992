/// A statement inside another one.
protocol Subquery: Sendable {
  /// The tables it reads; nil if they are not known.
  var tables: Set<String>? { get }
  /// - Parameter context: that of the statement around it.
  func sql(in context: RenderContext) throws -> SQL
  /// The form of its only column.
  func form(in context: RenderContext) throws -> ValueForm
}
