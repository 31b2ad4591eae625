import EventLoop
import JSONRPC
import MovieProtocol
import MovieStore

extension Upstreams {
  /// The number of lists searched for one title.
  private static let maxLists = 8

  /// A title from a cached list, for when TMDB cannot be reached: a title that a search shows offline can be
  /// opened and stored. It is partial, and fetched again the next time.
  func cachedTitle(_ key: TitleKey, _ options: FetchOptions) async throws -> FoundDetail? {
    guard case .tmdb(_, let id) = key else { return nil }
    let address = calendarSource
    let row = Array("\"id\":\(id),".utf8)
    let lists = await store.containing(row, beginning: address, limit: Self.maxLists)
    for list in lists {
      let path = list.key.dropFirst(address.count).prefix { $0 != "?" }
      let mediaType = path.split(separator: "/").lazy.compactMap { Title.MediaType(rawValue: String($0)) }
        .first
      let page = Endpoint<TMDBPage>(.tmdb, String(path), kind: .list) { body throws(UndecodableAnswer) in
        try TMDBPage(body, of: mediaType)
      }
      guard let rows = try? await Decoding.decode(list.body, page).rows,
        let row = rows.lazy.compactMap({ $0 }).first(where: { $0.title.key == key }),
        options.includesAdult || !row.title.isAdult
      else { continue }
      var detail = TitleDetail(row.title)
      detail.isPartial = true
      var meta = Meta(source: .tmdb, cache: .stale, fetchedAt: list.fetchedAt, attribution: ["TMDB"])
      meta.expireNow()
      return FoundDetail(detail: detail, meta: meta)
    }
    return nil
  }
}
