import EventLoop
import JSONRPC
package import MovieProtocol

/// The certificates of a title in all countries, without the rest of its detail: for pages of titles. For
/// films it includes the release dates.
struct TMDBCertifications: Sendable, Equatable {
  /// By country.
  let words: [String: String]
  /// Of a film; none for a series.
  let releases: TitleReleases

  init(_ body: [UInt8], _ mediaType: Title.MediaType, _ id: Int) throws(UndecodableAnswer) {
    let json = try JSONValue(upstream: body)
    guard json["results"]?.arrayValue != nil else { throw UndecodableAnswer("the response has no results") }
    // It is cached for months.
    guard json.id() == id else { throw UndecodableAnswer("the response is about another title") }
    words = TMDBDetail.certifications(json, mediaType)
    releases = mediaType == .movie ? TMDBReleases.film(json) : TitleReleases([])
  }

  /// The name of the endpoint, and of the block within the title's detail.
  static func block(_ mediaType: Title.MediaType) -> String {
    mediaType == .movie ? "release_dates" : "content_ratings"
  }
}

/// https://developer.themoviedb.org/reference/movie-release-dates and tv-series-content-ratings
extension Endpoint where Answer == TMDBCertifications {
  static func certificates(_ mediaType: Title.MediaType, _ id: Int) -> Endpoint {
    Endpoint(
      .tmdb, "/\(mediaType.rawValue)/\(id)/\(TMDBCertifications.block(mediaType))", kind: .certificates
    ) { body throws(UndecodableAnswer) in try TMDBCertifications(body, mediaType, id) }
  }
}

extension TMDBSource {
  /// A detail contains them also: if the title's detail was fetched lately, no request is needed.
  package func certificates(of key: TitleKey, _ options: FetchOptions) async throws -> [String: String]? {
    guard case .tmdb(let mediaType, let id) = key else { return nil }
    let endpoint = Endpoint.certificates(mediaType, id)
    let age = min(options.maxAge ?? Self.detailLasts, Self.detailLasts)
    if try await cached(endpoint, options, maxAge: options.maxAge) == nil,
      let detail = try await cached(
        .detail(mediaType, id, language: options.language), options, maxAge: age)
    {
      return detail.answer.certifications
    }
    do {
      return try await fetcher.fetch(endpoint, options).answer.words
    } catch let error as RPCError where error.kind == .notFound {
      return nil
    }
  }

  /// Two weeks.
  private static let detailLasts: Duration = .seconds(14 * 86_400)
}
