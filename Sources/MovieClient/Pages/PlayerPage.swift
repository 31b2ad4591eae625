package import JSONRPC
import MovieProtocol

/// The player's state as text for people.
package enum PlayerPage {
  package static func text(_ state: JSONValue, on screen: Screen) -> String {
    // The reason has its own line.
    let members = (state.objectValue ?? []).filter { $0.name != "error" }
    let words = TopicText(topic: "player", .object(members)).words
    var text = Paragraph.text(words, width: screen.textWidth)
    if let reason = JSONView<PlayerState>(state).fault?.message {
      text += screen.remark(reason)
    }
    return text
  }

  /// For a command that plays something; nil: it plays.
  package static func failure(_ result: JSONValue) -> CommandError? {
    let state = JSONView<PlayerState>(result)
    guard state.stage == .failed else { return nil }
    let kind = state.fault?.kind
    let title = TerminalText.cleaned(state.title ?? localized("it"))
    let reason = TerminalText.cleaned(
      state.fault?.message ?? localized("it has failed"))
    let key = state.text(\.key).map(TerminalText.cleaned)
    return CommandError(
      ExitStatus(kind: kind, code: nil), "\(title) does not play: \(reason)", kind: kind,
      hint: key.map { "movierpc trailer \($0) --open opens it in the browser" })
  }
}
