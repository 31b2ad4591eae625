package import JSONRPC

/// The lines below an answer made from its `meta`: how old it is, what is hidden, the source of the data.
package enum MetaLines {
  /// Each with its line end, dim; empty if there is nothing to report.
  static func text(_ meta: JSONValue?, on screen: Screen) -> String {
    guard let meta, !meta.isNull else { return "" }
    // Without a key everything is local; that is worth a line only if nothing is found.
    let lines = [isKeyless(meta) ? nil : freshness(meta), hidden(meta), attribution(meta)]
    return lines.compactMap(\.self).map { line in
      screen.dim(Paragraph.text(TerminalText.cleaned(line), width: screen.textWidth))
    }.joined()
  }

  /// Why an answer may be empty: sentences to print separately from the answer.
  package static func reasons(_ meta: JSONValue?) -> [String] {
    guard let meta else { return [] }
    // Hidden titles were found, and a key would not show them.
    let hidden = hidden(meta)
    return [isKeyless(meta) && hidden != nil ? nil : freshness(meta), hidden].compactMap(\.self)
  }

  private static func freshness(_ meta: JSONValue) -> String? {
    let isOffline = meta["offline"]?.boolValue == true
    let isStale = isStale(meta)
    let age = Quantity.milliseconds(max(0, meta["age_ms"]?.intValue ?? 0))
    guard isOffline || meta["reason"]?.stringValue != nil else {
      return isStale ? "This was cached \(age) ago and may be out of date." : nil
    }
    let trouble = UpstreamTrouble(meta["reason"]?.stringValue)
    return "\(isStale ? "Cached \(age) ago" : "From local facts"); \(trouble.text)"
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
