/// How far one subscription has followed one topic: all that is stored while its client does not read,
/// however much changes. The event itself is made from the latest state when it can be written.
struct EventCursor: Equatable, Sendable {
  /// The `rev` of the last state that was passed to the connection.
  private(set) var revision: Int

  init(at revision: Int) { self.revision = revision }

  func isBehind(_ latest: Int) -> Bool { revision < latest }

  /// Moves on to the state `latest`. Returns how many states in between are skipped; nil if nothing is new.
  mutating func advance(to latest: Int) -> Int? {
    guard isBehind(latest) else { return nil }
    defer { revision = latest }
    return latest - revision - 1
  }
}
