import EventLoop
import JSONRPC
import MovieProtocol

/// The certificates that each country uses for films:
/// `{"certifications":{"DE":[{"certification":"16","meaning":"...","order":4}]}}`
struct TMDBCertificateTable: Sendable, Equatable {
  let words: [String: [String]]

  init(_ body: [UInt8]) throws(UndecodableAnswer) {
    let json = try JSONValue(upstream: body)
    guard let countries = json["certifications"]?.objectValue else {
      throw UndecodableAnswer("the response has no certifications")
    }
    words = Dictionary(
      countries.prefix(300).map { country in
        (
          country.name,
          (country.value.arrayValue ?? []).prefix(50).compactMap { $0.text("certification", max: 40) }
        )
      }
    ) { first, _ in first }
    guard words.values.contains(where: { !$0.isEmpty }) else {
      throw UndecodableAnswer("the response has no valid certificate")
    }
  }

  /// The certificates allowed at that age. `certification.lte` does nearly the same, but includes titles that
  /// TMDB counts as unrated, which it ranks below all others.
  func words(within limit: AgeLimit) -> [String] {
    (words[limit.country] ?? []).filter { word in
      !word.contains("|") && Certifications.age(word, in: limit.country).map { $0 <= limit.years } ?? false
    }
  }
}

/// https://developer.themoviedb.org/reference/certification-movie-list
extension Endpoint where Answer == TMDBCertificateTable {
  static func filmCertificates() -> Endpoint {
    Endpoint(.tmdb, "/certification/movie/list", kind: .table) { body throws(UndecodableAnswer) in
      try TMDBCertificateTable(body)
    }
  }
}

extension TMDBSource {
  /// The certificates by which TMDB filters films for an age limit, so that no film's certificate need be
  /// fetched separately. Nil: there is no limit, or the country's certificates cannot express it.
  func certificates(_ params: BrowseParams, _ options: FetchOptions) async throws -> TMDBFilters.Certificates?
  {
    guard let limit = options.ageLimit, params.mediaType == .movie, params.list != .trending else {
      return nil
    }
    var own = options
    // The client's maximum age is for its titles, not for the certificates.
    own.maxAge = nil
    let table = try await fetchIfPossible(.filmCertificates(), own)
    guard let words = table?.answer.words(within: limit), !words.isEmpty else { return nil }
    return TMDBFilters.Certificates(country: limit.country, words: words)
  }
}

extension TMDBFilters {
  /// A film has one of them in that country.
  struct Certificates: Sendable, Equatable {
    let country: String
    let words: [String]
  }

  /// The filters that define a list of films, as TMDB documents on the list's own page
  /// (https://developer.themoviedb.org/reference/movie-popular-list and the other lists). Nil: the list is
  /// not made with these filters.
  init?(_ list: BrowseList, _ options: FetchOptions) {
    guard let today = Day(options.day) else { return nil }
    func day(_ offset: Int) -> String { today.advanced(by: offset).text }
    self.init(country: options.region)
    order = SortOrder("popularity")
    switch list {
    case .popular: break
    case .topRated:
      order = SortOrder("vote_average")
      minVotes = Self.minVotes
      // Documentaries and films made for television.
      withoutGenres = [99, 10755]
    case .upcoming: released = (day(1), day(28))
    case .nowPlaying: released = (day(-41), day(0))
    default: return nil
    }
  }
}
