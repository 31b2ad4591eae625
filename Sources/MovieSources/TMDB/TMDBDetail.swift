import JSONRPC
import MovieProtocol

/// The body of a detail with its appended blocks, for all users of its language: the country and the age
/// limit are applied later.
struct TMDBDetail: Sendable, Equatable {
  /// Without the parts that depend on the user.
  var detail: TitleDetail
  /// All supported videos, in TMDB's order.
  var videos: [Video]
  /// Of all kinds, the best of each first.
  var pictures: [ListedPicture]
  /// By country.
  var certifications: [String: String]
  /// By country; nil: unknown.
  var offers: [String: TitleDetail.Offers]?
  var similar: [TMDBRow]
  var recommendations: [TMDBRow]
  /// Nil: unknown, as for a film whose `release_dates` were not requested.
  var releases: TitleReleases?

  /// How many elements of a list are held; it is cut to the size of a response later.
  private static let maxHeld = 100
  private static let maxSeasons = 80
  /// Directors, creators.
  private static let maxNames = 6

  init(_ body: [UInt8], _ mediaType: Title.MediaType, _ id: Int) throws(UndecodableAnswer) {
    try self.init(try JSONValue(upstream: body), mediaType, id)
  }

  init(_ json: JSONValue, _ mediaType: Title.MediaType, _ id: Int) throws(UndecodableAnswer) {
    guard let title = Title(tmdb: json, mediaType, .detail) else {
      throw UndecodableAnswer("the response has no id, or no title")
    }
    guard title.id == id else { throw UndecodableAnswer("the response is about another title") }
    detail = TitleDetail(title)
    videos = (json["videos"] ?? .null).items("results", max: Self.maxHeld).compactMap { Video(tmdb: $0) }
    pictures = [("posters", .poster), ("backdrops", .backdrop), ("logos", .logo)].flatMap { name, kind in
      (json["images"] ?? .null).items(name, max: Self.maxHeld).compactMap { ListedPicture(tmdb: $0, kind) }
    }
    certifications = Self.certifications(json[TMDBCertifications.block(mediaType)] ?? .null, mediaType)
    offers = Self.offers(json["watch/providers"])
    similar = Self.rows(json["similar"], mediaType, besides: title.key)
    recommendations = Self.rows(json["recommendations"], mediaType, besides: title.key)
    releases = TMDBReleases.all(json, mediaType)
    addFacts(json, mediaType)
    addPeople(json, mediaType)
    addProduction(json)
  }

  private mutating func addFacts(_ json: JSONValue, _ mediaType: Title.MediaType) {
    detail.tagline = json.text("tagline", max: 500)
    detail.status = json.text("status", max: 60)
    detail.runtime = Self.runtime(json, mediaType)
    detail.homepage = json.link("homepage")
    detail.imdbID =
      json["imdb_id"]?.stringValue.flatMap(TitleKey.imdbID)
      ?? json["external_ids"]?["imdb_id"]?.stringValue.flatMap(TitleKey.imdbID)
    if let collection = json["belongs_to_collection"], let name = collection.text("name", max: 200) {
      detail.collection = TitleDetail.Collection(id: collection.id(), name: name)
    }
    // A film has them under another name.
    let keywords = json["keywords"] ?? .null
    detail.keywords =
      (keywords.items("keywords", max: Self.maxHeld)
      + keywords.items("results", max: Self.maxHeld)).compactMap { $0.text("name", max: 60) }
    detail.seasons = json.items("seasons", max: Self.maxSeasons).compactMap { season in
      guard let number = season.count("season_number") else { return nil }
      return TitleDetail.Season(
        number: number, name: season.text("name", max: 100) ?? "Season \(number)",
        episodeCount: season.count("episode_count"), airDate: season.day("air_date"),
        posterPath: season.imagePath("poster_path"))
    }
  }

  /// In the language, otherwise in English, otherwise for all languages.
  func logoPath(language: String) -> String? {
    let logos = pictures.filter { $0.kind == .logo }
    for wanted in [Video.language(of: language), "en", nil] {
      if let logo = logos.first(where: { $0.language == wanted }) { return logo.path }
    }
    return logos.first?.path
  }

  private mutating func addPeople(_ json: JSONValue, _ mediaType: Title.MediaType) {
    let credits = TMDBCredits(json, mediaType)
    detail.cast = credits.cast
    detail.crew = credits.crew
    detail.directors = Self.names(credits.directors)
    detail.creators = Self.names(
      json.items("created_by", max: Self.maxHeld).compactMap { $0.text("name", max: 100) })
  }

  /// Without duplicates.
  private static func names(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return Array(names.filter { seen.insert($0).inserted }.prefix(maxNames))
  }

  /// Minutes. TMDB sends 0 if it does not know, and for most series has only the runtime of the last episode.
  private static func runtime(_ json: JSONValue, _ mediaType: Title.MediaType) -> Int? {
    let minutes =
      switch mediaType {
      case .movie: json.positive("runtime")
      case .tv:
        json.items("episode_run_time", max: 10).compactMap(\.intValue).first { $0 > 0 }
          ?? json["last_episode_to_air"]?.positive("runtime")
      }
    return minutes.flatMap { $0 <= 100_000 ? $0 : nil }
  }

  private static func rows(
    _ json: JSONValue?, _ mediaType: Title.MediaType, besides key: TitleKey
  ) -> [TMDBRow] {
    var seen: Set<TitleKey> = [key]
    return (json ?? .null).items("results", max: maxHeld).compactMap { row in
      guard var row = TMDBRow(row, of: mediaType), seen.insert(row.title.key).inserted else { return nil }
      row.title.clip(.related)
      return row
    }
  }
}
