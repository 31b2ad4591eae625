import JSONRPC
import MovieProtocol

/// Who made and shows a title, what it cost, and its numbers elsewhere: the body has them anyway.
extension TMDBDetail {
  private static let maxCompanies = 12

  mutating func addProduction(_ json: JSONValue) {
    // TMDB has 0 where it does not know.
    (detail.budget, detail.revenue) = (json.positive("budget"), json.positive("revenue"))
    detail.productionCompanies = Self.companies(json, "production_companies")
    detail.networks = Self.companies(json, "networks")
    detail.productionCountries = Self.codes(json, "production_countries", "iso_3166_1", ["name"])
    detail.spokenLanguages = Self.codes(json, "spoken_languages", "iso_639_1", ["english_name", "name"])
    detail.externalIDs = ExternalIDs(tmdb: json["external_ids"] ?? .null)
    // A film has it in its own members as well, which a detail without the block also has.
    detail.externalIDs.imdb = detail.externalIDs.imdb ?? detail.imdbID
    detail.numberOfSeasons = json.count("number_of_seasons")
    detail.numberOfEpisodes = json.count("number_of_episodes")
    detail.nextEpisode = json["next_episode_to_air"].flatMap { Episode(tmdb: $0, .related) }
    detail.lastEpisode = json["last_episode_to_air"].flatMap { Episode(tmdb: $0, .related) }
  }

  private static func companies(_ json: JSONValue, _ name: String) -> [Company] {
    json.items(name, max: maxCompanies).compactMap { item in
      item.text("name", max: 120).map {
        Company(
          id: item.id(), name: $0, logoPath: item.imagePath("logo_path"),
          originCountry: item.country("origin_country"))
      }
    }
  }

  /// - Parameter names: the first that is there.
  private static func codes(
    _ json: JSONValue, _ list: String, _ code: String, _ names: [String]
  ) -> [NamedCode] {
    json.items(list, max: maxCompanies).compactMap { item in
      guard let code = item.code(code), let name = names.lazy.compactMap({ item.text($0, max: 80) }).first
      else { return nil }
      return NamedCode(code: code, name: name)
    }
  }
}

extension Episode {
  /// Nil: it has no number.
  init?(tmdb json: JSONValue, _ bounds: Title.TextBounds) {
    guard let season = json.count("season_number"), let number = json.count("episode_number") else {
      return nil
    }
    self.init(season: season, number: number)
    name = json.text("name", max: bounds.title)
    airDate = json.day("air_date")
    runtime = json.positive("runtime").flatMap { $0 <= 100_000 ? $0 : nil }
    overview = json.text("overview", max: bounds.overview)
    stillPath = json.imagePath("still_path")
    voteCount = json.count("vote_count")
    voteAverage = voteCount == 0 ? nil : json.number("vote_average", in: 0...10)
  }
}

extension ExternalIDs {
  init(tmdb json: JSONValue) {
    self.init()
    imdb = json["imdb_id"]?.stringValue.flatMap(Self.imdbID)
    tvdb = json.id("tvdb_id")
    wikidata = json["wikidata_id"]?.stringValue.flatMap(Self.wikidataID)
    (facebook, instagram) = (Self.account(json, "facebook_id"), Self.account(json, "instagram_id"))
    twitter = Self.account(json, "twitter_id")
  }

  /// `tt1160419`, or `nm0634240` of a person.
  static func imdbID(_ text: String) -> String? {
    let digits = text.utf8.dropFirst(2)
    return (text.hasPrefix("tt") || text.hasPrefix("nm")) && (7...10).contains(digits.count)
      && digits.allSatisfy(\.isDigit) ? text : nil
  }

  /// `Q60834962`
  static func wikidataID(_ text: String) -> String? {
    let digits = text.utf8.dropFirst()
    return text.hasPrefix("Q") && (1...12).contains(digits.count) && digits.allSatisfy(\.isDigit) ? text : nil
  }

  /// Part of the address of a page, so nothing but letters, digits, dots, hyphens and underscores.
  private static func account(_ json: JSONValue, _ name: String) -> String? {
    guard let text = json[name]?.stringValue, (1...100).contains(text.utf8.count),
      text.utf8.allSatisfy({ $0.isLetterOrDigit || [0x2D, 0x2E, 0x5F].contains($0) })
    else { return nil }
    return text
  }
}

extension JSONValue {
  /// `DE`
  func country(_ name: String) -> String? { code(name).flatMap { $0.utf8.count == 2 ? $0 : nil } }
}
