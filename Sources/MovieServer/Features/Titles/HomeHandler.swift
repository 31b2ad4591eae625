import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources

/// `home`: see `MovieProtocol/Methods/Home.swift`.
///
/// The rows are cached; the hero is drawn again for each reply, from a list cached with them. Only a seed
/// ties one hero to a result.
@LoopActor
enum HomeHandler {
  static let handlers = [MethodHandler(HomeMethod.self, .waiting(answer), isCacheable: true)]

  /// The hero is one of this many: the first page of the list.
  private static let heroes = 20

  static func answer(_ call: Call) async throws -> Response {
    let request = try TitleRequest(call)
    let params = HomeParams(request.arguments)
    return try await request.cached { try await make(params, request) }
  }

  private static func make(_ params: HomeParams, _ request: TitleRequest) async throws -> FreshResult {
    let titles = request.titles
    // Trending films cannot be requested with an age limit.
    let list = BrowseParams(
      list: titles.ageFilter == nil ? .trending : .popular, mediaType: .movie, pageSize: heroes)
    var options = request.options
    // Otherwise dozens of certificates would have to be fetched first.
    options.goesByKnownCertificates = true
    // All at once: each that needs upstream waits for the network.
    async let first = titles.browse(list, options)
    let all = try await rows(params, titles, options)
    for row in all { row.renew(request.call.server.profiles, language: options.language) }
    let drawn = try await first
    let rows = fitting(all)
    let heroes = drawn.titles.map { encode($0, request) }
    let capacity = 1024 * (rows.count * params.rowSize + 1)
    var begin = drawn.meta
    // Titles hidden from the hero's list are not counted; a row of the same list counts its own.
    begin.hidden = 0
    // Includes a row that an age limit has emptied: it is counted, and may have titles the next time.
    let meta = all.filter { !$0.isEmpty || $0.meta.hidden > 0 }.reduce(begin) { $0.joined($1.meta) }
    return FreshResult(meta) { form in
      let shown = rows.map { $0.shown(form) }
      var writer = request.writer(reserving: capacity)
      HomeRow.list.write(shown, into: &writer)
      return EncodedResult(
        bytes: Array(copying: writer.bytes.span),
        ages: EncodedResult.Age.all(of: shown.compactMap(\.meta), in: writer),
        meta: request.call.server.results.encode(form(meta)),
        drawn: EncodedResult.Drawn(
          name: "hero", values: heroes.isEmpty ? [Array("null".utf8)] : chosen(heroes, params.seed)))
    }
  }

  /// In the order requested.
  private static func rows(
    _ params: HomeParams, _ titles: ProfileTitles, _ options: FetchOptions
  ) async throws -> [Row] {
    try await params.rows.concurrentMap { row in
      let list = BrowseParams(list: row.list, mediaType: row.mediaType, pageSize: params.rowSize)
      do {
        return Row(row: row, found: .success(try await titles.browse(list, options)))
      } catch let error as RPCError {
        return Row(row: row, found: .failure(error))
      }
    }
  }

  /// Without empty rows.
  private static func fitting(_ rows: [Row]) -> [Row] {
    let rows = rows.filter { !$0.isEmpty }
    let fitting = HomeSize.fit(rows.map(\.titles))
    return zip(rows, fitting).map { row, titles in row.with(titles) }
  }

  /// One hero if there is a seed: the same for the same seed and list, in every daemon.
  private static func chosen(_ heroes: [[UInt8]], _ seed: Int?) -> [[UInt8]] {
    guard let seed else { return heroes }
    return [heroes[Int(SplitMix.mix(UInt64(bitPattern: Int64(seed))) % UInt64(heroes.count))]]
  }

  private static func encode(_ title: Title, _ request: TitleRequest) -> [UInt8] {
    var writer = request.writer(reserving: 1024)
    title.write(into: &writer)
    return Array(copying: writer.bytes.span)
  }

  private struct Row {
    let row: HomeParams.Row
    let found: Result<FoundTitles, RPCError>

    /// A row that failed may succeed at the next try.
    var meta: Meta {
      switch found {
      case .success(let found): found.meta
      case .failure(let error):
        Meta(
          source: .tmdb, cache: .none,
          // The library may be readable the next time.
          freshUntil: error.kind == .storageError ? .now : nil,
          reason: error.reason ?? (error.kind == .storageError ? nil : .network), attribution: [])
      }
    }

    var titles: [Title] { (try? found.get())?.titles ?? [] }

    /// Updates its titles in the profiles' lists.
    @LoopActor func renew(_ profiles: Profiles, language: String) {
      if let found = try? found.get() { profiles.renew(found, language: language) }
    }

    /// It has neither titles nor an error; or it is about these weeks, of which the catalogue hardly knows any.
    var isEmpty: Bool {
      guard let found = try? found.get() else { return false }
      let isOfOldFacts = found.meta.source == .catalogue && [.upcoming, .nowPlaying].contains(row.list)
      return found.titles.count < (isOfOldFacts ? Self.fewest : 1)
    }

    private static let fewest = 3

    func with(_ titles: [Title]) -> Row {
      guard case .success(var found) = found else { return self }
      found.titles = titles
      return Row(row: row, found: .success(found))
    }

    func shown(_ form: (Meta) -> Meta) -> HomeRow {
      switch found {
      case .success(let found): HomeRow(row, found.titles, form(found.meta))
      case .failure(let error): HomeRow(row, error)
      }
    }
  }
}

/// The mixing step of SplitMix64 (https://prng.di.unimi.it/splitmix64.c): neighbouring seeds choose
/// different heroes.
enum SplitMix {
  static func mix(_ seed: UInt64) -> UInt64 {
    var mixed = seed &+ 0x9e37_79b9_7f4a_7c15
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }
}
