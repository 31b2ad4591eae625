package import EventLoop
package import MovieProtocol
package import MovieStore

/// Somebody who knows titles, near or far. What it does not know is nil or an empty page; what went wrong is
/// thrown, as an `RPCError` where the client can do something about it.
@LoopActor
package protocol MovieSource: AnyObject, Sendable {
  func search(_ params: SearchParams, _ options: FetchOptions) async throws -> FoundTitles
  func browse(_ params: BrowseParams, _ options: FetchOptions) async throws -> FoundTitles
  func detail(_ key: TitleKey, _ options: FetchOptions) async throws -> FoundDetail?
  func videos(_ params: TrailerParams, _ options: FetchOptions) async throws -> FoundVideos?

  /// What the countries have certified it for, in their own words; nil: this source never knows.
  ///
  /// - Throws: also where it is not known now, and worth asking again.
  func certificates(of key: TitleKey, _ options: FetchOptions) async throws -> [String: String]?

  /// When it comes out, in all countries; nil: this source does not know it.
  ///
  /// - Throws: also where it is not known now, and worth asking again.
  func releases(of key: TitleKey, _ options: FetchOptions) async throws -> Found<TitleReleases>?

  /// By name, films before series.
  func genres(_ mediaTypes: [Title.MediaType], _ options: FetchOptions) async throws -> Found<[ListedGenre]>
  func countries(_ options: FetchOptions) async throws -> Found<[Country]>
  func languages(_ options: FetchOptions) async throws -> Found<[Language]>
  /// Who shows or sells titles in a country, those people use most first.
  func providers(_ params: ProvidersParams, _ options: FetchOptions) async throws -> Found<ProviderPage>
}

extension MovieSource {
  package func certificates(of key: TitleKey, _ options: FetchOptions) async throws -> [String: String]? {
    nil
  }

  package func releases(of key: TitleKey, _ options: FetchOptions) async throws -> Found<TitleReleases>? {
    nil
  }
}

/// All that is known, for the server: asked in the order of the contract.
@LoopActor
package protocol TitleService: MovieSource {
  /// How many titles are known locally; 0 while that is not known yet.
  var count: Int { get }
  /// The date of what is known locally, `2026-07-29`.
  var asOf: String? { get }
  /// The beginning of what `search` would find, from what is at hand.
  func suggest(_ params: SuggestParams) async throws -> FoundTitles
  var status: UpstreamStatus { get }
  /// There is an upstream that can be asked for certificates.
  var knowsCertificates: Bool { get }
  /// Looks them up in the background, for the next request.
  func learnCertificates(of keys: [TitleKey], _ options: FetchOptions)
  /// There is somebody who can be asked when titles come out.
  var knowsReleases: Bool { get }
  /// Tries a key of TMDB's that is not in use yet.
  func check(tmdbKey: Secret) async throws -> KeyCheckResult
}

extension TitleService {
  package var knowsCertificates: Bool { true }

  package func learnCertificates(of keys: [TitleKey], _ options: FetchOptions) {}

  package var knowsReleases: Bool { false }

  package func check(tmdbKey: Secret) async throws -> KeyCheckResult { .untried(.network) }
}
