import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources
import MovieStore

/// Finds the titles that a file names: by number if it has one, else by an exact match of title and year.
@LoopActor
struct TitleMatcher {
  enum Match: Equatable {
    /// The profile has it on a list under this key.
    case known(TitleKey)
    case found(StoredTitle)
    case none(Unmatched.Kind, Message)
    /// Several titles have the name. The keys are [] where the profile may not see them all.
    case ambiguous([TitleKey], Int)
    /// A source that may have it could not be queried.
    case notQueried(Obstacle)
  }

  /// Why upstream could not be queried.
  struct Obstacle: Equatable {
    /// Nil: a reason of our own.
    var reason: Meta.Reason?
    var message: Message
  }

  /// The one most files are written in.
  private static let language = "en-US"

  let titles: any TitleService
  let options: FetchOptions
  /// The keys of those titles of the file that are on a list of the profile.
  let known: [TitleKey: TitleKey]
  /// Nil: the profile may see every title.
  var ageFilter: AgeFilter?

  /// - Throws: `CancellationError` when the daemon ends, and errors that a client cannot correct.
  func match(_ title: ImportRow) async throws -> Match {
    let match = try await find(title)
    guard let ageFilter, case .found(let stored) = match else { return match }
    var meta = Meta(source: .library, cache: .none, attribution: [])
    let (shown, isSure) = try await ageFilter.filter([stored.title], &meta, options)
    if !shown.isEmpty { return match }
    return isSure
      ? .none(.forbidden, .ageLimitForbids)
      : .notQueried(Obstacle(message: .tmdbUnreachableForAge))
  }

  private func find(_ title: ImportRow) async throws -> Match {
    if let facts = title.facts { return .found(StoredTitle(facts, imdbID: title.imdbID)) }
    // What was stored before there was an age limit may be hidden now.
    for key in title.keys where ageFilter == nil {
      if let known = known[key] { return .known(known) }
    }
    var obstacle: Obstacle?
    for key in title.keys {
      do {
        guard let found = try await titles.detail(key, options) else { continue }
        return .found(cached(found, title))
      } catch let error as RPCError {
        obstacle = obstacle ?? Self.obstacle(error)
      }
    }
    do {
      let match = try await findByName(title, obstacle ?? lackOfKey)
      // Its number tells which of them it is.
      if case .ambiguous = match, let obstacle { return .notQueried(obstacle) }
      return match
    } catch let error as RPCError {
      return Self.noMatch(obstacle ?? Self.obstacle(error))
    }
  }

  private func findByName(_ title: ImportRow, _ earlier: Obstacle?) async throws -> Match {
    var obstacle = earlier
    for name in title.names {
      // A title may be far down in the results without a year.
      for year in title.year == nil ? [nil] : [title.year, nil] {
        let (candidates, meta) = try await search(name, title, year)
        if meta.isOffline {
          obstacle =
            obstacle
            ?? Obstacle(reason: meta.reason, message: .tmdbUnreachableForTitle)
        }
        switch Self.choose(among: candidates, year: title.year) {
        case .one(let found): return .found(try await translated(found, meta, title))
        case .several(let titles): return ambiguous(titles, obstacle)
        case .none: continue
        }
      }
    }
    return Self.noMatch(obstacle)
  }

  /// The results with exactly this title, from about that year.
  private func search(
    _ name: String, _ title: ImportRow, _ year: Int?
  ) async throws -> (titles: [Title], meta: Meta) {
    let q = String(String.UnicodeScalarView(name.unicodeScalars.prefix(200)))
    var options = options
    // The language of the files.
    options.language = Self.language
    let found = try await titles.search(
      SearchParams(q: q, title.mediaType, year: year, pageSize: 20), options)
    let wanted = TitleLikeness.spellings(name)
    let alike = found.titles.filter { candidate in
      guard case .tmdb = candidate.key else { return false }
      if let year = title.year, let other = candidate.year, abs(year - other) > 1 { return false }
      if title.year != nil, candidate.year == nil { return false }
      return !wanted.isDisjoint(with: candidate.spellings)
    }
    return (alike, found.meta)
  }

  /// TMDB's votes may tell them apart, if they are not known yet.
  private func ambiguous(_ titles: [Title], _ obstacle: Obstacle?) -> Match {
    let keys = ageFilter == nil ? titles.map(\.key) : []
    guard var obstacle, !titles.allSatisfy(\.hasVotes) else { return .ambiguous(keys, titles.count) }
    obstacle.message = Unmatched.message(ambiguous: keys, of: titles.count)
    return .notQueried(obstacle)
  }

  enum Choice: Equatable {
    case one(Title)
    case several([Title])
    case none
  }

  /// Prefers the exact year to a neighbouring one, and chooses only if the others, films or series, are much less
  /// known: a wrong title is worse than none.
  nonisolated static func choose(among candidates: [Title], year: Int?) -> Choice {
    let exact = candidates.filter { $0.year == year }
    let rest = year == nil || exact.isEmpty ? candidates : exact
    guard let best = rest.max(by: { $0.votes < $1.votes }) else { return .none }
    let others = rest.filter { $0.key != best.key }
    let isClear = others.allSatisfy { other in other.maxVotes.map { $0 <= best.votes / 10 } ?? false }
    let isSure = others.isEmpty || year != nil && isClear && best.votes > 0
    return isSure ? .one(best) : .several(rest.sorted { $0.votes > $1.votes })
  }

  /// Fetched again in the user's language, if that is not the language of the files.
  private func translated(_ found: Title, _ meta: Meta, _ title: ImportRow) async throws -> StoredTitle {
    let stored = StoredTitle(found, meta, language: Self.language, imdbID: title.imdbID)
    guard !options.language.hasPrefix("en") else { return stored }
    do {
      return try await titles.detail(found.key, options).map { cached($0, title) } ?? stored
    } catch is RPCError {
      return stored
    }
  }

  private func cached(_ found: FoundDetail, _ title: ImportRow) -> StoredTitle {
    var cached = StoredTitle(found, language: options.language)
    cached.imdbID = cached.imdbID ?? title.imdbID
    return cached
  }

  private var lackOfKey: Obstacle? {
    titles.status.lacksTMDBKey
      ? Obstacle(reason: .noKey, message: .tmdbMayKnowIt) : nil
  }

  private static func noMatch(_ obstacle: Obstacle?) -> Match {
    obstacle.map(Match.notQueried) ?? .none(.notFound, .noTitleOfName)
  }

  /// Nil if the error only means that there is no such title.
  private static func obstacle(_ error: RPCError) -> Obstacle? {
    error.kind == .notFound ? nil : Obstacle(reason: error.reason, message: error.text)
  }
}

extension Title {
  /// At TMDB: those at IMDb are many more.
  fileprivate var votes: Int { hasVotes ? voteCount ?? 0 : 0 }
  fileprivate var hasVotes: Bool { voteCount != nil && !imdbFacts.contains(.votes) }
  /// TMDB has no more than these. IMDb, where it knows the title, has none only if almost nobody has voted. Nil:
  /// unknown.
  fileprivate var maxVotes: Int? { voteCount ?? (imdbFacts.contains(.year) ? 0 : nil) }
}
