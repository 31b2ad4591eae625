package import JSONRPC

/// The player's state as text for people.
package enum PlayerPage {
  package static func text(_ state: JSONValue, on screen: Screen) -> String {
    // The reason has its own line.
    let members = (state.objectValue ?? []).filter { $0.name != "error" }
    var text = TopicText(topic: "player", .object(members)).words + "\n"
    if let reason = state["error"]?["message"]?.stringValue {
      text += screen.dim(TerminalText.cleaned(reason))
    }
    return text
  }

  /// For a command that plays something; nil: it plays.
  package static func failure(_ state: JSONValue) -> CommandError? {
    guard state["state"]?.stringValue == "failed" else { return nil }
    let kind = state["error"]?["kind"]?.stringValue
    let title = TerminalText.cleaned(state["title"]?.stringValue ?? "it")
    let reason = TerminalText.cleaned(state["error"]?["message"]?.stringValue ?? "it has failed")
    let key = state["key"]?.stringValue.map(TerminalText.cleaned)
    return CommandError(
      ExitStatus(kind: kind, code: nil), "\(title) does not play: \(reason)", kind: kind,
      hint: key.map { "movierpc trailer \($0) --open opens it in the browser" })
  }
}
