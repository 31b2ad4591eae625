package import JSONRPC

/// What the player is doing, for a person.
package enum PlayerPage {
  package static func text(_ state: JSONValue, on screen: Screen) -> String {
    var text = TopicText(topic: "player", state).words + "\n"
    if let reason = state["error"]?["message"]?.stringValue {
      text += screen.show(TerminalText.cleaned(reason), .dim) + "\n"
    }
    return text
  }
}
