package import JSONRPC
import MovieProtocol

/// A topic's state in words: shared by all text forms. `contrib/manual/watch.md` has the table.
package struct TopicText: Equatable, Sendable {
  /// One word, to select a style and an icon.
  package var state: String
  /// For a bar; empty while there is nothing to report.
  package var short: String
  /// One line that is never empty.
  package var words: String
  /// The same with more detail, as in a tooltip: at least one line.
  package var lines: [String]
  /// 0 to 100, of the work in progress.
  package var percentage: Int
  /// The topic has nothing to show, so a bar is empty, whatever the `--format`.
  package var isIdle: Bool
  /// The lines are of this moment, and others come soon.
  package var isProgress = false

  package static var locked: TopicText {
    TopicText("locked", words: localized("the profile is locked"), isIdle: true)
  }
  package static var offline: TopicText {
    TopicText("offline", words: localized("\(Version.server) is not running"), isIdle: true)
  }

  package static var nothing: TopicText { TopicText("empty", words: "", isIdle: true) }

  package init(topic: String, _ data: JSONValue) {
    switch topic {
    case "library": self = Self.library(data)
    case "watchlist": self = Self.watchlist(data)
    case "downloads": self = Self.downloads(data)
    case "player": self = Self.player(data)
    case "searches": self = Self.searches(data)
    case "settings": self = Self.settings(data)
    case "releases": self = Self.releases(data)
    case "profiles": self = Self.profiles(data)
    case "account": self = Self.account(data)
    case "server": self = Self.server(data)
    case _ where topic.hasPrefix("browse:"): self = Self.browse(data)
    default: self = Self.unknown(data)
    }
  }

  /// - Parameter lines: nil: only the words.
  init(
    _ state: String, short: String = "", words: String, lines: [String]? = nil, percentage: Int = 0,
    isIdle: Bool = false
  ) {
    self.state = state
    self.short = short
    self.words = words
    self.lines = lines ?? [words]
    self.percentage = percentage
    self.isIdle = isIdle
  }

  /// A topic of a later daemon: shows its data's top-level members.
  private static func unknown(_ data: JSONValue) -> TopicText {
    let words = (data.objectValue ?? []).compactMap { member -> String? in
      switch member.value {
      case .null, .array, .object: nil
      case let value: "\(part(.string(member.name))) \(part(value))"
      }
    }
    return TopicText(
      data["state"] == nil ? "" : word(data["state"]),
      words: words.prefix(maxListed).joined(separator: ", "))
  }
}
