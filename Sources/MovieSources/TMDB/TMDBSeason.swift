import EventLoop
import JSONRPC
package import MovieProtocol

/// A series with one of its seasons, which is appended: https://developer.themoviedb.org/reference/tv-series-details
/// and tv-season-details. The season alone does not name its series.
struct TMDBSeason: Sendable {
  let found: FoundSeason

  /// Bytes of JSON for all overviews, and for one.
  private static let maxOverviews = 36_000
  private static let maxOverview = 1500
  private static let minOverview = 80

  init(_ body: [UInt8], _ id: Int, number: Int) throws(UndecodableAnswer) {
    let json = try JSONValue(upstream: body)
    guard let series = Title(tmdb: json, .tv, .detail) else {
      throw UndecodableAnswer("the response has no id, or no name")
    }
    guard series.id == id else { throw UndecodableAnswer("the response is about another series") }
    let block = json[Self.block(number)]
    found = FoundSeason(series, block.flatMap { Self.season($0, of: series, number) })
  }

  static func block(_ number: Int) -> String { "season/\(number)" }

  /// Nil: it is about another one.
  private static func season(_ json: JSONValue, of series: Title, _ number: Int) -> SeasonDetail? {
    guard json.count("season_number") == number else { return nil }
    var season = SeasonDetail(
      of: series.key, series.title, number: number, name: json.text("name", max: 200) ?? "Season \(number)")
    season.overview = json.text("overview", max: 3000)
    season.airDate = json.day("air_date")
    season.posterPath = json.imagePath("poster_path")
    season.voteAverage = json.number("vote_average", in: 0...10).flatMap { $0 > 0 ? $0 : nil }
    let items = json.items("episodes", max: SeasonDetail.maxEpisodes)
    let length = min(maxOverview, maxOverviews / max(1, items.count))
    var seen: Set<Int> = []
    season.episodes = items.compactMap { item in
      guard var episode = Episode(tmdb: item, .init(title: 200, overview: max(length, minOverview))),
        episode.seasonNumber == number, seen.insert(episode.number).inserted
      else { return nil }
      if length < minOverview { episode.overview = nil }
      return episode
    }
    return season
  }
}

extension Endpoint where Answer == TMDBSeason {
  static func season(_ id: Int, number: Int, language: String) -> Endpoint {
    Endpoint(
      .tmdb, "/tv/\(id)",
      [
        QueryItem("append_to_response", TMDBSeason.block(number)), QueryItem("language", language),
      ], kind: .detail
    ) { body throws(UndecodableAnswer) in try TMDBSeason(body, id, number: number) }
  }
}

extension TMDBSource {
  package func season(
    _ key: TitleKey, number: Int, _ options: FetchOptions
  ) async throws -> Found<FoundSeason>? {
    let id: Int
    switch key {
    case .tmdb(.tv, let given): id = given
    case .imdb(let imdb):
      guard let endpoint = Endpoint<TMDBFound>.find(imdbID: imdb, language: options.language),
        let series = try await fetchList(endpoint, options).answer.names.first(where: { $0.mediaType == .tv })
      else { return nil }
      id = series.id
    case .tmdb, .itunes: return nil
    }
    do {
      let fetched = try await fetcher.fetch(.season(id, number: number, language: options.language), options)
      return Found(fetched.answer.found, meta: fetched.tmdbMeta)
    } catch let error as RPCError where error.kind == .notFound {
      return nil
    }
  }
}
