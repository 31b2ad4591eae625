import EventLoop
import JSONRPC
import MovieProtocol

/// Searches YouTube for a trailer of a title for which TMDB has no video.
@LoopActor
final class YouTubeSource {
  typealias Search = @Sendable (_ words: String, _ isStrict: Bool) -> Endpoint<[Video]>

  /// How long its answer is worth a wait.
  let patience: Duration
  /// How long a search may take, whatever the request's deadline is: its answer is there for the next request.
  private let timeout: Duration?
  private let fetcher: any Fetcher
  private let search: Search

  /// - Parameter search: by YouTube's API, if nothing else is said.
  init(
    fetcher: any Fetcher, patience: Duration = .zero, timeout: Duration? = nil,
    search: @escaping Search = { .youtubeSearch($0, isStrict: $1) }
  ) {
    (self.fetcher, self.search) = (fetcher, search)
    (self.patience, self.timeout) = (patience, timeout)
  }

  func trailers(of title: Title, _ options: FetchOptions) async throws -> Fetched<[Video]> {
    var options = options
    if let timeout { options.deadline = EventLoop.now + timeout }
    let fetched = try await fetcher.fetch(search(title.trailerWords, options.isForChildren), options)
    let match = TrailerMatch(title)
    return fetched.with(fetched.answer.filter { match.fits($0.name) })
  }
}

extension Title {
  /// The words by which a trailer is searched for.
  var trailerWords: String {
    [title, year.map { String($0) }, "trailer"].compactMap(\.self).joined(separator: " ")
  }
}

extension Endpoint where Answer == [Video] {
  /// https://developers.google.com/youtube/v3/docs/search/list
  ///
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
