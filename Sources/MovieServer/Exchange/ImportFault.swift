/// Why nothing of a file was imported.
struct ImportFault: Error, Equatable {
  /// A bound that the file goes beyond.
  struct Bound: Equatable {
    var name: String
    var maximum: Int
    var got: Int
  }

  /// What the matter with the file is, to be read after its path: "has no column Const".
  var reason: String
  /// What to do.
  var hint: String?
  var bound: Bound?

  init(_ reason: String, hint: String? = nil) {
    self.reason = reason
    self.hint = hint
  }

  init(beyond bound: Bound, hint: String) {
    reason = "goes beyond \(bound.name), \(bound.maximum)"
    self.hint = hint
    self.bound = bound
  }
}
