import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources
import MovieStore

/// Titles as a profile sees them: with its user state, and without titles that its age limit hides. All
/// methods about titles use this, so that none forgets the filter.
@LoopActor
struct ProfileTitles {
  let titles: any TitleService
  let profile: Profile
  let library: LibraryAccess
  private let storedVideos: (any StoredVideos)?
  /// Nil: the profile sees everything.
  let ageFilter: AgeFilter?

  init(
    _ titles: any TitleService, _ profile: Profile, _ library: LibraryAccess,
    storedVideos: (any StoredVideos)? = nil
  ) {
    (self.titles, self.profile, self.library) = (titles, profile, library)
    self.storedVideos = storedVideos
    ageFilter = AgeFilter(profile, titles)
  }

  /// Recommendations are based on this many of the newest favourites and titles of the watchlist.
  private static let likes = 24

  func browse(_ params: BrowseParams, _ options: FetchOptions) async throws -> FoundTitles {
    var options = suitable(options)
    var isUnread = false
    if params.list == .recommended, !profile.lists.isEmpty {
      let name = profile.name
      do throws(LibraryError) {
        options.likes = try await library.read(within: library.extraLimit) { library throws(LibraryError) in
          try await library.newest(Self.likes, profile: name)
        }
      } catch {
        // There are still recommendations, but the next request may find better ones.
        isUnread = true
      }
      options.known = Set(profile.lists.userStates.keys)
    }
    let isUnseen: ((Title) -> Bool)? =
      params.filters.isUnseen ? { !profile.userState(of: $0.key).isWatched } : nil
    var found = try await page(params.page, params.pageSize, options, keeping: isUnseen) { number in
      var params = params
      params.page = number
      return try await titles.browse(params, options)
    }
    if isUnread { found.meta.expire(at: .now) }
    return found
  }

  /// - Parameter genres: parsed from `params.genre`.
  /// - Returns: also the titles whose texts are not stored in the profile's language.
  func list(
    _ params: LibraryParams, _ genres: GenreFilter?, _ options: FetchOptions
  ) async throws -> (page: LibraryPage, meta: Meta, lacking: [OutdatedTitle]) {
    let (name, language) = (profile.name, profile.settings.language)
    let found = try await library.read { library throws(LibraryError) in
      try await library.list(params, genres: genres, profile: name, language: language)
    }
    var meta = Meta(source: .library, cache: .none, attribution: found.titles.isEmpty ? [] : ["TMDB"])
    let shown = Set(try await filter(found.titles.map(\.title), &meta, options).map(\.key))
    let titles = found.titles.filter { shown.contains($0.title.key) }.map {
      LibraryTitle(profile.marked($0.title), $0.entry)
    }
    profile.pictures.record(titles.map(\.title))
    let count = PageCount(page: params.page, pageSize: params.pageSize, totalResults: found.total)
    let lacking = found.lacking.map { OutdatedTitle($0, language: language) }
    return (LibraryPage(revision: found.revision, results: titles, count), meta, lacking)
  }

  func search(_ params: SearchParams, _ options: FetchOptions) async throws -> FoundTitles {
    let options = suitable(options)
    return try await page(params.page, params.pageSize, options) { number in
      var params = params
      params.page = number
      return try await titles.search(params, options)
    }
  }

  func suggest(_ params: SuggestParams, _ options: FetchOptions) async throws -> FoundTitles {
    var options = suitable(options)
    // It never waits: only certificates that are already known count.
    options.isCacheOnly = true
    var found = try await titles.suggest(params, options)
    found.titles = try await filter(found.titles, &found.meta, options)
    profile.pictures.record(found.titles)
    return found
  }

  func detail(_ key: TitleKey, _ options: FetchOptions) async throws -> FoundDetail? {
    let options = suitable(options)
    let seen = try await visible(key, options) { options in
      try await titles.detail(key, options).map { Found($0, meta: $0.meta) }
    } about: {
      $0.detail.title
    }
    guard var found = seen?.value, let meta = seen?.meta else { return nil }
    found.meta = meta
    found.detail.title = profile.marked(found.detail.title)
    guard options.includesRelated else { return found }
    found.detail.similar = profile.marked(try await filter(found.detail.similar, &found.meta, options))
    found.detail.recommendations = profile.marked(
      try await filter(found.detail.recommendations, &found.meta, options))
    return found
  }

  /// The path of a picture of a recently listed title; nil: it has to come from the title's detail.
  func listedPicture(_ key: TitleKey, _ kind: ImageKind, _ options: FetchOptions) async throws -> ImagePath? {
    guard let path = profile.pictures.path(key, kind) else { return nil }
    var meta = Self.nothing
    // The age limit may have changed since.
    try await expect(key, &meta, suitable(options))
    return path
  }

  func videos(_ params: TrailerParams, _ options: FetchOptions) async throws -> FoundVideos? {
    var meta = Self.nothing
    try await expectIfKnown(params.key, options)
    guard var found = try await titles.videos(params, suitable(options)) else { return nil }
    // The title came in this language, and its certificates with it.
    var own = options
    own.language = params.language
    try await expect(found.key, &meta, own)
    if let title = found.about { try expectNotAdult(title, options) }
    found.meta.merge(meta)
    if let storedVideos { found.add(try await storedVideos.videos(of: found.key, found.title), params.types) }
    return found
  }

  /// Whether the profile may be told of a title, as far as is known without fetching its detail.
  func isVisible(_ key: TitleKey, _ options: FetchOptions) async throws -> (isShown: Bool, isSure: Bool) {
    guard let ageFilter else { return (true, true) }
    var local = suitable(options)
    (local.isCacheOnly, local.includesRelated, local.includesAdult) = (true, false, true)
    var meta = Self.nothing
    do {
      guard let title = try await titles.detail(key, local)?.detail.title else { return (false, false) }
      let (shown, isSure) = try await ageFilter.filter([title], &meta, suitable(options))
      return (!shown.isEmpty, isSure)
    } catch let error as CancellationError {
      throw error
    } catch {
      return (false, false)
    }
  }

  /// The own titles of the profile count. Titles marked as adult are not even requested with an age limit.
  func suitable(_ options: FetchOptions) -> FetchOptions {
    var options = options
    options.owner = profile.name
    guard let ageFilter else { return options }
    options.includesAdult = false
    options.isForChildren = true
    options.ageLimit = ageFilter.rule.filter
    return options
  }

  /// The titles that may be seen; `meta` counts the others.
  func filter(_ titles: [Title], _ meta: inout Meta, _ options: FetchOptions) async throws -> [Title] {
    try await ageFilter?.filter(titles, &meta, options).shown ?? titles
  }

  /// How many titles beyond the page are checked at most.
  private static let maxSkipped = 200

  /// A page of the titles that may be seen: full as long as there are enough, however many are hidden
  /// between.
  ///
  /// - Parameters:
  ///   - isKept: of titles that the profile may see, those of the list; nil: all.
  ///   - find: a page without the filter.
  func page(
    _ page: Int, _ size: Int, _ options: FetchOptions, keeping isKept: ((Title) -> Bool)? = nil,
    _ find: (Int) async throws -> FoundTitles
  ) async throws -> FoundTitles {
    guard ageFilter != nil || isKept != nil, let rows = TitlePage.rows(page: page, pageSize: size) else {
      var found = try await find(page)
      found.titles = profile.marked(try await filter(found.titles, &found.meta, options))
      profile.pictures.record(found.titles)
      return found
    }
    var shown: [Title] = []
    var result: FoundTitles?
    var isEnd = false
    // Includes the pages before: they determine where this one begins, and they are cached.
    for number in 1...page + Self.maxSkipped / size + 1 {
      var found: FoundTitles
      do {
        found = try await find(number)
      } catch  where result != nil && !(error is CancellationError) {
        break
      }
      let count = found.titles.count
      var isSure = true
      if let isKept { found.titles = found.titles.filter(isKept) }
      if let ageFilter {
        (found.titles, isSure) = try await ageFilter.filter(
          found.titles, &found.meta, options, isWithinLimit: found.isWithinLimit)
      }
      // Titles hidden on earlier pages were counted there.
      if page > 1, shown.count + found.titles.count <= rows.lowerBound { found.meta.hidden = 0 }
      shown += found.titles
      found.meta = result?.meta.joined(found.meta) ?? found.meta
      result = found
      isEnd = count == 0 || number * size >= found.total
      // If certificates cannot be fetched, those of further titles cannot either.
      if isEnd || !isSure || shown.count >= rows.upperBound { break }
    }
    guard var result else { throw CancellationError() }
    // The list has been filtered to its end.
    if isEnd { result.total = shown.count }
    result.titles = profile.marked(Array(shown.dropFirst(rows.lowerBound).prefix(rows.count)))
    profile.pictures.record(result.titles)
    return result
  }

  /// Before anything is fetched, if the certificates are known already.
  func expectIfKnown(_ key: TitleKey, _ options: FetchOptions) async throws {
    if case .imdb = key { return }
    try await ageFilter?.expectIfKnown(key, options)
  }

  /// For a title that has been fetched: its certificates came with it.
  func expect(_ key: TitleKey, _ meta: inout Meta, _ options: FetchOptions) async throws {
    try await ageFilter?.expect(key, &meta, options)
  }

  func expectNotAdult(_ title: Title, _ options: FetchOptions) throws(RPCError) {
    try ageFilter?.expectNotAdult(title)
    guard title.isAdult, !options.includesAdult else { return }
    throw RPCError(
      .notFound, .titleIsAdult(title.key.text),
      Advice(.allowAdult(Setting.includeAdult.name), .setting(Setting.includeAdult.name)),
      details: ["resource": "title"])
  }

  static let nothing = Meta(source: .tmdb, cache: .none, attribution: [])
}

extension Meta {
  /// Expires when `other`, the `meta` of an additional fetch, does.
  mutating func merge(_ other: Meta) {
    if let moment = other.freshUntil { expire(at: moment) }
  }
}
