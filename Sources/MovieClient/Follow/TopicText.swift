package import JSONRPC
import MovieProtocol

/// What a topic's state is for people: the words all text forms share. The table of
/// `Protocol/README.md`, "What watch prints".
package struct TopicText: Equatable, Sendable {
  /// One word, to style and to choose an icon by.
  package var state: String
  /// For a bar; empty while there is nothing to tell.
  package var short: String
  /// One line that always says something.
  package var words: String
  /// The same with more room, as in a tooltip: at least one line.
  package var lines: [String]
  /// 0 to 100, of what is under way.
  package var percentage: Int
  /// Nothing is there that the topic is about, so that a bar shows nothing, whatever the `--format`.
  package var isIdle: Bool

  package static let locked = TopicText("locked", words: "the profile is locked", isIdle: true)
  package static let offline = TopicText("offline", words: "\(Version.server) is not running", isIdle: true)

  package init(topic: String, _ data: JSONValue) {
    switch topic {
    case "library": self = Self.library(data)
    case "downloads": self = Self.downloads(data)
    case "player": self = Self.player(data)
    case "history": self = Self.history(data)
    case "settings": self = Self.settings(data)
    case "releases": self = Self.releases(data)
    case "server": self = Self.server(data)
    case _ where topic.hasPrefix("browse:"): self = Self.browse(data)
    default: self = Self.unknown(data)
    }
  }

  /// - Parameter lines: nil: the words are all there is.
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

  /// A topic of a later daemon: what its data has at the top.
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
