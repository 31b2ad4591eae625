/// How far one subscription has followed one topic: all that is remembered while its reader does not read,
/// however much changes. The event itself is made of the latest state when it can be written.
struct EventCursor: Equatable, Sendable {
  /// The `rev` of the last state that was handed to the connection.
  private(set) var revision: Int

  init(at revision: Int) { self.revision = revision }

  func isBehind(_ latest: Int) -> Bool { revision < latest }

  /// Goes on to the state `latest`. Returns how many states in between are skipped; nil where there is
  /// nothing new.
  mutating func advance(to latest: Int) -> Int? {
    guard isBehind(latest) else { return nil }
    defer { revision = latest }
    return latest - revision - 1
  }
}
