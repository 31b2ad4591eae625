package import JSONRPC
import MovieProtocol

/// Why a search found nothing or little: sentences for standard error. Misspelt words are the daemon's to correct.
package enum SearchNotes {
  /// Sends a request and returns its result.
  package typealias Send = (MethodParams) throws(CommandError) -> JSONValue

  /// Of a search whose page is empty.
  package static func ifEmpty(
    _ words: String, _ result: JSONValue, _ send: Send
  ) -> [String] {
    if case .key? = try? KeyOrWords([words]) { return ["movierpc detail \(ShellWord.quoted(words))"] }
    let meta = JSONView<TitlePage>(result).meta
    let count = JSONView<PageCount>(result)
    if let page = count.page, page > 1, let total = count.totalResults, total > 0,
      let pages = count.totalPages
    {
      return [localized("\(Quantity.rows(total, .title)) on \(Quantity.count(pages, .page)).")]
    }
    // Hidden titles were found: a key would not show them.
    guard (meta.hidden ?? 0) <= 0 else { return MetaLines.reasons(meta) }
    return [searched(meta, send)].compactMap(\.self)
      + (MetaLines.isKeyless(meta) ? [] : MetaLines.reasons(meta))
  }

  /// The size of the catalogue, if only it was searched.
  private static func searched(_ meta: JSONView<Meta>, _ send: Send) -> String? {
    guard meta.source == .catalogue, let status = try? send(MethodParams("status")),
      let titles = JSONView<DaemonStatus>(status).catalogue.titles
    else { return nil }
    let count = Quantity.count(titles, .title)
    return localized("Searched the \(count) of the built-in catalogue.")
      + (MetaLines.isKeyless(meta)
        ? " " + localized("A TMDB key adds titles: movierpc settings set tmdb.key") : "")
  }
}
