package import JSONRPC
import MovieProtocol

/// The result of `trailer` as text for people: the best one, then the others, each with its address.
package enum TrailerPage {
  package static func text(
    _ result: JSONValue, on screen: Screen, in zone: LocalTime = .current
  ) -> String {
    let trailer = JSONView(result, TrailerMethod.answer)
    let videos = trailer.videos
    guard let best = videos.first else { return "" }
    let head = TitleCells.heading(trailer.title ?? "", trailer.text(\.key) ?? "", on: screen)
    var parts = [head + "\n", block(best, on: screen, in: zone)]
    if videos.count > 1 {
      parts.append(
        screen.show(localized("Others"), .strong) + "\n"
          + videos.dropFirst().map { block($0, on: screen, in: zone, indent: 2) }.joined())
    }
    parts.append(MetaLines.text(trailer.meta, on: screen))
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private static func block(
    _ video: JSONView<Video>, on screen: Screen, in zone: LocalTime, indent: Int = 0
  ) -> String {
    let blanks = String(repeating: " ", count: indent)
    let facts = [
      video.type == .search
        ? localized("a page for a browser") : ValueWord.text(text(video.text(\.type))),
      text(video.site), video.isOfficial == true ? localized("official") : "", text(video.language),
      zone.day(video[\.publishedAt]),
    ].filter { !$0.isEmpty }.joined(separator: screen.separator)
    let words = text(video.name)
    let name = video.type == .search ? localized("Search for \(words)") : words
    let isOneLine = indent + TerminalText.width(name) + 2 + TerminalText.width(facts) <= screen.textWidth
    let head =
      isOneLine
      ? blanks + name + "  " + screen.show(facts, .dim) + "\n"
      : Paragraph.text(name, indent: indent, width: screen.textWidth)
        + screen.dim(Paragraph.text(facts, indent: indent, width: screen.textWidth))
    // An address is never truncated: it would not work.
    return head + blanks + screen.show(text(video.url), .accent) + "\n"
  }

  private static func text(_ value: String?) -> String { TerminalText.cleaned(value ?? "") }
}

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
