import EventLoop
import JSONRPC
import MovieProtocol
import MovieStore
import TitleIndex

// TMDB searches names only. A query that is none, but describes titles, becomes a question to discover.
extension TMDBSource {
  /// Nil: the words describe nothing, or name something that TMDB does not know.
  func described(_ params: SearchParams, _ options: FetchOptions) async throws -> FoundTitles? {
    guard let description = TitleDescription(params.q) else { return nil }
    var person: Int?
    if !description.rest.isEmpty {
      person = try await id(ofPerson: description.rest, options)
      if person == nil { return nil }
    }
    let filters = Title.MediaType.allCases.compactMap { mediaType in
      TMDBFilters(description, params, person: person, mediaType, options).map { (mediaType, $0) }
    }
    func endpoint(_ mediaType: Title.MediaType?, _ page: Int) -> Endpoint<TMDBPage> {
      let (mediaType, filters) = filters.first { $0.0 == mediaType } ?? filters[0]
      return .discover(mediaType, filters, page: page, language: options.language)
    }
    switch filters.count {
    case 0: return nil
    case 1:
      return try await titles(page: params.page, pageSize: params.pageSize, options) { endpoint(nil, $0) }
    default:
      return try await translated(options) {
        try await rowsOfBoth(page: params.page, pageSize: params.pageSize, options, endpoint)
      }
    }
  }

  /// The best known whose name has all of the words; the last may be the beginning of one.
  private func id(ofPerson words: [String], _ options: FetchOptions) async throws -> Int? {
    let name = words.joined(separator: " ")
    let found = try await fetcher.fetch(
      .people(name, page: 1, includesAdult: options.includesAdult, language: options.language), options)
    return found.answer.people.compactMap(\.self).named(name)?.id
  }
}

extension TMDBFilters {
  /// Nil: nothing of that type can be meant.
  init?(
    _ description: TitleDescription, _ params: SearchParams, person: Int?, _ mediaType: Title.MediaType,
    _ options: FetchOptions
  ) {
    guard params.mediaType ?? mediaType == mediaType,
      description.isSeries ?? (mediaType == .tv) == (mediaType == .tv),
      // TMDB knows who is in which film only.
      person == nil || mediaType == .movie
    else { return nil }
    self.init(country: options.region)
    let known = Set(Genres.all(mediaType).map(\.id))
    // Each word has one of its genres: all ways to take one of each.
    genres = [[]]
    for word in description.genres {
      let ids = word.filter(known.contains)
      genres = genres.flatMap { taken in ids.map { taken + [$0] } }
    }
    // No title of this type is of that genre.
    if genres.isEmpty { return nil }
    if genres == [[]] { genres = [] }
    dates = description.years.map { ("\($0.lowerBound)-01-01", "\($0.upperBound)-12-31") }
    year = params.year
    languages = description.languages
    origins = description.countries
    self.person = person
    includesAdult = options.includesAdult
  }
}
