import JSONRPC
import MovieProtocol

/// The request of a `movierpc watch`.
package struct WatchOptions: Equatable, Sendable {
  package let topics: [String]
  package let form: WatchFormat
  package let format: FormatTemplate?
  package let colors: StateColors
  /// The profile whose topics to follow; nil: the daemon's default profile for connections.
  package let profile: String?
  /// Of several commands of one bar only one need tell that there is no daemon.
  package let hidesOffline: Bool
  /// Non-ASCII signs may stand for text that was cut off.
  package let hasSigns: Bool

  /// - Parameters:
  ///   - form: nil: on a terminal plain for one topic, else json.
  ///   - format: the template after `--format`.
  ///   - colors: the words after `--colors`.
  package init(
    topics: [String], form: WatchFormat?, format: String?, colors: String? = nil, profile: String? = nil,
    hidesOffline: Bool = false, isTerminal: Bool, hasSigns: Bool = true
  ) throws(CommandError) {
    guard let first = topics.first else {
      throw .usage("watch needs a topic", hint: "for example: movierpc watch settings")
    }
    self.topics = topics
    self.profile = profile
    (self.hasSigns, self.hidesOffline) = (hasSigns, hidesOffline)
    self.format = try format.map { text throws(CommandError) in try FormatTemplate(text) }
    self.form = form ?? (format != nil || (isTerminal && topics.count == 1) ? .plain : .json)
    if topics.count > 1, self.form != .json {
      throw .usage(
        "several topics need --as json",
        hint: "use --as json, or one movierpc watch for each, such as \(first)"
      )
    }
    self.colors = try colors.map { text throws(CommandError) in try StateColors(text) } ?? .none
    if colors != nil, self.form != .polybar { throw .usage("--colors needs --as polybar") }
    if self.form == .json, hidesOffline {
      throw .usage("--hide-offline cannot be combined with json, which has null then")
    }
    if self.form == .json, format != nil {
      throw .usage("--format cannot be combined with json, which has the whole state")
    }
  }
}

/// `--colors failed=#bf616a,paused=#8a93a5`: the colour of a polybar line, by its state. Other bars have
/// their own ways to style a state.
package struct StateColors: Equatable, Sendable {
  package static let none = StateColors()
  private var colors: [String: String] = [:]

  private init() {}

  package init(_ text: String) throws(CommandError) {
    for pair in text.split(separator: ",", omittingEmptySubsequences: false) {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, Self.isState(parts[0]), Self.isColor(parts[1]) else {
        throw .usage(
          "--colors takes STATE=#RRGGBB, not \"\(Spelling.shortened(String(pair)))\"",
          hint: "for example: --colors failed=#bf616a,paused=#8a93a5")
      }
      colors[parts[0]] = parts[1]
    }
  }

  subscript(state: String) -> String? { colors[state] }

  private static func isState(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy(\.isSmallLetter)
  }

  private static func isColor(_ text: String) -> Bool {
    let digits = text.utf8.dropFirst()
    return text.hasPrefix("#") && [3, 4, 6, 8].contains(digits.count)
      && digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
  }
}
