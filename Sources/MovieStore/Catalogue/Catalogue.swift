import GRDB
package import MovieProtocol
import Synchronization
import TitleIndex

/// The titles known without the network: their search, lists and single titles.
///
/// Runs on a thread of its own; every call from elsewhere is one round trip there. It reads `catalogue.index`,
/// which all of the process share as memory of the file (see `CatalogueStorage`).
package actor Catalogue {
  /// Titles after these are not returned.
  static let maxTotal = 10_000

  private let thread: DatabaseThread
  private nonisolated let storage: CatalogueStorage
  private(set) var opened: CatalogueStorage.Opened
  private var search: TitleSearch
  /// Of the imports, for IMDb's numbers; opened at the first of them.
  private var imports: DatabaseQueue?
  /// A title that cannot be read is left out: the file has been made again already.
  private var isLenient = false
  private var notices: [CatalogueNotice] = []
  private nonisolated let hasChangedFlag = Atomic(false)

  nonisolated package var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  /// False in a build without the facts about titles (EMBED in the Makefile).
  package static var hasFacts: Bool { !CatalogueSource.embeddedBytes.isEmpty }

  /// Opens the catalogue of the titles in the binary and of those that were imported. It never fails: `notices`
  /// report any problem.
  ///
  /// - Parameters:
  ///   - folder: for `catalogue.index`; created if missing. nil keeps everything in memory.
  ///   - embedded: false gives a catalogue of imports only, with `asOf` nil.
  ///   - thread: may be shared with other actors.
  ///   - progress: to end it early: then it has the built-in titles only.
  package static func open(
    folder: String?, embedded: Bool = true, on thread: DatabaseThread = DatabaseThread(),
    progress: CatalogueProgress = CatalogueProgress()
  ) async -> (catalogue: Catalogue, notices: [CatalogueNotice]) {
    let source: CatalogueSource? = embedded && hasFacts ? .embedded : nil
    return await open(CatalogueStorage(folder: folder, source: source, progress: progress), on: thread)
  }

  static func open(
    _ storage: CatalogueStorage, on thread: DatabaseThread = DatabaseThread()
  ) async -> (catalogue: Catalogue, notices: [CatalogueNotice]) {
    let catalogue = Catalogue(storage, thread)
    return (catalogue, await catalogue.start())
  }

  private init(_ storage: CatalogueStorage, _ thread: DatabaseThread) {
    (self.storage, self.thread) = (storage, thread)
    let index = IndexSections().inMemory()
    (opened, search) = (.init(index: index, facts: Facts(), isInMemory: true), TitleSearch(index))
  }

  private func start() -> [CatalogueNotice] {
    use(storage.open(&notices))
    return takeNotices()
  }

  private func use(_ opened: CatalogueStorage.Opened) {
    try? imports?.close()
    (imports, isLenient) = (nil, false)
    (self.opened, search) = (opened, TitleSearch(opened.index))
  }

  /// The present content.
  package struct Facts: Sendable, Equatable {
    /// The number of titles that are searched.
    package var titles = 0
    /// The day of the facts, `2026-07-29`; nil if there are none.
    package var asOf: String?
    /// The day of TMDB's export that was imported last, `2026-07-29`.
    package var exportDay: String?
    /// How many imports it has.
    package var imports = 0
    /// Titles that were imported are lost, and have not been imported since.
    package var importsLost = false
  }

  package var facts: Facts { opened.facts }

  /// Builds all titles again with those of files, on a thread of its own with the lowest priority, while others
  /// are answered; then uses them. Call it once at a time.
  ///
  /// - Throws: `CatalogueImport.Failure`: the catalogue is as it was.
  package func build(
    importing job: CatalogueImport
  ) async throws(CatalogueImport.Failure) -> CatalogueImport.Counts {
    let (made, notices) = await CatalogueBuild(storage).run(importing: job)
    self.notices += notices
    let (opened, counts) = try made.get()
    use(opened)
    return counts
  }

  /// It was made again since `takeNotices`, so `facts` may be others. Any thread may ask.
  package nonisolated var hasChanged: Bool { hasChangedFlag.load(ordering: .relaxed) }

  /// Notices since the last call or since `open`.
  package func takeNotices() -> [CatalogueNotice] {
    hasChangedFlag.store(false, ordering: .relaxed)
    defer { notices = [] }
    return notices
  }

  /// The titles whose facts explain the words of `q`, see `TitleSearch`; the best first. `corrected` has the
  /// words that were meant if they are others.
  ///
  /// - Parameters:
  ///   - year: of the release date.
  ///   - offset: counted in titles; past the end the result is empty. Below 0 it counts as 0, and so does
  ///     `limit`.
  ///   - isSuggestion: `total` counts the titles up to the last one returned, and they have only what a list of
  ///     completions shows.
  /// - Returns: `total` is at most 10,000, and titles after those are not returned.
  /// - Throws: `CatalogueError`: the file is damaged; `CancellationError` before it begins.
  package func search(
    q: String, mediaType: Title.MediaType? = nil, year: Int? = nil, offset: Int = 0, limit: Int,
    isSuggestion: Bool = false
  ) throws -> FoundInCatalogue {
    let rows = Self.rows(offset, limit)
    return try reading {
      if case .tmdb(let mediaType, let id)? = TitleAddress.titleKey(q) {
        let found = try known(mediaType, id).map { [$0] } ?? []
        return FoundInCatalogue(titles: rows.contains(0) ? found : [], total: found.count)
      }
      let filter = TitleSearch.Filter(isSeries: mediaType.map { $0 == .tv }, year: year)
      let answer = search.search(TitleAddress.words(q) ?? q, filter: filter, limit: max(rows.upperBound, 1))
      let shown = try answer.titles.dropFirst(rows.lowerBound).prefix(rows.count).compactMap { found in
        try readable(found.rank).map { (rank: found.rank, title: $0) }
      }
      var found = FoundInCatalogue(titles: shown.map(\.title))
      found.total = min(answer.total, isSuggestion ? rows.upperBound : Self.maxTotal)
      found.corrected = search.corrected(answer)
      if isSuggestion {
        found.titles = found.titles.map(\.asSuggestion)
      } else {
        found.matched = shown.map { search.matched($0.rank, answer).compactMap(MatchedWord.init) }
      }
      return found
    }
  }

  /// The titles that are called so, the best known first. `votes` are those at TMDB; where they are not known,
  /// those of a film as well known.
  package func named(_ name: TitleName.Reading) throws -> [(title: CatalogueTitle, votes: Int)] {
    try reading {
      try opened.index.ranks(named: name.spellings).prefix(Self.maxNamed).compactMap { rank in
        guard let title = try readable(rank), name.isNear(title.year) else { return nil }
        return (title, votes(of: title, rank))
      }
    }
  }

  /// More titles than have one name.
  private static let maxNamed = 500

  /// Of most series the number is not known, and IMDb's votes are many more than TMDB's: then those of the next
  /// film in the order of how well titles are known.
  private func votes(of title: CatalogueTitle, _ rank: Int) -> Int {
    if title.voteCount > 0, !title.imdbFacts.contains(.votes) { return title.voteCount }
    // Among those that were imported hardly any has votes.
    let next = opened.index.records[(rank + 1)...].prefix(1000).first { !$0.isSeries && $0.votes > 0 }
    return Int(next?.votes ?? 0)
  }

  /// The title with that ID, or nil if the catalogue does not have it.
  package func title(_ mediaType: Title.MediaType, id: Int) throws -> CatalogueTitle? {
    try reading { try known(mediaType, id) }
  }

  /// Titles by their IDs, in that order; nil for each that the catalogue does not have.
  package func titles(_ ids: [(Title.MediaType, Int)]) throws -> [CatalogueTitle?] {
    try reading { try ids.map { try known($0.0, $0.1) } }
  }

  /// The title of IMDb's number, `tt1160419`, if an import has found it; nil also for anything else.
  package func title(imdb id: String) throws -> CatalogueTitle? {
    guard opened.facts.imports > 0, let number = IMDbLine.number(of: Array(id.utf8)),
      let folder = storage.folder
    else { return nil }
    if imports == nil { imports = try? ImportStore(folder).open() }
    let found = try? imports?.inDatabase { try IMDbTable.title(number, $0) }
    guard let (mediaType, id) = found ?? nil else { return nil }
    return try title(mediaType, id: id)
  }

  /// Titles that share collection, people, keywords, genres or language with this one: `similar` has the
  /// nearest, `recommendations` the better rated of the other near titles. No title is in both. Both are empty
  /// for a title that is not in the catalogue.
  package func related(
    to mediaType: Title.MediaType, id: Int, limit: Int
  ) throws -> (similar: [CatalogueTitle], recommendations: [CatalogueTitle]) {
    try reading {
      guard let rank = opened.index.rank(isSeries: mediaType == .tv, id: id) else { return ([], []) }
      let found = search.related(to: rank, limit: limit)
      return (try found.similar.compactMap(readable), try found.recommendations.compactMap(readable))
    }
  }

  /// - Parameter offset: past the end the result is empty. Below 0 it counts as 0, and so does `limit`.
  /// - Returns: `total` is at most 10,000, and titles after those are not returned.
  package func list(
    _ list: CatalogueList, offset: Int, limit: Int
  ) throws -> (titles: [CatalogueTitle], total: Int) {
    try reading {
      let found = opened.index.list(list.question, rows: Self.rows(offset, limit), most: Self.maxTotal)
      return (try found.ranks.compactMap(readable), found.total)
    }
  }

  private static func rows(_ offset: Int, _ limit: Int) -> Range<Int> {
    let start = min(max(offset, 0), maxTotal)
    return start..<min(start + min(max(limit, 0), maxTotal), maxTotal)
  }

  private func known(_ mediaType: Title.MediaType, _ id: Int) throws -> CatalogueTitle? {
    try opened.index.rank(isSeries: mediaType == .tv, id: id).flatMap(readable)
  }

  /// Nil: it cannot be read, nor could it when the file was made again.
  func readable(_ rank: Int) throws(CatalogueError) -> CatalogueTitle? {
    do throws(CatalogueError) {
      return try CatalogueCells(line: rank + 1).title(
        opened.index.records[rank], TitleText(opened.index, rank))
    } catch {
      guard isLenient else { throw error }
      return nil
    }
  }

  /// A line that cannot be read was damaged since the file was opened: it is made again.
  func reading<Result>(_ work: () throws -> Result) throws -> Result {
    try Task.checkCancellation()
    do {
      let result = try work()
      if opened.index.isCut { throw CatalogueError(.database, "the file was cut short") }
      return result
    } catch is CatalogueError {
      if !opened.isInMemory { use(storage.open(&notices)) }
      isLenient = true
      hasChangedFlag.store(true, ordering: .relaxed)
      return try work()
    }
  }
}
