/// What rendering an expression needs to know of the statement around it.
struct RenderContext {
  /// What is known of the tables; nil where they are taken to be as their types describe them.
  var facts: (any TableFacts)?
  /// Whether values are written into the text, for DDL, where nothing can be bound.
  var isLiteral = false
  /// Whether columns go by their bare names, whatever source they are of: in SQL written by hand.
  var isUnqualified = false
  /// Whether the text serves to tell expressions apart rather than to run.
  var isIdentifying = false
  /// What the aliases begin with.
  var aliasPrefix = "t"
  /// A join that is used inside itself, whose columns could be those of either.
  var clash: String?
  /// The alias of each row source; an empty one for a source whose columns need none.
  var aliases: [ObjectIdentifier: String] = [:]
  /// How many statements lie around this one.
  var depth = 0
  /// How many arrays are being gone through, one within another.
  var arrays = 0

  static var definition: RenderContext { RenderContext(isLiteral: true) }
  static var byHand: RenderContext { RenderContext(isUnqualified: true) }
}
