/// The row after which an export continues. It identifies the row by the values that order the rows, not by
/// its position, so it stays valid whatever is changed, also after a restart.
package enum ExportCursor: Sendable, Equatable {
  case setting(name: String)
  /// That of a `FollowedPerson`.
  case followed(identity: String)
  /// The revision of an entry's last change, which is unique in a profile.
  case entry(revision: Int)
  /// Milliseconds since 1970.
  case search(at: Int64, folded: String)

  /// `settings:region`, `follow:person/525`, `entries:42`, `searches:1795000000000:dune`
  package init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    switch parts[0] {
    case "settings": self = .setting(name: String(parts[1]))
    case "follow": self = .followed(identity: String(parts[1]))
    case "entries":
      guard let revision = Int(parts[1]), revision >= 0 else { return nil }
      self = .entry(revision: revision)
    case "searches":
      let place = parts[1].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard place.count == 2, let at = Int64(place[0]) else { return nil }
      self = .search(at: at, folded: String(place[1]))
    default: return nil
    }
  }

  package var text: String {
    switch self {
    case .setting(let name): "settings:\(name)"
    case .followed(let identity): "follow:\(identity)"
    case .entry(let revision): "entries:\(revision)"
    case .search(let at, let folded): "searches:\(at):\(folded)"
    }
  }
}
