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
    let meta = JSONView<TitlePage>(result).meta
    if let note = pasted(words, isKeyless: MetaLines.isKeyless(meta)) { return [note] }
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

  /// Of the address of what a search does not find.
  private static func pasted(_ words: String, isKeyless: Bool) -> String? {
    if TitleAddress.isShortLink(words) { return DaemonMessage(.openShortLink).text() }
    let word = ShellWord.quoted(words)
    if let id = CollectionAddress.id(words) {
      return localized("That is a collection: \("movierpc collection \(id)")")
    }
    switch FindTarget.pasted(words) ?? FindTarget(words) {
    case .person: return localized("That is a person: \("movierpc person \(word)")")
    case .imdbName: return localized("That is a person: \("movierpc find \(word)")")
    case .title(.imdb) where isKeyless:
      return localized(
        "IMDb's numbers need a TMDB key or an import: \("movierpc help catalogue import")")
    case .title: return "movierpc detail \(word)"
    default: return nil
    }
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
