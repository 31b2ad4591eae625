import EventLoop
import JSONRPC
package import MovieProtocol

/// The release dates of a title: https://developer.themoviedb.org/reference/movie-release-dates, and
/// `next_episode_to_air` and `last_episode_to_air` of
/// https://developer.themoviedb.org/reference/tv-series-details
enum TMDBReleases {
  private static let maxCountries = 300
  /// For one country.
  private static let maxDates = 50

  /// - Parameter json: the body of a detail.
  /// - Returns: nil if the detail has none.
  static func all(_ json: JSONValue, _ mediaType: Title.MediaType) -> TitleReleases? {
    switch mediaType {
    case .movie:
      guard let block = json[TMDBCertifications.block(.movie)], block["results"]?.arrayValue != nil else {
        return nil
      }
      return film(block)
    case .tv:
      let status = json["status"]?.stringValue
      return TitleReleases(episodes(json), isOver: status == "Ended" || status == "Canceled")
    }
  }

  /// - Parameter block: `release_dates`.
  static func film(_ block: JSONValue) -> TitleReleases {
    var all: Set<Release> = []
    var isShown = false
    for country in block.items("results", max: maxCountries) {
      guard let code = country.code("iso_3166_1"), code.utf8.count == 2 else { continue }
      let items = country.items("release_dates", max: maxDates)
      if items.contains(where: { day($0) != nil }) { isShown = true }
      let dates = items.filter { !FestivalNote.isOne($0["note"]?.stringValue ?? "") }.compactMap { item in
        day(item).map { (day: $0, type: item.count("type") ?? 0) }
      }
      let releases = dates.compactMap { date in
        kind(date.type).map { Release(date.day, $0, in: code) }
      }
      // A film made for television has no other release; for other films a television date is no news.
      let shown =
        releases.isEmpty
        ? dates.filter { $0.type == 6 }.map { Release($0.day, .digital, in: code) } : releases
      all.formUnion(shown)
    }
    let releases = all.sorted {
      ($0.day, $0.country ?? "", $0.kind.rank) < ($1.day, $1.country ?? "", $1.kind.rank)
    }
    return TitleReleases(releases, isOnlyShown: isShown && releases.isEmpty)
  }

  /// TMDB's types. A premiere, 1, is for invited guests.
  private static func kind(_ type: Int) -> Release.Kind? {
    switch type {
    case 2, 3: .cinema
    case 4: .digital
    case 5: .physical
    default: nil
    }
  }

  /// `2013-02-14T00:00:00.000Z` is a day, whatever the time: TMDB has no other format.
  private static func day(_ item: JSONValue) -> Day? {
    item["release_date"]?.stringValue.flatMap { Day(String($0.prefix(10))) }
  }

  private static func episodes(_ json: JSONValue) -> [Release] {
    let country = (json["origin_country"]?[0]?.stringValue).flatMap { $0.utf8.count == 2 ? $0 : nil }
    var days: Set<Day> = []
    return ["last_episode_to_air", "next_episode_to_air"].compactMap { name -> Release? in
      // Of two on one day, as at the start of a season, the first.
      guard let block = json[name], let day = block.day("air_date").flatMap({ Day($0) }),
        days.insert(day).inserted
      else { return nil }
      let episode = Episode(tmdb: block, .related)
      return Release(
        day, .episode, in: country,
        episode: episode.map { Episode.label(season: $0.seasonNumber, number: $0.number, name: $0.name) })
    }.sorted { $0.day < $1.day }
  }
}

extension Release.Kind {
  package var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension TMDBSource {
  /// Dates of a cached detail are not fetched again; otherwise this fetches a film's dates, which come with
  /// its certificates, or a series' own facts.
  package func releases(of key: TitleKey, _ options: FetchOptions) async throws -> Found<TitleReleases>? {
    guard case .tmdb(let mediaType, let id) = key else { return nil }
    if let cached = try await cachedReleases(mediaType, id, options) { return cached }
    do {
      switch mediaType {
      case .movie:
        let fetched = try await fetcher.fetch(.certificates(mediaType, id), options)
        return Found(fetched.answer.releases, meta: fetched.tmdbMeta)
      case .tv:
        let fetched = try await fetcher.fetch(.texts(mediaType, id, language: options.language), options)
        return Found(fetched.answer.releases ?? TitleReleases([]), meta: fetched.tmdbMeta)
      }
    } catch let error as RPCError where error.kind == .notFound {
      return nil
    }
  }

  /// From a detail that is no older than requested.
  private func cachedReleases(
    _ mediaType: Title.MediaType, _ id: Int, _ options: FetchOptions
  ) async throws -> Found<TitleReleases>? {
    guard !options.isCacheOnly, let maxAge = options.maxAge,
      let fetched = try await cached(
        .detail(mediaType, id, language: options.language), options, maxAge: maxAge),
      let releases = fetched.answer.releases
    else { return nil }
    var meta = fetched.tmdbMeta
    meta.cache = .hit
    return Found(releases, meta: meta)
  }
}
