import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources
import MovieStore

/// The titles of the people that profiles follow, as far as TMDB has told them.
///
/// They are read from the cache at the first request after the start. What is not there, or more than a day old, is
/// fetched one person after the other in the background: any number of people costs a request each, once a day, and
/// no request of a client waits for them.
@LoopActor
final class FollowedCredits: FollowedTitles {
  /// A person as some profile follows them. Titles have the names of the language.
  struct FollowedQuery: Hashable, Sendable {
    let key: PersonKey?
    let name: String
    let language: String

    init(_ followed: FollowedPerson, _ language: String) {
      (key, name, self.language) = (followed.person.key, followed.person.name, language)
    }

    var choice: PersonChoice { key.map { .key($0) } ?? .name(name) }
  }

  private struct KnownTitles {
    var titles: [(title: Title, day: Day)]
    /// By TMDB; nil: it is known locally.
    var fetchedAt: Timestamp?
    var isDue = false

    func isDue(at now: Timestamp) -> Bool {
      // A time in the future was stored while the clock was wrong.
      isDue || fetchedAt.map { now - $0 >= FollowedCredits.lifetime || $0 > now } ?? false
    }
  }

  nonisolated private static let lifetime: Duration = .seconds(24 * 3600)
  /// Data this recent is not fetched again: less than a day, which is when it is due.
  private static let fresh: Duration = .seconds(20 * 3600)
  /// Older titles cannot be requested. Days.
  private static let past = 366
  /// For all people of all profiles, in all languages.
  private static let maxEntries = 2000
  private static let maxTitles = 300

  let crawler: Crawler<FollowedQuery>
  private let titles: any TitleService
  private let library: LibraryAccess
  private let clock: WallClock
  private var known: [FollowedQuery: KnownTitles] = [:]

  init(_ server: Server) {
    (titles, library, clock) = (server.titles, server.profiles.library, server.clock)
    // Each after a pause: people are no hurry.
    crawler = Crawler(clock: clock, burst: 0)
    crawler.fetch = { [weak self] in try await self?.fetch($0, $1) }
  }

  func forget() {
    known = [:]
    crawler.endBackoff()
  }

  /// The catalogue may have other titles by now.
  func forgetLocal() { known = known.filter { $0.value.fetchedAt != nil } }

  func titles(
    followedBy profile: String, days: ClosedRange<Day>, _ options: FetchOptions
  ) async throws -> FollowedAnswer {
    let people = try await library.read { library throws(LibraryError) in
      try await library.followed(by: profile)
    }
    guard !people.isEmpty else { return FollowedAnswer() }
    let queries = people.map { (query: FollowedQuery($0, options.language), person: $0.person) }
    for (query, _) in queries where known[query] == nil { try await load(query, options) }
    let now = clock.now()
    let due = queries.map(\.query).filter { known[$0]?.isDue(at: now) ?? true }
    var answer = FollowedAnswer()
    if titles.knowsReleases {
      if !options.isCacheOnly { crawler.add(due, options) }
      answer.pending = queries.count { known[$0.query] == nil }
    }
    answer.nextDue = queries.lazy.compactMap { self.known[$0.query]?.fetchedAt }.min().map {
      $0 + Self.lifetime
    }
    answer.isOfTMDB = answer.nextDue != nil
    var places: [TitleKey: Int] = [:]
    for (query, person) in queries {
      for (title, day) in known[query]?.titles ?? []
      where days.contains(day) && (options.includesAdult || !title.isAdult) {
        if let place = places[title.key] {
          answer.rows[place].people.append(person)
        } else {
          places[title.key] = answer.rows.count
          answer.rows.append((title, day, [person]))
        }
      }
    }
    return answer
  }

  /// From the cache, or the catalogue; if neither has the person, nothing.
  private func load(_ query: FollowedQuery, _ options: FetchOptions) async throws {
    var options = options
    (options.isCacheOnly, options.maxAge) = (true, nil)
    do {
      guard let found = try await find(query, options) else { return }
      // What the catalogue has comes in place of TMDB's until that is fetched.
      store(found, query, options, isDue: titles.knowsReleases && found.meta.source != .tmdb)
    } catch is RPCError {
      return
    }
  }

  /// - Throws: if TMDB could not be queried.
  private func fetch(_ query: FollowedQuery, _ options: FetchOptions) async throws {
    var options = options
    options.maxAge = Self.fresh
    guard let found = try await find(query, options) else {
      // TMDB has deleted the person. If it was a mistake, they come back.
      return store(KnownTitles(titles: [], fetchedAt: clock.now()), query)
    }
    if found.meta.isOffline { throw TMDBIsAway() }
    store(found, query, options, isDue: false)
  }

  private struct TMDBIsAway: Error {}

  private func find(_ query: FollowedQuery, _ options: FetchOptions) async throws -> Found<PersonWithCredits>?
  {
    var options = options
    (options.language, options.includesAdult, options.takesNamesOnly) = (query.language, true, true)
    var answer = try await titles.person(query.choice, options)
    // The catalogue has no keys.
    if answer == nil, query.key != nil, !titles.knowsReleases {
      answer = try await titles.person(.name(query.name), options)
    }
    // A search may find somebody else.
    guard let found = answer, query.key != nil || found.value.detail.person.isCalled(query.name) else {
      return nil
    }
    return found
  }

  private func store(
    _ found: Found<PersonWithCredits>, _ query: FollowedQuery, _ options: FetchOptions, isDue: Bool
  ) {
    let today = Day(options.day) ?? Day(days: Int(clock.now().seconds / 86_400))
    let titles = found.value.credits.ownWork.merged.compactMap { credited in
      credited.title.releaseDate.flatMap { Day($0) }.map { (title: credited.title, day: $0) }
    }.filter { $0.day >= today.advanced(by: -Self.past) }.sorted { $0.day > $1.day }
    store(
      KnownTitles(
        titles: Array(titles.prefix(Self.maxTitles)),
        fetchedAt: found.meta.source == .tmdb
          ? min(found.meta.fetchedAt ?? .distantFuture, clock.now()) : nil,
        isDue: isDue), query)
  }

  private func store(_ entry: KnownTitles, _ query: FollowedQuery) {
    if known[query] == nil, known.count >= Self.maxEntries { known = [:] }
    known[query] = entry
  }
}
