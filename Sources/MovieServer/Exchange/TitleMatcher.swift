import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources
import MovieStore

/// Finds the titles that files mean: by number where they have one, else by an exact likeness of title and
/// year.
@LoopActor
struct TitleMatcher {
  enum Match: Equatable {
    /// The library has it under this key.
    case known(String)
    case found(StoredTitle)
    case none(Unmatched.Kind, String)
    /// Who may know it could not be asked.
    case unasked(Obstacle)
  }

  /// Why upstream could not be asked.
  struct Obstacle: Equatable {
    /// Nil: something of our own.
    var reason: Meta.Reason?
    /// For people.
    var words: String
  }

  let titles: any TitleService
  let options: FetchOptions
  /// What the library knows of what the file names: its keys, by keys and by numbers of IMDb.
  let known: [String: String]
  /// Nil: the profile may have every title.
  var guardian: AgeFilter?

  /// - Throws: `CancellationError` when the daemon ends; what is not for a client to mend.
  func match(_ title: ImportRow) async throws -> Match {
    let match = try await find(title)
    guard let guardian, case .found(let kept) = match else { return match }
    var meta = Meta(source: .library, cache: .none, attribution: [])
    let (shown, isSure) = try await guardian.filter([kept.title], &meta, options)
    if !shown.isEmpty { return match }
    return isSure
      ? .none(.forbidden, "the age limit of the profile does not allow it")
      : .unasked(Obstacle(words: "TMDB cannot be asked which age it is for"))
  }

  private func find(_ title: ImportRow) async throws -> Match {
    if let facts = title.facts { return .found(StoredTitle(facts, imdbID: title.imdbID)) }
    // What another profile has kept is not for everyone.
    for key in title.keys where guardian == nil {
      if let known = known[key.libraryName] { return .known(known) }
    }
    var obstacle: Obstacle?
    for key in title.keys {
      do {
        guard let found = try await titles.detail(key, options) else { continue }
        return .found(StoredTitle(found.detail.title, imdbID: found.detail.imdbID ?? title.imdbID))
      } catch let error as RPCError {
        obstacle = obstacle ?? Self.obstacle(error)
      }
    }
    do {
      return try await findByName(title, obstacle ?? lackOfKey)
    } catch let error as RPCError {
      return Self.nobody(obstacle ?? Self.obstacle(error))
    }
  }

  private func findByName(_ title: ImportRow, _ earlier: Obstacle?) async throws -> Match {
    var obstacle = earlier
    for name in title.names {
      // What others called the same may be far down among all years.
      for year in title.year == nil ? [nil] : [title.year, nil] {
        let (candidates, meta) = try await search(name, title, year)
        if meta.isOffline {
          obstacle =
            obstacle
            ?? Obstacle(reason: meta.reason, words: "TMDB cannot be asked, and nobody else knows it")
        }
        switch Self.choose(among: candidates, year: title.year) {
        case .one(let found): return .found(try await translated(found, title))
        case .several(let count):
          if let obstacle { return .unasked(obstacle) }
          return .none(.ambiguous, "\(count) titles are called so, as far as the file tells")
        case .none: continue
        }
      }
    }
    return Self.nobody(obstacle)
  }

  /// Of what is found, that which is called exactly so, about then.
  private func search(
    _ name: String, _ title: ImportRow, _ year: Int?
  ) async throws -> (titles: [Title], meta: Meta) {
    let q = String(String.UnicodeScalarView(name.unicodeScalars.prefix(200)))
    var options = options
    // As those who wrote the file have it.
    options.language = "en-US"
    let found = try await titles.search(
      SearchParams(q: q, title.mediaType, year: year, pageSize: 20), options)
    let wanted = TitleLikeness.spellings(name)
    let alike = found.titles.filter { candidate in
      guard case .tmdb? = TitleKey(candidate.key) else { return false }
      if let year = title.year, let other = candidate.year, abs(year - other) > 1 { return false }
      if title.year != nil, candidate.year == nil { return false }
      return !wanted.isDisjoint(with: TitleLikeness.spellings(candidate.title))
        || !wanted.isDisjoint(with: TitleLikeness.spellings(candidate.originalTitle))
    }
    return (alike, found.meta)
  }

  enum Choice: Equatable {
    case one(Title)
    case several(Int)
    case none
  }

  /// Of the right year before one of the years beside it, a film before a series, and then only where the
  /// others are much less known: a wrong title is worse than none.
  nonisolated static func choose(among candidates: [Title], year: Int?) -> Choice {
    let exact = candidates.filter { $0.year == year }
    var rest = year == nil || exact.isEmpty ? candidates : exact
    let films = rest.filter { $0.mediaType == .movie }
    if !films.isEmpty { rest = films }
    guard let best = rest.max(by: { $0.voteCount ?? 0 < $1.voteCount ?? 0 }) else { return .none }
    let others = rest.filter { $0.key != best.key }
    let isClear = others.allSatisfy { $0.voteCount ?? 0 <= (best.voteCount ?? 0) / 10 }
    let isSure = others.isEmpty || year != nil && isClear && best.voteCount ?? 0 > 0
    return isSure ? .one(best) : .several(rest.count)
  }

  /// In the language of who imports, where that is another than files have.
  private func translated(_ found: Title, _ title: ImportRow) async throws -> StoredTitle {
    let kept = StoredTitle(found, imdbID: title.imdbID)
    guard !options.language.hasPrefix("en"), let key = TitleKey(found.key) else { return kept }
    do {
      guard let detail = try await titles.detail(key, options)?.detail else { return kept }
      return StoredTitle(detail.title, imdbID: detail.imdbID ?? title.imdbID)
    } catch is RPCError {
      return kept
    }
  }

  private var lackOfKey: Obstacle? {
    titles.status.lacksTMDBKey
      ? Obstacle(reason: .noKey, words: "TMDB may know it, and there is no key to ask with") : nil
  }

  private static func nobody(_ obstacle: Obstacle?) -> Match {
    obstacle.map(Match.unasked) ?? .none(.notFound, "nobody knows a title that is called so")
  }

  /// Nil where the error only says that there is none.
  private static func obstacle(_ error: RPCError) -> Obstacle? {
    error.kind == .notFound ? nil : Obstacle(reason: error.reason, words: error.message)
  }
}

extension TitleKey {
  /// Under which ``Library/known(_:)`` is asked for it.
  var libraryName: String {
    if case .imdb(let id) = self { id } else { text }
  }
}
