import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources
import MovieStore

// For methods that only show a title: the best match is better than a question.
extension TitleResolver {
  /// The title of the key or, with what was found, that of the words: one that is called so, else what a search has
  /// first.
  ///
  /// - Parameters:
  ///   - numbered: the title, if the request names it in a third way.
  ///   - mediaType: words find titles of this type only.
  func shown(
    _ numbered: TitleKey? = nil, of mediaType: Title.MediaType? = nil
  ) async throws -> (key: TitleKey, match: BestMatch?) {
    if let key = numbered ?? call[.key] { return (key, nil) }
    guard let text = call[.titleWords] else { throw RPCError.namesNoTitle }
    if let key = TitleAddress.titleKey(text) { return (key, nil) }
    let request = try TitleRequest(call)
    guard let name = TitleName(text), let match = try await best(name, mediaType, request) else {
      throw RPCError.nothingFound(text)
    }
    return (match.title.key, match)
  }

  private func best(
    _ name: TitleName, _ mediaType: Title.MediaType?, _ request: TitleRequest
  ) async throws -> BestMatch? {
    var options = request.options
    options.includesRelated = false
    do {
      let all = try await request.titles.named(name, options.impatient) ?? []
      if let named = all.first(where: { mediaType == nil || $0.title.mediaType == mediaType }) {
        return BestMatch(named.title)
      }
    } catch let error as RPCError where error.isOfUpstream {
      // A search still has what is known here.
    }
    for reading in name.readings {
      let params = SearchParams(q: reading.words, mediaType, year: reading.year, pageSize: 1)
      let found = try await request.titles.search(params, options)
      if let title = found.titles.first { return BestMatch(title, corrected: found.meta.corrected) }
    }
    return nil
  }
}

extension RPCError {
  fileprivate static func nothingFound(_ words: String) -> RPCError {
    RPCError(
      .notFound, .nothingFound(Spelling.shortened(words)), .searchForTitle, details: ["resource": "title"])
  }
}
