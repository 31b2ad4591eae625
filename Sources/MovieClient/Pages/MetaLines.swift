package import JSONRPC

/// What `meta` asks to be told under an answer: how old it is, what is hidden, whose data it is.
package enum MetaLines {
  /// Each with its line end, dim; empty where there is nothing to tell.
  static func text(_ meta: JSONValue?, on screen: Screen) -> String {
    guard let meta, !meta.isNull else { return "" }
    // Without a key everything is local; that is worth a line only where nothing is found.
    let lines = [isKeyless(meta) ? nil : freshness(meta), hidden(meta), attribution(meta)]
    return lines.compactMap(\.self).map { line in
      Paragraph.text(TerminalText.cleaned(line), width: screen.textWidth).split(separator: "\n").map {
        screen.show(String($0), .dim) + "\n"
      }.joined()
    }.joined()
  }

  /// Why an answer may have nothing in it: sentences for beside the answer.
  package static func reasons(_ meta: JSONValue?) -> [String] {
    guard let meta else { return [] }
    // What is hidden has been found, and a key would not show it.
    let hidden = hidden(meta)
    return [isKeyless(meta) && hidden != nil ? nil : freshness(meta), hidden].compactMap(\.self)
  }

  private static func freshness(_ meta: JSONValue) -> String? {
    let isOffline = meta["offline"]?.boolValue == true
    let isStale = isStale(meta)
    let age = Quantity.milliseconds(max(0, meta["age_ms"]?.intValue ?? 0))
    guard isOffline || meta["reason"]?.stringValue != nil else {
      return isStale ? "This was kept \(age) ago and may be out of date." : nil
    }
    let trouble = UpstreamTrouble(meta["reason"]?.stringValue)
    return "\(isStale ? "Kept \(age) ago" : "From local facts"); \(trouble.text)"
  }

  private static func isKeyless(_ meta: JSONValue) -> Bool {
    meta["reason"]?.stringValue == "no_key" && !isStale(meta)
  }

  private static func isStale(_ meta: JSONValue) -> Bool { meta["cache"]?.stringValue == "stale" }

  private static func hidden(_ meta: JSONValue) -> String? {
    guard let count = meta["hidden"]?.intValue, count > 0 else { return nil }
    return "\(Quantity.count(count, "title")) hidden by the age limit of this profile."
  }

  private static func attribution(_ meta: JSONValue) -> String? {
    let names = (meta["attribution"]?.arrayValue ?? []).compactMap(\.stringValue)
    guard !names.isEmpty else { return nil }
    let date = meta["as_of"]?.stringValue.map { ", as of " + $0 } ?? ""
    return "Data: " + names.joined(separator: ", ") + date
  }
}
