package import JSONRPC

/// What `doctor` has found out about one thing.
package struct DoctorFinding: Sendable, Equatable {
  package enum State: String, JSONScalar, CaseIterable {
    case ok
    /// Works, but less well than it could.
    case warning
    /// Something does not work until a person fixes it.
    case problem
    /// Neither good nor bad.
    case note
  }

  package var name: String
  package var state: State
  package var message: Message
  package var advice: Advice?

  package init(_ name: String, _ state: State, _ message: Message, _ advice: Advice? = nil) {
    (self.name, self.state, self.message, self.advice) = (name, state, message, advice)
  }

  /// Those that are words, for translations; the others are names of programs and services. The first three are
  /// of what only a client can find out.
  package static let names = [
    "runtime folder", "socket", "daemon program", "daemon", "clock", "profile", "TMDB key", "network",
    "proxy",
    "shared cache", "catalogue", "account", "sync", "configuration", "data folder", "library", "cache folder",
    "log",
  ]

  private static let shape = Shape<Self>("Finding") {
    Member("name", \.name, "What was looked at: data folder, TMDB key, mpv ...")
    Member(
      "state", \.state, "warning: works, but less well than it could; problem: does not work; note: neither.")
    Member.message(\.message, "What was found.")
    Member.advice(\.advice)
  }

  /// `{"findings":[...]}`
  package static let list = Shape<[Self]>("Findings") {
    Member("findings", \.self, in: shape, "In the order in which people read them.")
  }

  /// What `movierpcd --check-config --json` prints.
  package static let checked = Shape<(data: String, findings: [Self])>("CheckedConfiguration") {
    Member("data", \.data, "The folder of the library.")
    Member("findings", \.findings, in: shape, "In the order in which people read them.")
  }
}
