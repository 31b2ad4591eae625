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
    case "follow": self = Self.follow(data)
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

/// The building blocks of the texts. The daemon's data is not validated here, so any value may be of any
/// type.
extension TopicText {
  /// A state: also safe as a CSS class.
  static func word(_ value: JSONValue?) -> String {
    let kept = (value?.stringValue ?? "").unicodeScalars.filter {
      $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_" || $0 == "-")
    }
    return kept.isEmpty ? "unknown" : String(String.UnicodeScalarView(kept.prefix(32)))
  }

  /// A value from another source, as part of a line.
  static func part(_ value: JSONValue?) -> String {
    BarText.bounded(value?.stringValue ?? value?.text() ?? "", to: maxPartLength)
  }

  /// The same for a value that may be missing or null: then there is no part.
  static func optional(_ value: JSONValue?) -> String? {
    guard let value, value != .null else { return nil }
    let part = part(value)
    return part.isEmpty ? nil : part
  }

  /// In columns: enough to recognise a title.
  private static let maxPartLength = 40

  static func count(_ value: JSONValue?) -> Int {
    min(max(value?.intValue ?? 0, 0), 1_000_000)
  }

  /// Nil if the total is not known.
  static func percentage(_ done: JSONValue?, of total: JSONValue?) -> Int? {
    // Both are finite.
    guard let done = done?.doubleValue, let total = total?.doubleValue, total > 0 else { return nil }
    return Int(min(max(done / total, 0), 1) * 100)
  }

  /// `a, b, and 3 more`
  static func listed(_ parts: [String]) -> String {
    let more = parts.count - maxListed
    return (parts.prefix(maxListed) + (more > 0 ? [localized("and \(more) more")] : [])).joined(
      separator: ", ")
  }

  /// On one line; no bar has room for more.
  static let maxListed = 8
  /// Of a tooltip: as many as an event has.
  static let maxLines = 20
}
