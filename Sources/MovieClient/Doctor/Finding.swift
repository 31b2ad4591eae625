package import JSONRPC

/// The result of one check of `movierpc doctor`.
///
///     {"name":"socket","state":"problem","message":"others may enter /tmp/x","hint":"chmod 700 /tmp/x"}
package struct Finding: Equatable, Sendable {
  package enum State: String, CaseIterable, Sendable {
    case ok
    /// Works, but less well than it could.
    case warning
    /// Something does not work until the user fixes it.
    case problem
    /// Neither good nor bad.
    case note
  }

  package let name: String
  package let state: State
  package let message: String
  /// The remedy, if there is one.
  package let hint: String?

  package init(_ name: String, _ state: State, _ message: LocalizedText, hint: LocalizedText? = nil) {
    self.name = name
    self.state = state
    self.message = message.text
    self.hint = hint?.text
  }

  init(_ name: String, _ problem: CommandError) {
    self.init(name, .problem, "\(problem.message)", hint: problem.hint.map { "\($0)" })
  }

  /// Those that are words; the others are names of programs and services.
  package static let names = [
    "runtime folder", "socket", "daemon program", "daemon", "profile", "TMDB key", "network", "proxy",
    "shared cache", "catalogue", "sync", "account", "configuration", "data folder", "library",
    "cache folder", "log",
  ]

  package var json: JSONValue {
    [
      "name": .string(name), "state": .string(state.rawValue), "message": .string(message),
      "hint": hint.map { .string($0) } ?? .null,
    ]
  }
}
