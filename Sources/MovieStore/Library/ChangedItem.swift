import GRDB
package import MovieProtocol

/// Something of a profile that a change has changed.
package enum ChangedItem: Sendable, Equatable {
  case entry(LibraryList, TitleKey)
  /// The folded term.
  case search(String)
  case setting(String)
  /// The identity of a `FollowedPerson`.
  case followed(String)

  /// Nil: a later version has written it.
  init?(list: String, key: String) {
    switch (list, LibraryList(rawValue: list), TitleKey(key)) {
    case (_, let list?, let title?): self = .entry(list, title)
    // The first is that of libraries of before.
    case ("history", _, _), ("searches", _, _): self = .search(key)
    case ("settings", _, _): self = .setting(key)
    case ("follow", _, _): self = .followed(key)
    default: return nil
    }
  }

  package var list: String {
    switch self {
    case .entry(let list, _): list.rawValue
    case .search: "searches"
    case .setting: "settings"
    case .followed: "follow"
    }
  }

  package var key: String {
    switch self {
    case .entry(_, let key): key.text
    case .search(let text), .setting(let text), .followed(let text): text
    }
  }
}
