import JSONRPC
import MovieProtocol
import MovieStore

/// The filters and the order of `discover`, in TMDB's terms. It silently ignores unknown names, so they are
/// defined in one place here.
struct TMDBFilters: Sendable {
  /// IDs of genres; a title matches if it has all of one of these.
  var genres: [[Int]] = []
  var year: Int?
  var order: SortOrder<BrowseField>?
  var minVotes: Int?
  /// `8`, `8,119` or `8|119`
  var providers: String?
  var offer: String?
  /// The country of providers and offers; without it TMDB ignores them.
  var country: String
  /// The country whose certificate is asked for.
  private(set) var region: String
  var includesAdult = false
  var certificates: Certificates?
  /// Films that are released in the country's cinemas between two days.
  var released: (from: String, until: String)?
  var withoutGenres: [Int] = []
  /// The first and the last day of the first release.
  var dates: (from: String, until: String)?
  /// ISO 639-1: one of them is the original language.
  var languages: [String] = []
  /// ISO 3166-1: it comes from one of them.
  var origins: [String] = []
  /// In the cast or the crew; of films only.
  var person: Int?
  /// Of `discover`.
  var asked = DiscoverFilters()
  /// By parameter, as TMDB takes them.
  private var numbers: [String: String] = [:]

  /// A handful of votes does not make a title the best or the worst.
  static let minVotes = 200

  init(country: String) { (self.country, region) = (country, country) }

  /// - Throws: `RPCError` for an unknown genre or an invalid provider ID.
  init(_ params: BrowseParams, _ options: FetchOptions) throws {
    (country, region) = (params.country ?? options.region, options.region)
    if let genre = params.genre {
      genres = try GenreFilter.of(genre, params.mediaType.mediaType ?? .movie).alternatives
    }
    providers = try params.provider.map { try Self.numbers($0, of: "provider") }
    year = params.year
    order = params.sortBy
    minVotes = params.minVotes ?? (order?.field == .voteAverage ? Self.minVotes : nil)
    offer = params.offer
    includesAdult = options.includesAdult
    asked = params.filters
    for (name, text) in params.filters.numbered { numbers[name] = try Self.numbers(text, of: name) }
  }

  func query(_ mediaType: Title.MediaType) -> [QueryItem] {
    let isFilm = mediaType == .movie
    var query: [QueryItem] = []
    func add(_ name: String, _ value: String?) {
      if let value { query.append(QueryItem(name, value)) }
    }
    add("with_genres", withGenres)
    add(isFilm ? "primary_release_year" : "first_air_date_year", year.map { String($0) })
    add("sort_by", order.map { Self.field($0.field, isFilm) + ($0.isAscending ? ".asc" : ".desc") })
    add("vote_count.gte", minVotes.map { String($0) })
    add("with_watch_providers", providers)
    add("with_watch_monetization_types", offer)
    if providers != nil || offer != nil { add("watch_region", country) }
    if includesAdult { add("include_adult", "true") }
    add("certification_country", certificates?.country)
    add("certification", certificates?.words.joined(separator: "|"))
    if let released {
      add("region", country)
      add("with_release_type", "2|3")
      add("release_date.gte", released.from)
      add("release_date.lte", released.until)
    }
    if let dates {
      let name = isFilm ? "primary_release_date" : "first_air_date"
      add(name + ".gte", dates.from)
      add(name + ".lte", dates.until)
    }
    if !languages.isEmpty { add("with_original_language", languages.joined(separator: "|")) }
    if !origins.isEmpty { add("with_origin_country", origins.joined(separator: "|")) }
    add("with_people", person.map { String($0) } ?? numbers["people"])
    for name in ["keywords", "companies", "networks"] { add("with_" + name, numbers[name]) }
    let date = isFilm ? "primary_release_date" : "first_air_date"
    add(date + ".gte", asked.from)
    add(date + ".lte", asked.to)
    add("with_runtime.gte", asked.minRuntime.map { String($0) })
    add("with_runtime.lte", asked.maxRuntime.map { String($0) })
    add("vote_average.gte", asked.minRating.map { String($0) })
    add("with_original_language", asked.originalLanguage)
    if certificates == nil, let word = asked.certification {
      add("certification_country", region)
      add("certification", word)
    }
    if !withoutGenres.isEmpty {
      add("without_genres", withoutGenres.map { String($0) }.joined(separator: ","))
    }
    return query
  }

  /// Whether TMDB's rows may include some that do not match: it supports "and" or "or", but not both at once.
  var mixesGenres: Bool { genres.count > 1 && genres.contains { $0.count > 1 } }

  /// A comma means all of them; a bar means alternatives. If the filter has both, one genre of each
  /// alternative is sent: all matches are among the rows.
  private var withGenres: String? {
    guard !genres.isEmpty else { return nil }
    if genres.count == 1 { return genres[0].map { String($0) }.joined(separator: ",") }
    var ids: [Int] = []
    for id in genres.compactMap(\.first) where !ids.contains(id) { ids.append(id) }
    return ids.map { String($0) }.joined(separator: "|")
  }

  func fits(_ title: Title) -> Bool {
    !mixesGenres || genres.contains { $0.allSatisfy(title.genreIDs.contains) }
  }

  private static func field(_ field: BrowseField, _ isFilm: Bool) -> String {
    switch field {
    case .popularity: "popularity"
    case .voteAverage: "vote_average"
    case .voteCount: "vote_count"
    case .releaseDate: isFilm ? "primary_release_date" : "first_air_date"
    case .title: isFilm ? "title" : "name"
    case .revenue: "revenue"
    }
  }

  /// Those of a parameter, with `,` or `|` between them.
  private static func numbers(_ text: String, of name: String) throws(RPCError) -> String {
    let bytes = text.utf8.filter { $0 != UInt8(ascii: " ") }
    let (comma, bar) = (UInt8(ascii: ","), UInt8(ascii: "|"))
    let numbers = bytes.split(omittingEmptySubsequences: false) { $0 == comma || $0 == bar }
    let areNumbers = numbers.allSatisfy { number in
      (1...9).contains(number.count) && number.allSatisfy(\.isDigit)
    }
    guard areNumbers, !(bytes.contains(comma) && bytes.contains(bar)) else {
      throw .parameter(
        name,
        areNumbers
          ? .providersMixed(MessageParameter(name))
          : .providersNotNumbers(
            MessageParameter(name), MessageExcerpt(JSONValue.string(Spelling.shortened(text)).text())),
        expected: name == "provider"
          ? "numbers of providers, with , for and, or | for or" : "numbers, with , for and, or | for or",
        name == "provider" ? Advice(.seeProviders, .method(ProvidersMethod.method.name)) : nil)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
