import EventLoop
import JSONRPC
import MovieProtocol

/// Searches YouTube for a trailer of a title of which TMDB knows no video.
/// https://developers.google.com/youtube/v3/docs/search/list
@LoopActor
final class YouTubeSource {
  private let fetcher: any Fetcher

  init(fetcher: any Fetcher) { self.fetcher = fetcher }

  func trailers(of title: String, _ year: Int?, _ asking: Asking) async throws -> Fetched<[Video]> {
    let words = [title, year.map { String($0) }, "trailer"].compactMap(\.self).joined(separator: " ")
    return try await fetcher.fetch(.youtubeSearch(words), asking)
  }
}

extension Endpoint where Answer == [Video] {
  static func youtubeSearch(_ words: String) -> Endpoint {
    Endpoint(
      .youtube, "/search",
      [
        QueryItem("part", "snippet"), QueryItem("type", "video"), QueryItem("maxResults", "5"),
        QueryItem("videoEmbeddable", "true"), QueryItem("q", words),
      ], kind: .detail
    ) { body throws(UndecodableAnswer) in
      let json = try JSONValue(upstream: body)
      guard let items = json["items"]?.arrayValue else { throw UndecodableAnswer("it has no items") }
      return items.prefix(10).compactMap(Video.init(youtubeItem:))
    }
  }
}

extension Video {
  /// Nil for a channel, a list, or what no link can be made of.
  init?(youtubeItem item: JSONValue) {
    guard item["id"]?["kind"]?.stringValue == "youtube#video",
      let id = item["id"]?["videoId"]?.stringValue, let snippet = item["snippet"],
      let name = snippet.text("title", most: 300)
    else { return nil }
    self.init(youtube: id, name: HTMLEntities.decode(name), type: .trailer)
    publishedAt = snippet["publishedAt"]?.stringValue.flatMap(Timestamp.seconds).map(Timestamp.text)
  }
}
