import GRDB
package import MovieProtocol
import Synchronization
import TitleIndex

/// The titles known without the network, and their search.
///
/// Runs on a `DatabaseThread`; every call from elsewhere is one round trip there. The database is read-only
/// and immutable: one transaction serves all queries. While the file is missing, or failed while in use, it
/// answers from a starter in memory that has the best-known titles, and `build` makes the file;
/// `takeNotices` reports this.
package actor Catalogue {
  /// With fewer titles, none of which is well known and called as the query, a search corrects it.
  package static let few = 3

  private let thread: DatabaseThread
  private nonisolated let storage: CatalogueStorage
  private var opened: CatalogueStorage.Opened? {
    didSet { misspellings = nil }
  }
  /// Of `opened`, once a search has needed it.
  private var misspellings: MisspellingTable?
  private var notices: [CatalogueNotice] = []
  private var repairs = 0
  private nonisolated let needsBuildFlag = Atomic(false)
  /// Of the titles in the binary; nil if there are none.
  private var index: TitleSearch?
  private nonisolated let searchesAllFlag = Atomic(false)

  nonisolated package var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  /// Opens the catalogue of the titles in the binary: from the file in `folder` if it is valid, otherwise the
  /// best-known titles in memory. It never fails: `notices` report any problem.
  ///
  /// - Parameters:
  ///   - folder: for `catalogue.sqlite`; created if missing. nil keeps everything in memory.
  ///   - embedded: false gives an empty catalogue, with `asOf` nil.
  ///   - thread: may be shared with other actors.
  package static func open(
    folder: String?, embedded: Bool = true, on thread: DatabaseThread = DatabaseThread()
  ) async -> (catalogue: Catalogue, notices: [CatalogueNotice]) {
    let storage = CatalogueStorage(folder: folder, source: embedded ? .embedded : nil)
    return await open(storage, on: thread)
  }

  static func open(
    _ storage: CatalogueStorage, on thread: DatabaseThread = DatabaseThread()
  ) async -> (catalogue: Catalogue, notices: [CatalogueNotice]) {
    let catalogue = Catalogue(storage, thread)
    return (catalogue, await catalogue.start())
  }

  private init(_ storage: CatalogueStorage, _ thread: DatabaseThread) {
    self.storage = storage
    self.thread = thread
  }

  private func start() -> [CatalogueNotice] {
    opened = storage.open(&notices)
    if case .embedded = storage.source {
      index = CatalogueIndexFile(folder: storage.folder, source: .embedded).open(&notices)
    }
    noteWholeness()
    return takeNotices()
  }

  /// The present content.
  package struct Facts: Sendable, Equatable {
    /// The number of titles that are searched.
    package let titles: Int
    /// The day of the facts, `2026-07-29`; nil if there are none.
    package let asOf: String?
    /// False while only the best-known titles are searched.
    package let isWhole: Bool
    /// The day of TMDB's export that was imported last, `2026-07-29`.
    package var exportDay: String?
    /// How many imports it has.
    package var imports = 0
    /// Titles that were imported are lost, and have not been imported since.
    package var importsLost = false
  }

  package var facts: Facts {
    Facts(
      titles: opened?.stamp.titles ?? 0, asOf: opened?.stamp.asOf, isWhole: opened?.isWhole ?? true,
      exportDay: opened?.stamp.exportDay, imports: opened?.stamp.imports ?? 0,
      importsLost: opened?.stamp.importsLost ?? false)
  }

  /// Only the best-known titles are there. Any thread may ask.
  package nonisolated var needsBuild: Bool { needsBuildFlag.load(ordering: .relaxed) }

  /// A search finds all titles, also while they are being built. Any thread may ask.
  package nonisolated var searchesAll: Bool { searchesAllFlag.load(ordering: .relaxed) }

  private func noteWholeness() {
    needsBuildFlag.store(opened?.isWhole == false, ordering: .relaxed)
    searchesAllFlag.store(opened?.isWhole != false || searched != nil, ordering: .relaxed)
  }

  /// The index, unless there are more titles than it has.
  private var searched: TitleSearch? {
    guard let stamp = opened?.stamp, stamp.imports == 0, stamp.exportDay == nil else { return nil }
    return index
  }

  /// Builds all titles on a thread of its own with the lowest priority, some seconds, while others are
  /// answered; then uses them. Call it once at a time.
  package func build() async {
    guard needsBuild else { return }
    // The first time with a new file, then in memory: the disk may be failing.
    let made = await CatalogueBuild(storage).run(inMemory: repairs > 1)
    notices += made.notices
    guard let opened = made.opened else { return }
    if let starter = self.opened, opened.stamp.titles < starter.stamp.titles {
      // It could not be built: what is there is all there can be.
      try? opened.queue.close()
      self.opened = starter.asWhole
    } else {
      try? self.opened?.queue.close()
      self.opened = opened
    }
    noteWholeness()
  }

  /// Builds all titles again with those of files, in the same way, and then uses them. Call it once at a time,
  /// and not during `build`.
  ///
  /// - Throws: `CatalogueImport.Failure`: the catalogue is as it was.
  package func build(
    importing job: CatalogueImport
  ) async throws(CatalogueImport.Failure) -> CatalogueImport.Counts {
    let (made, notices) = await CatalogueBuild(storage).run(importing: job)
    self.notices += notices
    let (opened, counts) = try made.get()
    try? self.opened?.queue.close()
    self.opened = opened
    noteWholeness()
    return counts
  }

  /// How far `build` is.
  package nonisolated var progress: CatalogueProgress { storage.progress }

  /// Ends a build, for the end of the process; its file is removed.
  package nonisolated func cancelBuild() { storage.progress.cancel() }

  /// Notices since the last call or since `open`.
  package func takeNotices() -> [CatalogueNotice] {
    defer { notices = [] }
    return notices
  }

  /// The titles that match `q`: whole title first, then beginning of title, then all words, then the same of
  /// other spellings; each class by rank. The titles of people of that name follow. With few matches, those of
  /// another query follow that may have been meant (see `QueryCorrections`), and `corrected` has it.
  ///
  /// Case, accents and punctuation are ignored, and the last word may be a prefix (see `SearchFold`);
  /// original titles are searched also. A `q` of only blanks finds nothing.
  ///
  /// - Parameters:
  ///   - year: of the release date.
  ///   - offset: counted in titles; past the end the result is empty. Below 0 it counts as 0, and so does
  ///     `limit`.
  ///   - isSuggestion: it is faster: `total` counts the titles up to the last one returned, and they have only
  ///     what a list of completions shows.
  /// - Returns: `total` is at most 10,000, and titles after those are not returned.
  /// - Throws: `CatalogueError` with `.database`; `CancellationError` before it begins.
  package func search(
    q: String, mediaType: Title.MediaType? = nil, year: Int? = nil, offset: Int = 0, limit: Int,
    isSuggestion: Bool = false
  ) throws -> (titles: [CatalogueTitle], total: Int, corrected: String?) {
    try Task.checkCancellation()
    if let searched {
      let filter = TitleSearch.Filter(isSeries: mediaType.map { $0 == .tv }, year: year)
      var found = try search(searched, q, filter, offset, limit)
      guard isSuggestion else { return found }
      found.titles = found.titles.map(\.asSuggestion)
      found.total = min(found.total, max(offset, 0) + max(limit, 0))
      return found
    }
    var question = CatalogueQuestion(text: q, mediaType: mediaType, year: year)
    let most = CatalogueSearch.maxTotal
    question.inOrder = min(min(max(offset, 0), most) + min(max(limit, 0), most), most)
    if isSuggestion { question.limit = question.inOrder }
    return try reading { database in
      let answer = try question.answer(database) {
        let table = try self.misspellings ?? MisspellingTable(database)
        self.misspellings = table
        return table
      }
      let page = answer.ranks.dropFirst(max(offset, 0)).prefix(max(limit, 0))
      let titles = try CatalogueRow.titles(database, ranks: page, isSuggestion: isSuggestion)
      return (titles, answer.ranks.count, answer.corrected)
    } ?? ([], 0, nil)
  }

  private func search(
    _ index: TitleSearch, _ q: String, _ filter: TitleSearch.Filter, _ offset: Int, _ limit: Int
  ) throws -> (titles: [CatalogueTitle], total: Int, corrected: String?) {
    if let key = TitleKey(q) ?? TitleAddress.key(q).flatMap({ TitleKey($0) }),
      case .tmdb(let mediaType, let id) = key
    {
      let title = try title(mediaType, id: id)
      return (offset > 0 || limit < 1 ? [] : title.map { [$0] } ?? [], title == nil ? 0 : 1, nil)
    }
    let most = CatalogueSearch.maxTotal
    let rows = min(max(offset, 0), most)..<min(min(max(offset, 0), most) + min(max(limit, 0), most), most)
    let answer = index.search(TitleAddress.words(q) ?? q, filter: filter, limit: max(rows.upperBound, 1))
    let titles = try answer.titles.dropFirst(rows.lowerBound).prefix(rows.count).map { found in
      try CatalogueCells(line: found.rank + 1).title(index.line(found.rank))
    }
    return (titles, min(answer.total, most), index.corrected(answer))
  }

  /// The titles that are called so, the best known first. `votes` are those at TMDB; where they are not known,
  /// those of a film as well known.
  package func named(_ name: TitleName.Reading) throws -> [(title: CatalogueTitle, votes: Int)] {
    try Task.checkCancellation()
    return try reading { try CatalogueNames.titles(name, $0) } ?? []
  }

  /// The title with that ID, or nil if the catalogue does not have it.
  package func title(_ mediaType: Title.MediaType, id: Int) throws -> CatalogueTitle? {
    try Task.checkCancellation()
    return try reading { try self.row(mediaType, id: id, $0) } ?? nil
  }

  /// Titles that share collection, people, keywords, genres or language with this one: `similar` has the
  /// nearest, `recommendations` the better rated of the other near titles. No title is in both. Both are
  /// empty for a title that is not in the catalogue.
  package func related(
    to mediaType: Title.MediaType, id: Int, limit: Int
  ) throws -> (similar: [CatalogueTitle], recommendations: [CatalogueTitle]) {
    try Task.checkCancellation()
    let titles = facts.titles
    return try reading { database in
      guard let title = try self.row(mediaType, id: id, database) else { return ([], []) }
      let statement = try database.cachedStatement(
        sql: "SELECT rank FROM title WHERE media_type = ? AND id = ?")
      guard let rank = try Int.fetchOne(statement, arguments: [mediaType.rawValue, id]) else {
        return ([], [])
      }
      var related = RelatedTitles(database, to: title, rank: rank, among: titles)
      let found = try related.related(limit: limit)
      return (
        try CatalogueRow.titles(database, ranks: found.similar),
        try CatalogueRow.titles(database, ranks: found.recommendations)
      )
    } ?? ([], [])
  }

  private func row(
    _ mediaType: Title.MediaType, id: Int, _ database: Database
  ) throws -> CatalogueTitle? {
    let statement = try database.cachedStatement(
      sql: CatalogueRow.select + " WHERE media_type = ? AND id = ?")
    return try StatementRow.first(
      of: statement, arguments: [.text(mediaType.rawValue), .integer(id)], CatalogueRow.title)
  }

  /// - Returns: nil if there is no database at all.
  func reading<Result>(_ work: (Database) throws -> Result) throws -> Result? {
    do {
      return try opened?.queue.inDatabase(work)
    } catch let error where error.meansDamage && opened?.isInMemory == false {
      repair(after: error)
    } catch let error as DatabaseError {
      throw CatalogueError(.database, error.message ?? "SQLite failed")
    }
    do {
      return try opened?.queue.inDatabase(work)
    } catch let error as DatabaseError {
      throw CatalogueError(.database, error.message ?? "SQLite failed")
    }
  }

  /// With the starter, if there is one: `build` makes the rest.
  private func repair(after error: any Error) {
    // The description of a `RowDecodingError` has the query's arguments, which are not for the log.
    let words =
      (error as? DatabaseError)?.message ?? (error as? CatalogueError)?.message ?? "a value has another type"
    notices.append(CatalogueNotice(.damaged, "the catalogue is damaged; creating it again: \(words)"))
    try? opened?.queue.close()
    opened = storage.starter() ?? storage.build(inMemory: repairs > 0, &notices)
    repairs += 1
    noteWholeness()
  }
}

extension Error {
  /// The file, not the query, is at fault: https://sqlite.org/rescode.html, or a value that is never written.
  fileprivate var meansDamage: Bool {
    switch self {
    case let error as DatabaseError:
      [.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_PROTOCOL]
        .contains(error.resultCode)
    default: self is RowDecodingError || self is CatalogueError
    }
  }
}
