package import EventLoop
import JSONRPC
package import MovieProtocol
package import MovieStore

/// Queries the sources in the contract's order: fresh cached responses, TMDB if there is a key, stale cached
/// responses, local titles; otherwise an error that suggests a remedy. (The first three are done by
/// ``UpstreamFetcher``.)
@LoopActor
package final class SourceChain: TitleService {
  let local: any TitleService
  let upstream: Upstreams
  /// How long to wait for iTunes and YouTube once the rest is there.
  let patience: Duration
  private lazy var lookups = CertificationLookups { [weak self] key, options in
    _ = try await self?.certificates(of: key, options)
  }

  package init(local: any TitleService, upstream: Upstreams, patience: Duration = .seconds(1)) {
    self.local = local
    self.upstream = upstream
    self.patience = patience
  }

  package var catalogue: CatalogueStatus { local.catalogue }
  package func catalogueIsOpen() async { await local.catalogueIsOpen() }
  package func importTitles(
    _ job: CatalogueImport
  ) async throws(CatalogueImport.Failure) -> CatalogueImport.Counts { try await local.importTitles(job) }
  package var status: UpstreamStatus { upstream.status }

  /// Loads the data of the first screen into memory: the entries used last before the daemon was stopped, and
  /// new responses for first rows that are too old.
  package func warm(_ options: FetchOptions) async {
    guard upstream.tmdb != nil else { return }
    await upstream.warm()
    var options = options
    options.priority = .prefetch
    for row in HomeParams.usualRows {
      _ = try? await browse(BrowseParams(list: row.list, mediaType: row.mediaType), options)
    }
  }

  package func suggest(_ params: SuggestParams, _ options: FetchOptions) async throws -> FoundTitles {
    guard upstream.tmdb != nil else { return try await local.suggest(params, options) }
    let found: FoundTitles
    do {
      found = try await local.suggest(params, options.impatient)
    } catch is RPCError {
      found = Self.unread
    }
    return try await joined(params, options, found)
  }

  package func search(_ params: SearchParams, _ options: FetchOptions) async throws -> FoundTitles {
    if upstream.tmdb != nil, let found = try await pasted(params, options) { return found }
    return try await searched(params, options)
  }

  func searched(_ params: SearchParams, _ options: FetchOptions) async throws -> FoundTitles {
    try await joined(params, options) {
      let found = try await query(options) { try await $0.search(params, $1) }
      return try await withLocalTitles(params, options, found)
    }
  }

  package func browse(_ params: BrowseParams, _ options: FetchOptions) async throws -> FoundTitles {
    switch params.list {
    // The user's own titles, and built-in lists.
    case .daily, .award, .downloaded: try await local.browse(params, options)
    case .recommended: try await recommended(params, options)
    default: try await query(options) { try await $0.browse(params, $1) }
    }
  }

  package func detail(_ key: TitleKey, _ options: FetchOptions) async throws -> FoundDetail? {
    if case .itunes(let id) = key {
      return try await queryForOne(upstream.itunes, options) {
        try await $0.detail(id, $1)
      } local: {
        try await local.detail(key, options)
      }
    }
    return try await queryForOne(upstream.tmdb, options, ifAbsent: .noKey) {
      try await $0.detail(key, $1)
    } local: {
      try await local.detail(key, options)
    } stored: {
      try await upstream.cachedTMDB.detail(key, options.cacheOnly)
    } cached: {
      try await upstream.cachedTitle(key, options)
    } missing: { answer in
      if case .tmdb = key { answer.detail.title.isGone = true }
    }
  }

  package func videos(_ params: TrailerParams, _ options: FetchOptions) async throws -> FoundVideos? {
    if case .itunes(let id) = params.key {
      return try await queryForOne(upstream.itunes, options) {
        try await $0.videos(params, id, $1)
      } local: {
        try await local.videos(params, options)
      } suffices: {
        $0.hasVideo
      }
    }
    let found = try await queryForOne(upstream.tmdb, options, ifAbsent: .noKey) {
      try await $0.videos(params, $1)
    } local: {
      try await local.videos(params, options)
    } stored: {
      try await upstream.cachedTMDB.videos(params, options.cacheOnly)
    } suffices: {
      // Upstream is worth more than a link to a search.
      $0.hasVideo
    }
    guard let found else { return nil }
    return try await joined(params, options, found)
  }

  /// TMDB is the only source of certificates.
  package func certificates(of key: TitleKey, _ options: FetchOptions) async throws -> [String: String]? {
    try await upstream.tmdb?.certificates(of: key, options)
  }

  package var knowsCertificates: Bool { upstream.tmdb != nil }

  package func learnCertificates(of keys: [TitleKey], _ options: FetchOptions) {
    lookups.add(keys, options)
  }

  package func check(tmdbKey: Secret) async throws -> KeyCheckResult { try await upstream.check(tmdbKey) }

  package var knowsReleases: Bool { upstream.tmdb != nil }

  package func releases(of key: TitleKey, _ options: FetchOptions) async throws -> Found<TitleReleases>? {
    try await upstream.tmdb?.releases(of: key, options)
  }

  package func genres(
    _ mediaTypes: [Title.MediaType], _ options: FetchOptions
  ) async throws -> Found<[Genre]> {
    try await query(options) { try await $0.genres(mediaTypes, $1) }
  }

  package func countries(_ options: FetchOptions) async throws -> Found<[Country]> {
    try await query(options) { try await $0.countries($1) }
  }

  package func languages(_ options: FetchOptions) async throws -> Found<[Language]> {
    try await query(options) { try await $0.languages($1) }
  }

  package func providers(
    _ params: ProvidersParams, _ options: FetchOptions
  ) async throws -> Found<[Provider]> {
    try await query(options) { try await $0.providers(params, $1) }
  }

  func query<Answer: Answered>(
    _ options: FetchOptions, _ question: @LoopActor (any MovieSource, FetchOptions) async throws -> Answer
  ) async throws -> Answer {
    guard let tmdb = upstream.tmdb else { return try await queryWithoutKey(options, question) }
    do {
      return try await question(tmdb, options.impatient)
    } catch {
      let fallback = try Fallback(error)
      let answer: Answer
      do {
        answer = try await question(local, options)
      } catch {
        // Only TMDB can answer this.
        if fallback.isSlow { return try await question(tmdb, options.patient) }
        let isForTMDB = (error as? RPCError)?.kind == .upstreamUnauthorized
        throw fallback.error ?? (isForTMDB ? RPCError.answerNotCached : error)
      }
      guard let error = fallback.error, (answer as? FoundTitles)?.total == 0 else {
        return fallback.marked(answer)
      }
      // The local source has nothing either.
      if fallback.isSlow { return try await question(tmdb, options.patient) }
      throw error
    }
  }

  /// What local titles do not have, the cache may have of TMDB.
  private func queryWithoutKey<Answer: Answered>(
    _ options: FetchOptions, _ question: @LoopActor (any MovieSource, FetchOptions) async throws -> Answer
  ) async throws -> Answer {
    var answer: Answer
    do {
      answer = try await question(local, options)
      if (answer as? FoundTitles)?.total == 0,
        let cached = try? await question(upstream.cachedTMDB, options.cacheOnly)
      {
        answer = cached
      }
    } catch {
      guard let cached = try? await question(upstream.cachedTMDB, options.cacheOnly) else { throw error }
      answer = cached
    }
    if answer.meta.reason == nil { answer.meta.reason = .noKey }
    return answer
  }

  /// A title that the source does not have may still be known locally, and if the source cannot be reached,
  /// also from its earlier responses.
  ///
  /// - Parameters:
  ///   - source: nil: it is not in use.
  ///   - reason: what a result says without the source.
  ///   - stored: the source's own answer, if it is cached.
  ///   - missing: marks a result about a title that the source does not have.
  ///   - suffices: whether to answer this while the source is slow; it is waited for otherwise.
  func queryForOne<Source, Answer: Answered>(
    _ source: Source?, _ options: FetchOptions, isPatient: Bool = false,
    ifAbsent reason: Meta.Reason? = nil,
    _ question: @LoopActor (Source, FetchOptions) async throws -> Answer?,
    local own: @LoopActor () async throws -> Answer?,
    stored: @LoopActor () async throws -> Answer? = { nil },
    cached: @LoopActor () async throws -> Answer? = { nil },
    missing: @LoopActor (inout Answer) -> Void = { _ in },
    suffices: @LoopActor (Answer) -> Bool = { _ in true }
  ) async throws -> Answer? {
    guard let source else {
      var answer = try? await stored()
      if answer == nil { answer = try await own() }
      if answer == nil { answer = try await cached() }
      if answer?.meta.reason == nil { answer?.meta.reason = reason }
      return answer
    }
    do {
      if let answer = try await question(source, isPatient ? options.patient : options.impatient) {
        return answer
      }
      guard var answer = try await own() else { return nil }
      missing(&answer)
      // For as long as the cache remembers that the source does not have it.
      answer.meta.freshUntil = Timestamp.now + Freshness.missing
      return answer
    } catch {
      let fallback = try Fallback(error)
      var answer = try await own()
      if answer == nil { answer = try await cached() }
      if fallback.isSlow, !(answer.map(suffices) ?? false) {
        return try await queryForOne(
          source, options, isPatient: true, question, local: own, cached: cached, missing: missing)
      }
      if answer == nil, let error = fallback.error { throw error }
      return answer.map(fallback.marked)
    }
  }
}

/// Why the next source in the chain is queried.
struct Fallback {
  /// The error reported if no other source has a result; nil: the request excluded upstream.
  let error: RPCError?

  /// The source was not waited for any longer: what it answers is there for the next request.
  var isSlow: Bool { error?.isSlow == true }

  /// - Throws: the error itself, if no other source may answer this.
  init(_ error: any Error) throws {
    switch error {
    case is UpstreamFetcher.NotCached: self.error = nil
    case let error as RPCError where error.isOfUpstream: self.error = error
    default: throw error
    }
  }

  /// Says why this answer is not the first source's.
  func marked<Answer: Answered>(_ answer: Answer) -> Answer {
    var answer = answer
    answer.meta.reason = error?.reason ?? answer.meta.reason
    return answer
  }
}

extension RPCError {
  /// The request excludes upstream, which has a key.
  fileprivate static let answerNotCached = RPCError(
    .notFound, .answerNotCached, .omitCacheOnly, details: ["resource": "answer"])
}
