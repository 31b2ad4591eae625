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

/// Titles of the catalogue that resemble the words of a search without results: a part of the words finds
/// them.
enum NearTitles {
  /// The nearest first.
  static func of(_ words: String, _ send: SearchNotes.Send) -> [JSONView<Title>] {
    let wanted = TitleFold.text(words)
    guard wanted.count >= minLetters, wanted.count <= TitleFold.maxLetters else { return [] }
    var found: [(title: JSONView<Title>, distance: Int)] = []
    var seen: Set<String> = []
    for part in parts(of: wanted) {
      var params = MethodParams("suggest")
      params.add("q", part)
      params.add("limit", "20")
      guard let result = try? send(params) else { return [] }
      for title in JSONView<TitlePage>(result).results where seen.insert(title.text(\.key) ?? "").inserted {
        let name = TitleFold.text(title.title ?? "")
        if let distance = distance(wanted, name) { found.append((title, distance)) }
      }
    }
    let nearest = found.map(\.distance).min() ?? 0
    // Equally near ones stay in the order of the search.
    return found.enumerated().filter { $0.element.distance <= nearest + 1 }
      .sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
      .prefix(maxTitles).map(\.element.title)
  }

  private static let minLetters = 3
  private static let maxParts = 8
  private static let maxTitles = 3

  /// Each word, then the beginning of each: words one after the other, the longest first.
  private static func parts(of wanted: String) -> [String] {
    let all = wanted.split(separator: " ").map(String.init)
    let words = all.filter { $0.count >= minLetters }.sorted { $0.count > $1.count }.prefix(maxParts / 2)
    // One word alone has found nothing already.
    let wholes = all.count > 1 ? words : []
    return wholes + words.map { String($0.prefix(max(minLetters, $0.count / 2))) }
  }

  /// Nil if they do not resemble each other.
  private static func distance(_ wanted: String, _ title: String) -> Int? {
    guard !title.isEmpty else { return nil }
    let distance = Spelling.distance(wanted, title)
    if distance <= max(2, wanted.count / 4) { return distance }
    // A title within more words.
    guard title.count >= wanted.count / 2 else { return nil }
    let (all, some) = (wanted.split(separator: " "), title.split(separator: " "))
    let isWithin = all.indices.contains { all[$0...].starts(with: some) }
    return isWithin ? distance : nil
  }
}
