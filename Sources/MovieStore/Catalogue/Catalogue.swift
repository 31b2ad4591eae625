import GRDB

/// The titles known without asking anyone, and the search among them.
///
/// Runs on a `DatabaseThread`; every call from elsewhere is one round trip there. The database is read only
/// and immutable, so no query needs a transaction. When the file fails under it, the catalogue makes itself
/// anew and answers from that; `takeNotices` tells.
package actor Catalogue {
  private let thread: DatabaseThread
  private let storage: CatalogueStorage
  private var opened: CatalogueStorage.Opened?
  private var notices: [CatalogueNotice] = []
  private var repairs = 0
  /// Made at the first question for it; of the titles that are opened.
  private var neighbours: RelatedTitles?

  nonisolated package var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  /// Opens the catalogue of the titles in the binary, from the file in `folder` where it fits, else building
  /// it there (some 0.1 s), else in memory. It never fails: `notices` say what went otherwise than wished.
  ///
  /// - Parameters:
  ///   - folder: for `catalogue.sqlite`; made when it is not there. nil keeps all in memory.
  ///   - embedded: false gives a catalogue of nothing, with `asOf` nil.
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

  /// How many there are.
  package var titles: Int { opened?.stamp.titles ?? 0 }

  /// The day of the facts, `2026-07-29`; nil when there are none.
  package var asOf: String? { opened?.stamp.asOf }

  /// What happened since the last call or since `open`.
  package func takeNotices() -> [CatalogueNotice] {
    defer { notices = [] }
    return notices
  }

  /// The titles that match `q`, whole title first, then beginning of title, then all words, each by votes.
  ///
  /// Case, accents and punctuation do not count, and the last word may be a beginning (see `SearchFold`);
  /// originals' titles are searched too. A `q` of nothing but blanks finds nothing.
  ///
  /// - Parameters:
  ///   - year: of the release date.
  ///   - offset: counted in titles; past the end there are none. Below 0 it counts as 0, and so does `limit`.
  /// - Returns: `total` is at most 10,000, and titles after those are not given.
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

  /// The title of that number, or nil when the catalogue does not have it.
  package func title(_ mediaType: CatalogueTitle.MediaType, id: Int) throws -> CatalogueTitle? {
    try Task.checkCancellation()
    return try reading { database in
      let statement = try database.cachedStatement(
        sql: CatalogueRow.select + " WHERE media_type = ? AND id = ?")
      return try Row.fetchOne(statement, arguments: [mediaType.rawValue, id]).map(CatalogueRow.title)
    } ?? nil
  }

  /// Titles that have collection, people, keywords, genres or language in common with this one: the nearest,
  /// and of what else is near the better rated. No title is in both. Both are empty for a title that is not
  /// here, or not among the `RelatedTitles.maxTitles` best known.
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

  /// - Returns: nil when there is no database at all.
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

  /// The first time by a new file, then in memory: the disk may be dying.
  private func repair(after error: DatabaseError) {
    notices.append(
      CatalogueNotice(.damaged, "the catalogue is made anew: \(error.message ?? "SQLite failed")"))
    try? opened?.queue.close()
    neighbours = nil
    opened = storage.build(inMemory: repairs > 0, &notices)
    repairs += 1
  }
}

extension DatabaseError {
  /// The file, not the question, is at fault: https://sqlite.org/rescode.html
  fileprivate var meansDamage: Bool {
    switch resultCode {
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_PROTOCOL: true
    default: false
    }
  }
}
