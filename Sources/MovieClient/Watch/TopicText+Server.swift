import JSONRPC
import MovieProtocol

extension TopicText {
  /// `{"state":"running","reason":null,"version":"0.1.0","network":"online","tasks":[{name, done, total}]}`
  static func server(_ data: JSONValue) -> TopicText {
    let data = JSONView<ServerState>(data)
    let state = word(data[\.stage])
    var notes: [String] = []
    // Shutdown is the implied reason for stopping.
    if let reason = optional(data[\.reason]), reason != "shutdown" { notes.append(reason) }
    if data.network == .offline { notes.append(localized("no network")) }
    let task = data.list(\.tasks, ServerState.task).first
    let percentage = percentage(task?[\.done], of: task?[\.total])
    let progress = task.map { part($0[\.name]) + (percentage.map { " \($0)%" } ?? "") }
    if let progress { notes.append(progress) }
    let shown = ValueWord.text(state)
    let name = "\(Version.server) \(part(data[\.version])) \(shown)"
    return TopicText(
      state, short: state == "running" ? progress ?? "" : shown,
      words: ([name] + notes).joined(separator: ", "), percentage: percentage ?? 0)
  }

  /// `{"settings":{"region":{"value":"DE","from":"library"}}}`
  static func settings(_ data: JSONValue) -> TopicText {
    let all = JSONView<SettingState>.all(data)
    // Only settings changed by a client count for the state: the file and the environment were there before.
    let isChanged = all.contains { $0.value.origin == .library }
    let differing = all.filter { ($0.value[\.origin] ?? "default") != "default" }
    let words = differing.map { "\(part(.string($0.name))) \(shown($0.value[\.value]))" }
    return TopicText(
      isChanged ? "changed" : "default", words: words.isEmpty ? localized("default settings") : listed(words))
  }

  private static func shown(_ value: JSONValue?) -> String {
    switch value {
    // A list within a list of settings: without commas of its own.
    case .array(let items)?: items.prefix(maxListed).map(part).joined(separator: " ")
    // Secrets are `{"set":true}`.
    case .object?: value?["set"] == true ? localized("set") : localized("not set")
    default: part(value)
    }
  }
}
