package import EventLoop
package import MovieProtocol
package import MovieStore

/// A source of titles, local or remote. An unknown title is nil, an empty result is an empty page; failures
/// are thrown, as an `RPCError` if the client can do something about it.
@LoopActor
package protocol MovieSource: AnyObject, Sendable, PeopleSource, SeasonSource, CollectionSource,
  RelatedSource,
  FindSource
{
  func search(_ params: SearchParams, _ options: FetchOptions) async throws -> FoundTitles
  /// The titles that are called so.
  func named(_ name: TitleName.Reading, _ options: FetchOptions) async throws -> [NamedTitle]
  func browse(_ params: BrowseParams, _ options: FetchOptions) async throws -> FoundTitles
  func detail(_ key: TitleKey, _ options: FetchOptions) async throws -> FoundDetail?
  func videos(_ params: TrailerParams, _ options: FetchOptions) async throws -> FoundVideos?

  /// The title's certificates in all countries, in each country's own words; nil: this source never has any.
  ///
  /// - Throws: also if they are unknown now, but worth another request.
  func certificates(of key: TitleKey, _ options: FetchOptions) async throws -> [String: String]?

  /// The title's release dates in all countries; nil: this source does not know the title.
  ///
  /// - Throws: also if they are unknown now, but worth another request.
  func releases(of key: TitleKey, _ options: FetchOptions) async throws -> Found<TitleReleases>?

  /// Sorted by name, films before series.
  func genres(_ mediaTypes: [Title.MediaType], _ options: FetchOptions) async throws -> Found<[Genre]>
  func countries(_ options: FetchOptions) async throws -> Found<[Country]>
  func languages(_ options: FetchOptions) async throws -> Found<[Language]>
  /// The services that show or sell titles in a country, the most used first.
  func providers(_ params: ProvidersParams, _ options: FetchOptions) async throws -> Found<[Provider]>
}

extension MovieSource {
  /// Of the results of its search, which also has others.
  package func named(_ name: TitleName.Reading, _ options: FetchOptions) async throws -> [NamedTitle] {
    // In a list of all years one of this year may be far down, and the year before is in no list of this one.
    for year in name.year == nil ? [nil] : [name.year, nil] {
      let found = try await search(SearchParams(q: name.words, nil, year: year, pageSize: 20), options)
      let named = found.titles.filter {
        name.names(title: $0.title, original: $0.originalTitle, year: $0.year)
      }
      if !named.isEmpty { return named.map { NamedTitle($0) } }
    }
    return []
  }

  package func certificates(of key: TitleKey, _ options: FetchOptions) async throws -> [String: String]? {
    nil
  }

  package func releases(of key: TitleKey, _ options: FetchOptions) async throws -> Found<TitleReleases>? {
    nil
  }
}

/// All sources together, for the server: they are queried in the order that the contract gives.
@LoopActor
package protocol TitleService: MovieSource {
  /// What the local snapshot has.
  var catalogue: CatalogueStatus { get }
  /// Waits until the titles of the snapshot are there.
  func catalogueIsOpen() async
  /// Adds titles to the local snapshot. One call at a time.
  ///
  /// - Throws: the snapshot is as it was.
  func importTitles(_ job: CatalogueImport) async throws(CatalogueImport.Failure) -> CatalogueImport.Counts
  /// The first results of a `search`, from local and cached data.
  func suggest(_ params: SuggestParams, _ options: FetchOptions) async throws -> FoundTitles
  var status: UpstreamStatus { get }
  /// An upstream can be queried for certificates.
  var knowsCertificates: Bool { get }
  /// Looks them up in the background, for the next request.
  func learnCertificates(of keys: [TitleKey], _ options: FetchOptions)
  /// A source can be queried for release dates.
  var knowsReleases: Bool { get }
  /// Checks a TMDB key that is not in use yet.
  func check(tmdbKey: Secret) async throws -> KeyCheckResult
}

extension TitleService {
  package func catalogueIsOpen() async {}

  package func importTitles(
    _ job: CatalogueImport
  ) async throws(CatalogueImport.Failure) -> CatalogueImport.Counts { CatalogueImport.Counts() }

  package var knowsCertificates: Bool { true }

  package func learnCertificates(of keys: [TitleKey], _ options: FetchOptions) {}

  package var knowsReleases: Bool { false }

  package func check(tmdbKey: Secret) async throws -> KeyCheckResult { .untried(.network) }
}
