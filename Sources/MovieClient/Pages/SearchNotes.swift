package import JSONRPC
import MovieProtocol

/// Why a search found nothing or little, and what to try: sentences for standard error.
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
    // Hidden titles were found: neither other words nor a key would show them.
    guard (meta.hidden ?? 0) <= 0 else { return MetaLines.reasons(meta) }
    return [nearest(words, send), searched(meta, send)].compactMap(\.self)
      + (MetaLines.isKeyless(meta) ? [] : MetaLines.reasons(meta))
  }

  private static func nearest(_ words: String, _ send: Send) -> String? {
    let names = NearTitles.of(words, send).map { TitleCells($0).name }
    guard let last = names.last else { return nil }
    let others = names.dropLast().joined(separator: ", ")
    return others.isEmpty
      ? localized("Did you mean \(last)?") : localized("Did you mean \(others) or \(last)?")
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
