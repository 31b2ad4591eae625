import EventLoop
import JSONRPC
import Logging
import MovieProtocol
import MovieStore
import TestSupport
import Testing

@testable import MovieSources

/// Who is asked in which order, with titles of each source that say where they come from.
@LoopActor
@Suite(.timeLimit(.minutes(20))) struct SourceChainTests {
  /// Answers with one title, or as the test says.
  @LoopActor
  final class Source: TitleService {
    let catalogue = CatalogueStatus()
    let status = UpstreamStatus()
    let source: Meta.Source
    var fault: (any Error)?
    /// Of single details, by key.
    var faults: [String: any Error] = [:]
    var recommendations: [Title] = []
    var isEmpty = false
    /// It has no answer for those who do not wait.
    var isSlow = false
    /// Before a search is answered.
    var onSearch: (@LoopActor () async throws -> Void)?
    var titles: [Title] = [.named("movie/1")]
    /// Of a search; nil: as many as there are.
    var total: Int?
    /// The second page of a search.
    var secondPage: [Title] = []
    /// What else a search says of its answer.
    var note: (inout Meta) -> Void = { _ in }
    var videos: [Video] = []
    private(set) var asked = 0
    /// Of the searches.
    private(set) var cacheOnly: [Bool] = []

    init(_ source: Meta.Source) { self.source = source }

    private func answer<Answer>(_ make: (Meta) -> Answer) throws -> Answer {
      asked += 1
      if let fault { throw fault }
      return make(Meta(source: source, cache: .none, attribution: []))
    }

    private var page: [Title] { isEmpty ? [] : titles }

    private func expectPatience(_ options: FetchOptions) throws {
      if isSlow, options.patientUntil != nil { throw RPCError.slow(.tmdb, isLimited: false) }
    }

    func search(_ params: SearchParams, _ options: FetchOptions) async throws -> FoundTitles {
      try expectPatience(options)
      cacheOnly.append(options.isCacheOnly)
      try await onSearch?()
      var found = try answer { FoundTitles(titles: page, total: total ?? page.count, meta: $0) }
      if params.page == 2 { found.titles = secondPage }
      note(&found.meta)
      return found
    }

    func browse(_ params: BrowseParams, _ options: FetchOptions) async throws -> FoundTitles {
      try answer { FoundTitles(titles: page, total: page.count, meta: $0) }
    }

    func suggest(_ params: SuggestParams, _ options: FetchOptions) async throws -> FoundTitles {
      try answer { FoundTitles(titles: page, total: page.count, meta: $0) }
    }

    func detail(_ key: TitleKey, _ options: FetchOptions) async throws -> FoundDetail? {
      try expectPatience(options)
      if let fault = faults[key.text] { throw fault }
      var detail = TitleDetail(.named(key))
      detail.recommendations = recommendations
      return try answer { isEmpty ? nil : FoundDetail(detail: detail, meta: $0) }
    }

    func videos(_ params: TrailerParams, _ options: FetchOptions) async throws -> FoundVideos? {
      try expectPatience(options)
      return try answer {
        isEmpty
          ? nil
          : FoundVideos(key: params.key, title: "A", videos: videos, about: titles.first, meta: $0)
      }
    }

    func genres(_ mediaTypes: [Title.MediaType], _ options: FetchOptions) async throws -> Found<[Genre]> {
      try answer { Found([], meta: $0) }
    }

    func countries(_ options: FetchOptions) async throws -> Found<[Country]> {
      try answer { Found([], meta: $0) }
    }
    func languages(_ options: FetchOptions) async throws -> Found<[Language]> {
      try answer { Found([], meta: $0) }
    }

    func providers(_ params: ProvidersParams, _ options: FetchOptions) async throws -> Found<[Provider]> {
      try answer { Found([Provider](), meta: $0) }
    }
  }

  @LoopActor
  struct Bench {
    let local = Source(.catalogue)
    let tmdb = Source(.tmdb)
    let chain: SourceChain
    /// How iTunes and YouTube are asked.
    let transport: PreparedTransport

    init(
      key: String? = "0123456789abcdef0123456789abcdef", asksITunes: Bool = false, youtubeKey: String? = nil,
      downloader: [String] = [], searchTimeout: Duration = .seconds(240),
      // Longer than a busy machine keeps the loop from its turn.
      patience: Duration = .seconds(240),
      _ answer: @escaping PreparedTransport.Answer = { _ in .status(500) }
    ) {
      transport = PreparedTransport(answer)
      let upstreams = Upstreams(
        Limits(), transport: transport, cache: nil, searchTimeout: searchTimeout,
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
      ) { [tmdb] _ in tmdb }
      // A test waits for what it waits for, however busy the machine is.
      chain = SourceChain(local: local, upstream: upstreams, patience: patience)
      upstreams.downloaderEnvironment = ["PATH=/usr/bin:/bin"]
      use(key: key, asksITunes: asksITunes, youtubeKey: youtubeKey, downloader: downloader)
    }

    func use(
      key: String? = "0123456789abcdef0123456789abcdef", asksITunes: Bool, youtubeKey: String?,
      downloader: [String] = []
    ) {
      var settings = Upstreams.Settings(
        tmdbAddress: "https://tmdb.example/3", itunesAddress: "https://itunes.example",
        youtubeAddress: "https://youtube.example")
      settings.tmdbKey = key.map { Secret($0) }
      settings.youtubeKey = youtubeKey.map { Secret($0) }
      (settings.asksITunes, settings.downloader) = (asksITunes, downloader)
      chain.upstream.use(settings)
    }
  }

  private let options = FetchOptions(day: "2026-11-21")
  private nonisolated static let unavailable = RPCError(.upstreamUnavailable, .words("TMDB cannot be asked"))

  private func search(_ bench: Bench) async throws -> FoundTitles {
    let arguments = try Arguments(SearchMethod.method, params: #"{"q":"dune"}"#.utf8.span)
    return try await bench.chain.search(SearchParams(arguments, defaultDebounce: 0), options)
  }

  @Test func upstream_that_is_slow_leaves_it_to_local_titles() async throws {
    let bench = Bench()
    bench.tmdb.isSlow = true
    let found = try await search(bench)
    #expect(found.meta.source == .catalogue && found.meta.reason == .network)
    let detail = try await bench.chain.detail("movie/1", options)
    #expect(detail?.meta.source == .catalogue && detail?.meta.reason == .network)
    #expect(bench.tmdb.asked == 0)
  }

  @Test func slow_upstream_is_waited_for_where_nothing_else_has_an_answer() async throws {
    let bench = Bench()
    (bench.tmdb.isSlow, bench.local.isEmpty) = (true, true)
    let found = try await search(bench)
    #expect(found.meta.source == .tmdb && found.meta.reason == nil && found.titles.count == 1)
    let detail = try await bench.chain.detail("movie/1", options)
    #expect(detail?.meta.source == .tmdb && detail?.meta.reason == nil)
    // A title that is matched, and one that is fetched for later, are not taken from elsewhere.
    bench.local.isEmpty = false
    var patient = options
    patient.priority = .prefetch
    #expect(try await bench.chain.detail("movie/1", patient)?.meta.source == .tmdb)
  }

  @Test func slow_upstream_leaves_videos_to_those_that_are_stored_but_not_to_a_search_for_them()
    async throws
  {
    let bench = Bench()
    bench.tmdb.isSlow = true
    let params = TrailerParams(key: "movie/1", types: Video.Kind.usual, language: "en")
    let search = Video(
      name: "A", type: .search, site: "youtube", url: "https://youtube.example/?q=A")
    bench.local.videos = [search]
    #expect(try await bench.chain.videos(params, options)?.meta.source == .tmdb)
    bench.local.videos = [
      Video(name: "A", type: .trailer, site: "youtube", url: "https://youtube.example/1")
    ]
    let found = try await bench.chain.videos(params, options)
    #expect(
      found?.meta.source == .catalogue && found?.meta.reason == .network && found?.videos.count == 1
    )
  }

  /// Whoever asks decides whether to wait: the words may be read in another way.
  @Test func slow_upstream_leaves_names_to_local_titles_and_says_so_where_these_have_none() async throws {
    let bench = Bench()
    bench.tmdb.isSlow = true
    let name = try #require(TitleName(Title.named("movie/1").title)?.readings.first)
    #expect(try await bench.chain.named(name, options.impatient).map(\.title.key) == ["movie/1"])
    #expect(bench.tmdb.asked == 0)
    bench.local.isEmpty = true
    await #expect { try await bench.chain.named(name, options.impatient) } throws: {
      ($0 as? RPCError)?.isSlow == true
    }
    #expect(bench.tmdb.asked == 0)
    #expect(try await bench.chain.named(name, options.patient).count == 1)
  }

  @Test func title_that_tmdb_does_not_have_but_that_is_known_here_is_gone() async throws {
    let bench = Bench()
    func isGone(_ key: TitleKey) async throws -> Bool? {
      try await bench.chain.detail(key, options)?.detail.title.isGone
    }
    #expect(try await isGone("movie/1") == false)
    bench.tmdb.isEmpty = true
    #expect(try await isGone("movie/1") == true)
    // The number may be missing there, and not the title.
    #expect(try await isGone("imdb/tt0000001") == false)
    bench.tmdb.fault = Self.unavailable
    #expect(try await isGone("movie/1") == false)
  }

  @Test func without_a_key_only_what_is_cached_of_tmdb_is_used() async throws {
    let bench = Bench(key: nil)
    bench.tmdb.fault = UpstreamFetcher.NotCached()
    #expect(try await search(bench).meta.source == .catalogue)
    #expect(try await bench.chain.detail("movie/1", options)?.meta.source == .catalogue)
    bench.tmdb.fault = nil
    let detail = try await bench.chain.detail("movie/1", options)
    #expect(detail?.meta.source == .tmdb && detail?.meta.reason == .noKey)
    #expect(try await search(bench).meta.source == .catalogue)
    bench.local.isEmpty = true
    let found = try await search(bench)
    #expect(found.meta.source == .tmdb && found.meta.reason == .noKey)
    bench.local.fault = RPCError(.notAvailable, .words("it requires TMDB"))
    #expect(try await bench.chain.genres([.movie], options).meta.source == .tmdb)
    bench.tmdb.fault = UpstreamFetcher.NotCached()
    await #expect(throws: RPCError.self) { try await bench.chain.genres([.movie], options) }
    #expect(!bench.tmdb.cacheOnly.contains(false))
  }

  @Test func suggestions_are_local_titles_then_those_of_a_search_that_tmdb_has_answered() async throws {
    let bench = Bench()
    let params = SuggestParams(
      try Arguments(SuggestMethod.method, params: #"{"q":"dune","limit":3}"#.utf8.span))
    bench.tmdb.fault = UpstreamFetcher.NotCached()
    let local = try await bench.chain.suggest(params, options)
    #expect(local.titles.map(\.key.text) == ["movie/1"] && local.meta.reason == nil)
    // Another search may be answered.
    #expect(local.meta.freshUntil != nil)
    bench.tmdb.fault = nil
    bench.tmdb.titles = ["movie/2", "movie/1", "movie/3", "movie/4"].map { .named($0) }
    let both = try await bench.chain.suggest(params, options)
    #expect(both.titles.map(\.key.text) == ["movie/1", "movie/2", "movie/3"])
    #expect(bench.tmdb.cacheOnly == [true, true])
    let keyless = Bench(key: nil)
    #expect(try await keyless.chain.suggest(params, options).meta.freshUntil == nil)
    #expect(keyless.tmdb.asked == 0)
  }

  @Test(arguments: [BrowseList.award, .recommended, .downloaded])
  func what_the_user_has_is_not_asked_for_upstream(_ list: BrowseList) async throws {
    let bench = Bench()
    let found = try await bench.chain.browse(BrowseParams(list: list), options)
    #expect(found.meta.source == .catalogue && bench.tmdb.asked == 0)
  }

  @Test(
    arguments: [
      unavailable, RPCError(.upstreamUnauthorized, .words("no")), RPCError(.rateLimited, .words("too often")),
    ])
  func local_titles_stand_in_when_tmdb_fails_and_say_so(_ fault: RPCError) async throws {
    let bench = Bench()
    bench.tmdb.fault = fault
    let found = try await search(bench)
    #expect(found.meta.source == .catalogue && found.meta.isOffline && found.titles.count == 1)
    #expect(bench.local.asked == 1)
    #expect(try await bench.chain.detail(.tmdb(.tv, 1), options)?.meta.isOffline == true)
  }

  @Test func recommendations_with_a_part_missing_say_so() async throws {
    let bench = Bench()
    bench.tmdb.recommendations = [.named("movie/9")]
    bench.local.isEmpty = true
    var options = options
    options.likes = [.tmdb(.movie, 1), .tmdb(.movie, 2)]
    let params = BrowseParams(list: .recommended)
    let whole = try await bench.chain.browse(params, options)
    #expect(whole.titles.map(\.key) == ["movie/9"] && whole.meta.reason == nil)
    bench.tmdb.faults["movie/2"] = Self.unavailable
    let part = try await bench.chain.browse(params, options)
    #expect(part.titles.map(\.key) == ["movie/9"] && part.meta.reason == .network)
    bench.tmdb.faults["movie/1"] = RPCError(.rateLimited, .words("too often"))
    #expect(try await bench.chain.browse(params, options).meta.isOffline)
    bench.tmdb.faults = ["movie/2": RPCError(.storageError, .words("of another kind"))]
    #expect(try await bench.chain.browse(params, options).meta.reason == .upstreamError)
  }

  @Test func without_a_key_it_is_said_that_there_is_none() async throws {
    let bench = Bench(key: nil)
    let found = try await search(bench)
    #expect(found.meta.reason == .noKey && !found.meta.isOffline)
    #expect(try await bench.chain.detail(.tmdb(.movie, 1), options)?.meta.reason == .noKey)
    #expect(try await bench.chain.browse(BrowseParams(list: .award), options).meta.reason == nil)
  }

  @Test func when_nobody_knows_the_error_is_that_of_tmdb() async throws {
    let bench = Bench()
    bench.tmdb.fault = Self.unavailable
    bench.local.isEmpty = true
    #expect(await #expect(throws: RPCError.self) { try await search(bench) } == Self.unavailable)
    await #expect(throws: Self.unavailable) { try await bench.chain.detail(.tmdb(.movie, 1), options) }
    // Locally it would be said that a key is needed; there is one.
    bench.local.fault = RPCError(.upstreamUnauthorized, .words("needs TMDB"))
    await #expect(throws: Self.unavailable) {
      try await bench.chain.browse(BrowseParams(list: .airingToday), options)
    }
  }

  @Test func what_was_not_to_be_asked_for_is_no_failure() async throws {
    let bench = Bench()
    bench.tmdb.fault = UpstreamFetcher.NotCached()
    let found = try await search(bench)
    #expect(found.meta.source == .catalogue && !found.meta.isOffline)
    bench.local.isEmpty = true
    #expect(try await search(bench).titles.isEmpty)
    #expect(try await bench.chain.detail(.tmdb(.movie, 1), options)?.meta == nil)
  }

  @Test func a_title_tmdb_does_not_have_may_be_known_locally() async throws {
    let bench = Bench()
    bench.tmdb.isEmpty = true
    #expect(try await bench.chain.detail(.tmdb(.movie, 1), options)?.meta.source == .catalogue)
  }

  @Test func a_bug_is_not_hidden() async {
    struct Bug: Error {}
    let bench = Bench()
    bench.tmdb.fault = Bug()
    await #expect(throws: Bug.self) { try await search(bench) }
    bench.tmdb.fault = CancellationError()
    await #expect(throws: CancellationError.self) { try await search(bench) }
  }
}

extension Title {
  /// A title of which only the key matters.
  static func named(_ key: TitleKey) -> Title { Title(key, "A", source: .tmdb) }
}
