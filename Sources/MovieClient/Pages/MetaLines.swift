import JSONRPC
package import MovieProtocol

/// The lines below an answer made from its `meta`: how old it is, what is hidden, the source of the data.
package enum MetaLines {
  /// Each with its line end, dim; empty if there is nothing to report.
  static func text(_ meta: JSONView<Meta>, on screen: Screen) -> String {
    // Without a key everything is local; that is worth a line only if nothing is found.
    let lines = [
      corrected(meta), isKeyless(meta) ? nil : freshness(meta), hidden(meta),
      attribution(meta),
    ]
    return lines.compactMap(\.self).map { line in
      screen.remark(line)
    }.joined()
  }

  /// Why an answer may be empty: sentences to print separately from the answer.
  package static func reasons(_ meta: JSONView<Meta>) -> [String] {
    // Hidden titles were found, and a key would not show them.
    let hidden = hidden(meta)
    return [isKeyless(meta) && hidden != nil ? nil : freshness(meta), hidden].compactMap(\.self)
  }

  private static func freshness(_ meta: JSONView<Meta>) -> String? {
    let isStale = meta.cache == .stale
    let age = Quantity.milliseconds(max(0, meta[\.fetchedAt]?.intValue ?? 0))
    guard meta.isOffline == true || meta.text(\.reason) != nil else {
      return isStale ? localized("This was cached \(age) ago and may be out of date.") : nil
    }
    let trouble = UpstreamTrouble(meta.reason)
    return isStale
      ? localized("Cached \(age) ago; \(trouble.text)") : localized("From local facts; \(trouble.text)")
  }

  /// TMDB is not queried, for want of a key.
  static func isKeyless(_ meta: JSONView<Meta>) -> Bool {
    meta.reason == .noKey && meta.cache != .stale
  }

  private static func corrected(_ meta: JSONView<Meta>) -> String? {
    meta.corrected.map { localized("Also searched for \"\($0)\".") }
  }

  private static func hidden(_ meta: JSONView<Meta>) -> String? {
    guard let count = meta.hidden, count > 0 else { return nil }
    return localized("\(Quantity.count(count, .title)) hidden by the age limit of this profile.")
  }

  private static func attribution(_ meta: JSONView<Meta>) -> String? {
    guard !meta.attribution.isEmpty else { return nil }
    let date = meta.asOf.map { localized(", as of \($0)") } ?? ""
    return localized("Data: \(meta.attribution.joined(separator: ", "))") + date
  }
}
