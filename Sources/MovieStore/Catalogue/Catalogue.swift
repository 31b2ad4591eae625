import GRDB

/// The titles known without the network, and their search.
///
/// Runs on a `DatabaseThread`; every call from elsewhere is one round trip there. The database is read-only
/// and immutable, so no query needs a transaction. If the file fails while in use, the catalogue rebuilds
/// itself and answers from the new one; `takeNotices` reports this.
package actor Catalogue {
  private let thread: DatabaseThread
  private let storage: CatalogueStorage
  private var opened: CatalogueStorage.Opened?
  private var notices: [CatalogueNotice] = []
  private var repairs = 0
  /// Built for the first query of related titles, from the open catalogue.
  private var neighbours: RelatedTitles?

  nonisolated package var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  /// Opens the catalogue of the titles in the binary: from the file in `folder` if it is valid, otherwise
  /// builds it there (some 0.1 s), otherwise in memory. It never fails: `notices` report any problem.
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
    return takeNotices()
  }

  /// The number of titles.
  package var titles: Int { opened?.stamp.titles ?? 0 }

  /// The day of the facts, `2026-07-29`; nil if there are none.
  package var asOf: String? { opened?.stamp.asOf }

  /// Notices since the last call or since `open`.
  package func takeNotices() -> [CatalogueNotice] {
    defer { notices = [] }
    return notices
  }

  /// The titles that match `q`: whole title first, then beginning of title, then all words; each class by
  /// votes.
  ///
  /// Case, accents and punctuation are ignored, and the last word may be a prefix (see `SearchFold`);
  /// original titles are searched also. A `q` of only blanks finds nothing.
  ///
  /// - Parameters:
  ///   - year: of the release date.
  ///   - offset: counted in titles; past the end the result is empty. Below 0 it counts as 0, and so does
  ///     `limit`.
  /// - Returns: `total` is at most 10,000, and titles after those are not returned.
  /// - Throws: `CatalogueError` with `.database`; `CancellationError` before it begins.
  package func search(
    q: String, mediaType: CatalogueTitle.MediaType? = nil, year: Int? = nil, offset: Int = 0, limit: Int
  ) throws -> (titles: [CatalogueTitle], total: Int) {
    try Task.checkCancellation()
    guard let query = SearchQuery(q) else { return ([], 0) }
    let search = CatalogueSearch(query: query, mediaType: mediaType, year: year)
    return try reading { database in
      let ranks = try search.ranks(database)
      let page = ranks.dropFirst(max(offset, 0)).prefix(max(limit, 0))
      return (try CatalogueRow.titles(database, ranks: page), ranks.count)
    } ?? ([], 0)
  }

  /// The title with that ID, or nil if the catalogue does not have it.
  package func title(_ mediaType: CatalogueTitle.MediaType, id: Int) throws -> CatalogueTitle? {
    try Task.checkCancellation()
    return try reading { database in
      let statement = try database.cachedStatement(
        sql: CatalogueRow.select + " WHERE media_type = ? AND id = ?")
      return try Row.fetchOne(statement, arguments: [mediaType.rawValue, id]).map(CatalogueRow.title)
    } ?? nil
  }

  /// Titles that share collection, people, keywords, genres or language with this one: `similar` has the
  /// nearest, `recommendations` the better rated of the other near titles. No title is in both. Both are
  /// empty for a title that is not in the catalogue, or not among the `RelatedTitles.maxTitles` best known.
  package func related(
    to mediaType: CatalogueTitle.MediaType, id: Int, limit: Int
  ) throws -> (similar: [CatalogueTitle], recommendations: [CatalogueTitle]) {
    try Task.checkCancellation()
    return try reading { database in
      let statement = try database.cachedStatement(
        sql: "SELECT rank FROM title WHERE media_type = ? AND id = ?")
      guard let rank = try Int.fetchOne(statement, arguments: [mediaType.rawValue, id]) else {
        return ([], [])
      }
      let neighbours = try self.neighbours ?? makeNeighbours(database)
      let found = neighbours.related(to: rank, limit: limit)
      return (
        try CatalogueRow.titles(database, ranks: found.similar),
        try CatalogueRow.titles(database, ranks: found.recommendations)
      )
    } ?? ([], [])
  }

  private func makeNeighbours(_ database: Database) throws -> RelatedTitles {
    let rows = try Row.fetchCursor(
      database, sql: CatalogueRow.select + " ORDER BY rank LIMIT ?", arguments: [RelatedTitles.maxTitles])
    var builder = RelatedTitles.Builder()
    while let row = try rows.next() { builder.add(try CatalogueRow.title(row)) }
    let made = builder.finish()
    neighbours = made
    return made
  }

  /// - Returns: nil if there is no database at all.
  func reading<Result>(_ work: (Database) throws -> Result) throws -> Result? {
    do {
      return try opened?.queue.inDatabase(work)
    } catch let error as DatabaseError where error.meansDamage && opened?.isInMemory == false {
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

  /// The first time with a new file, then in memory: the disk may be failing.
  private func repair(after error: DatabaseError) {
    notices.append(
      CatalogueNotice(
        .damaged, "the catalogue is damaged; creating it again: \(error.message ?? "SQLite failed")"))
    try? opened?.queue.close()
    neighbours = nil
    opened = storage.build(inMemory: repairs > 0, &notices)
    repairs += 1
  }
}

extension DatabaseError {
  /// The file, not the query, is at fault: https://sqlite.org/rescode.html
  fileprivate var meansDamage: Bool {
    switch resultCode {
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_PROTOCOL: true
    default: false
    }
  }
}
