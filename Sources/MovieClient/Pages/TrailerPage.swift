package import JSONRPC
import MovieProtocol

/// The result of `trailer` as text for people: the best one, then the others, each with its address.
package enum TrailerPage {
  package static func text(_ result: JSONValue, on screen: Screen) -> String {
    let trailer = JSONView(result, TrailerMethod.answer)
    let videos = trailer.videos
    guard let best = videos.first else { return "" }
    let head = [
      screen.show(text(trailer.title), .strong), screen.show(text(trailer.text(\.key)), .accent),
    ].filter { !$0.isEmpty }.joined(separator: " · ")
    var parts = [head + "\n", block(best, on: screen)]
    if videos.count > 1 {
      parts.append(
        screen.show("Others", .strong) + "\n"
          + videos.dropFirst().map { block($0, on: screen, indent: 2) }.joined())
    }
    parts.append(MetaLines.text(trailer.meta, on: screen))
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private static func block(_ video: JSONView<Video>, on screen: Screen, indent: Int = 0) -> String {
    let blanks = String(repeating: " ", count: indent)
    let facts = [
      video.type == .search ? "a page for a browser" : words(text(video.text(\.type))),
      text(video.site), video.isOfficial == true ? "official" : "", text(video.language),
      // The date without the time.
      String(text(video.publishedAt).prefix(10)),
    ].filter { !$0.isEmpty }.joined(separator: " · ")
    // An address is never truncated: it would not work.
    return blanks + text(video.name) + "  " + screen.show(facts, .dim) + "\n" + blanks
      + screen.show(text(video.url), .accent) + "\n"
  }

  /// `behind_the_scenes` as words.
  private static func words(_ type: String) -> String {
    String(type.map { $0 == "_" ? " " : $0 })
  }

  private static func text(_ value: String?) -> String { TerminalText.cleaned(value ?? "") }
}
