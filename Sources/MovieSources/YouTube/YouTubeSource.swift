import EventLoop
import JSONRPC
import MovieProtocol

/// Searches YouTube for a trailer of a title for which TMDB has no video.
/// https://developers.google.com/youtube/v3/docs/search/list
@LoopActor
final class YouTubeSource {
  private let fetcher: any Fetcher

  init(fetcher: any Fetcher) { self.fetcher = fetcher }

  func trailers(of title: Title, _ options: FetchOptions) async throws -> Fetched<[Video]> {
    let words = [title.title, title.year.map { String($0) }, "trailer"].compactMap(\.self)
    let fetched = try await fetcher.fetch(
      .youtubeSearch(words.joined(separator: " "), isStrict: options.isForChildren), options)
    let match = TrailerMatch(title)
    return fetched.with(fetched.answer.filter { match.fits($0.name) })
  }
}

extension Endpoint where Answer == [Video] {
  /// - Parameter isStrict: without results that YouTube restricts for children.
  static func youtubeSearch(_ words: String, isStrict: Bool = false) -> Endpoint {
    Endpoint(
      .youtube, "/search",
      [
        QueryItem("part", "snippet"), QueryItem("type", "video"), QueryItem("maxResults", "5"),
        QueryItem("videoEmbeddable", "true"), QueryItem("q", words),
        QueryItem("safeSearch", isStrict ? "strict" : "moderate"),
      ], kind: .detail
    ) { body throws(UndecodableAnswer) in
      let json = try JSONValue(upstream: body)
      guard let items = json["items"]?.arrayValue else {
        throw UndecodableAnswer("the response has no items")
      }
      return items.prefix(10).compactMap(Video.init(youtubeItem:))
    }
  }
}

extension Video {
  /// Nil for a channel, a playlist, or an ID from which no link can be made.
  init?(youtubeItem item: JSONValue) {
    guard item["id"]?["kind"]?.stringValue == "youtube#video",
      let id = item["id"]?["videoId"]?.stringValue, let snippet = item["snippet"],
      let name = snippet.text("title", max: 300)
    else { return nil }
    self.init(youtube: id, name: HTMLEntities.decode(name), type: .trailer)
    publishedAt = snippet["publishedAt"]?.stringValue.flatMap { Timestamp($0)?.text }
  }
}
