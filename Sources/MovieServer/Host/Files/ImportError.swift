import JSONRPC
import MovieProtocol

/// Why a file was not imported.
struct ImportError: Error, Equatable {
  /// A limit that the file exceeds.
  struct Bound: Equatable {
    var name: String
    var max: Int
    var got: Int
  }

  /// The fault, as text that follows the file's path: "has no column Const".
  var reason: Message
  /// The remedy.
  var hint: Message?
  var bound: Bound?

  init(_ reason: Message, hint: Message? = nil) {
    self.reason = reason
    self.hint = hint
  }

  init(beyond bound: Bound, hint: Message) {
    reason = .exceeds(bound.name, bound.max)
    self.hint = hint
    self.bound = bound
  }
}
