import EventLoop
import JSONRPC
import MovieProtocol

/// The words that each country certifies films with:
/// `{"certifications":{"DE":[{"certification":"16","meaning":"...","order":4}]}}`
struct TMDBCertificateTable: Sendable, Equatable {
  let words: [String: [String]]

  init(_ body: [UInt8]) throws(UndecodableAnswer) {
    let json = try JSONValue(upstream: body)
    guard let countries = json["certifications"]?.objectValue else {
      throw UndecodableAnswer("has no certifications")
    }
    words = Dictionary(
      countries.prefix(300).map { country in
        (
          country.name,
          (country.value.arrayValue ?? []).prefix(50).compactMap { $0.text("certification", most: 40) }
        )
      }
    ) { first, _ in first }
    guard words.values.contains(where: { !$0.isEmpty }) else {
      throw UndecodableAnswer("has no certificate that can be read")
    }
  }

  /// Those that may be seen at that age. `certification.lte` would do nearly the same, but lets through what
  /// TMDB counts as unrated, which it puts below all others.
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
  /// What TMDB is to filter films by for an age limit, so that no film's certificate need be asked for by
  /// itself. Nil: there is no limit, or it cannot be said in the country's words.
  func certificates(_ params: BrowseParams, _ options: FetchOptions) async throws -> TMDBFilters.Certificates?
  {
    guard let limit = options.ageLimit, params.mediaType == .movie, params.list != .trending else {
      return nil
    }
    var own = options
    // How old the words may be is not what the client has asked.
    own.maxAge = nil
    do {
      let words = try await fetcher.fetch(.filmCertificates(), own).answer.words(within: limit)
      return words.isEmpty ? nil : TMDBFilters.Certificates(country: limit.country, words: words)
    } catch let error as CancellationError {
      throw error
    } catch {
      return nil
    }
  }
}

extension TMDBFilters {
  /// A film has one of them there.
  struct Certificates: Sendable, Equatable {
    let country: String
    let words: [String]
  }

  /// What a list of films is made with, as TMDB says on the list's own page
  /// (https://developer.themoviedb.org/reference/movie-popular-list and those beside it). Nil: it is made
  /// with something else.
  init?(_ list: BrowseList, _ options: FetchOptions) {
    guard let today = Day(options.day) else { return nil }
    func day(_ offset: Int) -> String { Day(days: today.days + offset).text }
    self.init(country: options.region)
    order = SortOrder("popularity")
    switch list {
    case .popular: break
    case .topRated:
      order = SortOrder("vote_average")
      minVotes = Self.minVotes
      // Documentaries and what was made for television.
      withoutGenres = [99, 10755]
    case .upcoming: released = (day(1), day(28))
    case .nowPlaying: released = (day(-41), day(0))
    default: return nil
    }
  }
}
