import EventLoop
import MovieProtocol
import MovieStore

// A search for the address of a page.
extension SourceChain {
  /// Nil: the words are no address. An address is no name; the catalogue's search knows it by itself.
  func pasted(_ params: SearchParams, _ options: FetchOptions) async throws -> FoundTitles? {
    guard let target = FindTarget.pasted(params.q) else { return nil }
    if case .words(let words) = target { return try await search(named: words, params, options) }
    guard params.page == 1, let found = try await find(target, options) else { return nil }
    let titles = found.value.titles.filter { title in
      (options.includesAdult || !title.isAdult)
        && (params.mediaType ?? title.mediaType) == title.mediaType
        && (params.year ?? title.year) == title.year
    }
    return FoundTitles(titles: titles, total: titles.count, meta: found.meta)
  }

  /// The words of an address are a name, and may end with the year.
  private func search(
    named words: String, _ params: SearchParams, _ options: FetchOptions
  ) async throws -> FoundTitles? {
    var (params, options) = (params, options)
    let year = params.year
    options.takesNamesOnly = true
    var found: FoundTitles?
    for reading in TitleName(words)?.readings ?? [] {
      (params.q, params.year) = (reading.words, year ?? reading.year)
      let next = try await searched(params, options)
      if next.total > 0 { return next }
      found = found ?? next
    }
    return found
  }
}
