import EventLoop
import JSONRPC
import MovieProtocol
import MovieStore

extension Upstreams {
  /// Lists that are looked at for one title.
  private static let maxLists = 8

  /// A title as a cached list has it, for when TMDB cannot be asked about it: what a search shows without the
  /// network can be opened and kept. It is partial, and asked for again the next time.
  func cachedTitle(_ key: TitleKey, _ options: FetchOptions) async throws -> FoundDetail? {
    guard case .tmdb(_, let id) = key else { return nil }
    let address = calendarSource
    let row = Array("\"id\":\(id),".utf8)
    let lists = try await store.containing(row, beginning: address, limit: Self.maxLists)
    for list in lists {
      let path = list.key.dropFirst(address.count).prefix { $0 != "?" }
      let mediaType = path.split(separator: "/").lazy.compactMap { Title.MediaType(rawValue: String($0)) }
        .first
      let page = Endpoint<TMDBPage>(.tmdb, String(path), kind: .list) { body throws(UndecodableAnswer) in
        try TMDBPage(body, of: mediaType)
      }
      guard let rows = try? await Decoding.decode(list.body, page).rows,
        let row = rows.lazy.compactMap({ $0 }).first(where: { $0.title.key == key.text }),
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
