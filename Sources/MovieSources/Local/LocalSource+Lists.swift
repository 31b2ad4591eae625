import EventLoop
package import JSONRPC
package import MovieProtocol
package import MovieStore

extension LocalSource {
  package func browse(_ params: BrowseParams, _ options: FetchOptions) async throws -> FoundTitles {
    let rows = TitlePage.rows(page: params.page, pageSize: params.pageSize) ?? 0..<0
    if params.list == .downloaded {
      let (titles, total) = try await own?.downloaded(params.mediaType.mediaType, rows: rows) ?? ([], 0)
      return FoundTitles(titles: titles, total: total, meta: Self.meta(of: titles))
    }
    let opened = try await whenOpened(options)
    if params.list == .award { return try await winners(rows, opened) }
    let list = try CatalogueList(params, day: options.day, asOf: opened.facts.asOf)
    let found = try await opened.catalogue.list(list, offset: rows.lowerBound, limit: rows.count)
    return FoundTitles(
      titles: found.titles.map { Title($0) }, total: found.total, meta: opened.meta(of: found.titles))
  }

  private func winners(_ rows: Range<Int>, _ opened: LocalCatalogue) async throws -> FoundTitles {
    let all = BestPicture.winners
    let winners = Array(all[rows.clamped(to: all.indices)])
    let known = try await opened.catalogue.titles(winners.map { (.movie, $0.id) })
    let titles = zip(winners, known).map { $1 ?? CatalogueTitle($0) }
    return FoundTitles(titles: titles.map { Title($0) }, total: all.count, meta: opened.meta(of: titles))
  }
}

extension CatalogueList {
  /// The catalogue's query for a list of the contract.
  ///
  /// - Parameter asOf: the day of the snapshot, at which its last twelve months end.
  init(_ params: BrowseParams, day: String, asOf: String?) throws {
    self.init(mediaType: params.mediaType.mediaType)
    switch params.list {
    case .trending:
      order = .popularity
      let asOf = asOf ?? day
      releasedAfter = Day(asOf)?.advanced(by: -365).text
      releasedUntil = asOf
      // The popularity of a day also has what a few visitors of an hour looked at.
      (minVotes, needsPoster) = (50, true)
    case .popular: order = .rank
    case .topRated, .recommended:
      order = .weightedRating
      minVotes = 300
    case .upcoming:
      order = .releaseDate
      isAscending = true
      releasedAfter = day
    case .nowPlaying where mediaType == .tv:
      throw RPCError.needsTMDB(.listOfSeries(params.list.rawValue), .besidesLists)
    case .nowPlaying:
      order = .popularity
      releasedAfter = Day(day)?.advanced(by: -45).text
      releasedUntil = day
    case .discover: try filter(by: params)
    case .daily:
      order = .shuffled(seed: Day(day)?.days ?? 0)
      isBestKnown = true
      minAverage = 7
    case .airingToday, .onTheAir: throw RPCError.needsTMDB(.theList(params.list.rawValue), .besidesLists)
    case .award, .downloaded: break
    }
  }

  private mutating func filter(by params: BrowseParams) throws {
    if params.provider != nil { throw RPCError.needsTMDB(.theParameter(MessageParameter("provider"))) }
    if params.offer != nil { throw RPCError.needsTMDB(.theParameter(MessageParameter("offer"))) }
    if let genre = params.genre {
      genres = try GenreFilter.of(genre, params.mediaType.mediaType ?? .movie)
    }
    year = params.year
    minVotes = params.minVotes
    try filter(by: params.filters)
    // The catalogue's popularity is not comparable between old and new titles; its rank is.
    order = .rank
    guard let sortBy = params.sortBy else { return }
    isAscending = sortBy.isAscending
    order =
      switch sortBy.field {
      case .popularity: .popularity
      case .voteAverage: .voteAverage
      case .voteCount: .voteCount
      case .releaseDate: .releaseDate
      case .title: .title
      case .revenue: throw RPCError.needsTMDB(.theParameterValue(MessageParameter("sort_by"), "revenue"))
      }
  }
}

extension CatalogueList {
  /// What the catalogue knows of titles; the rest is TMDB's.
  private mutating func filter(by filters: DiscoverFilters) throws {
    let unknown = filters.numbered.first?.name ?? (filters.certification == nil ? nil : "certification")
    if let unknown { throw RPCError.needsTMDB(.theParameter(MessageParameter(unknown))) }
    if let from = filters.from { releasedAfter = Day(from)?.advanced(by: -1).text }
    releasedUntil = filters.to
    minAverage = filters.minRating
    originalLanguage = filters.originalLanguage
    if filters.minRuntime != nil || filters.maxRuntime != nil {
      let (least, most) = (filters.minRuntime ?? 1, filters.maxRuntime ?? 1000)
      // Nothing is so long.
      runtimes = least <= most ? least...most : 60_000...60_000
    }
  }
}

extension GenreFilter {
  /// The genres that a request names; nil: films and series.
  package static func of(
    _ text: String, _ mediaType: Title.MediaType?
  ) throws(RPCError) -> GenreFilter {
    do throws(ParseError) {
      guard let mediaType else { return try GenreFilter(parsing: text) }
      return try GenreFilter(parsing: text, mediaType: mediaType)
    } catch {
      throw RPCError.unknownGenre(error)
    }
  }
}

extension RPCError {
  /// What local data can answer in place of a request.
  package enum WithoutKey { case nothing, besidesLists, besidesKeys }

  /// For a request that local data cannot answer.
  package static func needsTMDB(_ what: Message, _ rest: WithoutKey = .nothing) -> RPCError {
    let (setting, page) = (Setting.tmdbKey.name, Advice.tmdbKeyPage)
    let hint: Message =
      switch rest {
      case .nothing: .setTMDBKey(setting, page)
      case .besidesLists: .setTMDBKeyOrLists(setting, page)
      case .besidesKeys: .setTMDBKeyOrSendKeys(setting, page)
      }
    return RPCError(
      .upstreamUnauthorized, .needsTMDB(what), Advice(hint, .setting(setting)),
      details: ["source": "tmdb", "reason": .string(Meta.Reason.noKey.rawValue), "setting": "tmdb.key"])
  }

  static func unknownGenre(_ fault: GenreFilter.ParseError) -> RPCError {
    switch fault {
    case .unknown(let name, let nearest):
      .parameter(
        "genre", .noGenreNamed(Spelling.shortened(name)),
        expected: "names or numbers of genres, with , for and, | for or",
        nearest.map { Advice(.didYouMean($0)) } ?? .seeGenres)
    }
  }
}
