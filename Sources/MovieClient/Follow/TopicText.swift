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
  /// 0 to 100, of what is under way.
  package var percentage = 0

  package static let offline = TopicText(
    state: "offline", short: "", words: "\(Version.server) is not running")

  package init(topic: String, _ data: JSONValue) {
    switch topic {
    case "server": self = Self.server(data)
    case "settings": self = Self.settings(data)
    default: self = Self.unknown(data)
    }
  }

  private init(state: String, short: String, words: String, percentage: Int = 0) {
    self.state = state
    self.short = short
    self.words = words
    self.percentage = percentage
  }

  /// `{"state":"running","reason":null,"version":"0.1.0","network":"online","tasks":[{name, done, total}]}`
  private static func server(_ data: JSONValue) -> TopicText {
    let state = word(data["state"])
    var notes: [String] = []
    // Stopping is for the one reason unless there is another.
    if let reason = data["reason"]?.stringValue, reason != "shutdown" { notes.append(reason) }
    if data["network"] == "offline" { notes.append("no network") }
    let task = data["tasks"]?[0]
    let progress = task.map(progress)
    if let progress { notes.append(progress.words) }
    let name = "\(Version.server) \(part(data["version"])) \(state)"
    return TopicText(
      state: state, short: state == "running" ? progress?.words ?? "" : state,
      words: ([name] + notes.map(TerminalText.cleaned)).joined(separator: ", "),
      percentage: progress?.percentage ?? 0)
  }

  private static func progress(_ task: JSONValue) -> (words: String, percentage: Int) {
    guard let done = task["done"]?.doubleValue, let total = task["total"]?.doubleValue, total > 0 else {
      return (part(task["name"]), 0)
    }
    let percentage = Int(min(max(done / total, 0), 1) * 100)
    return ("\(part(task["name"])) \(percentage)%", percentage)
  }

  /// `{"settings":{"region":{"value":"DE","default":"US","from":"library","description":"..."}}}`
  private static func settings(_ data: JSONValue) -> TopicText {
    let all = data["settings"]?.objectValue ?? []
    // Those of a client count for the state: the file and the environment were there before.
    let isChanged = all.contains { $0.value["from"] == "library" }
    let differing = all.filter { ($0.value["from"] ?? "default") != "default" }
    var words = differing.prefix(mostSettings).map {
      "\(TerminalText.cleaned($0.name)) \(value(of: $0.value))"
    }
    if differing.count > mostSettings { words.append("and \(differing.count - mostSettings) more") }
    return TopicText(
      state: isChanged ? "changed" : "default", short: "",
      words: words.isEmpty ? "all settings as they come" : words.joined(separator: ", "))
  }

  private static let mostSettings = 8

  private static func value(of setting: JSONValue) -> String {
    switch setting["value"] {
    // A list within a list of settings: without commas of its own.
    case .array(let items)?: items.map(part).joined(separator: " ")
    // Secrets are `{"set":true}`.
    case .object?: setting["value"]?["set"] == true ? "set" : "not set"
    case let value: part(value)
    }
  }

  /// A topic of a later daemon: what its data has at the top.
  private static func unknown(_ data: JSONValue) -> TopicText {
    let words = (data.objectValue ?? []).compactMap { member -> String? in
      switch member.value {
      case .null, .array, .object: nil
      case let value: "\(TerminalText.cleaned(member.name)) \(part(value))"
      }
    }
    let state = data["state"] == nil ? "" : word(data["state"])
    return TopicText(
      state: state, short: "", words: words.prefix(mostSettings).joined(separator: ", "))
  }

  /// A state: something that is safe as a class of CSS too.
  private static func word(_ value: JSONValue?) -> String {
    let kept = (value?.stringValue ?? "").unicodeScalars.filter {
      $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_" || $0 == "-")
    }
    return kept.isEmpty ? "unknown" : String(String.UnicodeScalarView(kept.prefix(32)))
  }

  /// A value that others wrote, as part of a line.
  private static func part(_ value: JSONValue?) -> String {
    let text = value?.stringValue ?? value?.text() ?? ""
    let clean = TerminalText.cleaned(text)
    return clean.count <= longestPart ? clean : clean.prefix(longestPart - 1) + "…"
  }

  /// In characters as people count them.
  private static let longestPart = 40
}
