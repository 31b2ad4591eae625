import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources
import MovieStore

/// The calendar: the release dates of titles on watchlists, as far as TMDB has reported them.
///
/// It is read from the cache at the first request, and grows only by requests and followed topics: titles
/// requested directly are waited for, all others are left to a ``Crawler``, one title after the other.
@LoopActor
final class Releases {
  let crawler: Crawler<TitleKey>
  /// The titles of people; nil: there are none.
  var followed: (any FollowedTitles)?
  private let titles: any TitleService
  private let library: LibraryAccess
  /// Nil: the calendar is not stored.
  private let store: Upstreams?
  private let clock: WallClock
  private(set) var calendar: [TitleKey: CalendarEntry] = [:]
  private var loading: (source: String, task: Task<Void, Never>)?
  /// Called when a title that comes out today, or was expected to, gets other dates.
  var onChange: (@LoopActor () -> Void)?
  /// Whether a title is on any watchlist.
  private let isAwaited: @LoopActor (TitleKey) -> Bool

  /// The maximum number of titles that one request fetches and waits for.
  private static let maxFetched = 100
  /// Most watchlists are no longer.
  private static let burst = 40
  /// Data this recent is not fetched again: less than a day, which is the shortest time after which it is
  /// due.
  private static let fresh: Duration = .seconds(20 * 3600)

  init(
    _ titles: any TitleService, _ library: LibraryAccess, store: Upstreams?,
    isAwaited: @escaping @LoopActor (TitleKey) -> Bool, clock: WallClock
  ) {
    (self.titles, self.library, self.store, self.clock) = (titles, library, store, clock)
    self.isAwaited = isAwaited
    crawler = Crawler(clock: clock, burst: Self.burst)
    crawler.fetch = { [weak self] in try await self?.fetch($0, $1) }
  }

  /// - Parameter options: its region counts, and its day is today.
  func find(_ question: Question, _ options: FetchOptions) async throws -> Answer {
    let today = Day(options.day) ?? Day(days: Int(clock.now().seconds / 86_400))
    let awaited = try await library.read { library throws(LibraryError) in
      try await library.awaited(profile: question.profile)
    }
    // Only after the library was read: it determines which entries of the calendar are still wanted.
    await load()
    func plan(_ maxAge: Duration?) -> ReleasePlan {
      ReleasePlan(
        awaited, calendar, days: question.days, region: options.region,
        maxAge: maxAge, today: today, now: clock.now())
    }
    var now = plan(options.maxAge)
    // No other source has release dates.
    var reason: Meta.Reason? = titles.knowsReleases ? nil : .noKey
    let missing = question.waits ? Array(now.unknown.prefix(Self.maxFetched)) : []
    let mayFetch = titles.knowsReleases && !options.isCacheOnly
    if mayFetch, !missing.isEmpty {
      reason = try await fetch(missing, options)
      now = plan(nil)
    }
    if mayFetch { crawler.add(now.unknown + now.due, options) }
    var answer = try await answer(now, maxRows: question.maxRows, language: options.language)
    answer.pending = titles.knowsReleases ? now.unknown.count : 0
    answer.meta = now.meta(isFetched: mayFetch && !missing.isEmpty && reason == nil, at: clock.now())
    if let followed = try await followed?.titles(
      followedBy: question.profile, days: question.days, options)
    {
      answer.add(followed, maxRows: question.maxRows)
    }
    // The stored dates were used instead.
    if reason != nil, mayFetch, answer.meta.source == .tmdb { answer.meta.cache = .stale }
    answer.meta.reason = reason ?? (answer.pending > 0 && crawler.isBackingOff ? trouble : nil)
    return answer
  }

  private func answer(_ plan: ReleasePlan, maxRows: Int, language: String) async throws -> Answer {
    let shown = plan.candidates.prefix(maxRows)
    var seen: Set<TitleKey> = []
    let keys = shown.map(\.key).filter { seen.insert($0).inserted }
    let known = try await library.read { library throws(LibraryError) in
      try await library.titles(keys, language: language)
    }
    let byKey = Dictionary(known.map { ($0.title.key, $0) }) { first, _ in first }
    // A title that was removed meanwhile is omitted.
    let rows = shown.compactMap { candidate in
      byKey[candidate.key].map {
        Answer.ReleaseRow(title: $0.title, order: $0.order, release: candidate.release)
      }
    }
    return Answer(
      rows: rows.sorted(), total: plan.candidates.count, pending: 0, nextDue: plan.nextDue,
      meta: Meta(source: .library, cache: .none, attribution: []))
  }

  /// The present problem with TMDB.
  private var trouble: Meta.Reason {
    titles.status.sources.first { $0.name == "tmdb" }?.reason ?? .network
  }

  /// Fetches all of them concurrently; the client waits until the request's deadline.
  ///
  /// - Returns: the reason if some could not be fetched.
  private func fetch(_ keys: [TitleKey], _ options: FetchOptions) async throws -> Meta.Reason? {
    try await keys.concurrentMap { key -> Meta.Reason? in
      do {
        try await self.fetch(key, options)
        return nil
      } catch let error as CancellationError {
        throw error
      } catch let error as Unreachable {
        return error.reason
      } catch {
        return (error as? RPCError)?.reason ?? .network
      }
    }.lazy.compactMap(\.self).first
  }

  /// - Throws: if TMDB could not be queried.
  private func fetch(_ key: TitleKey, _ options: FetchOptions) async throws {
    var options = options
    options.maxAge = min(options.maxAge ?? Self.fresh, Self.fresh)
    let source = store?.calendarSource
    let found = try await titles.releases(of: key, options)
    guard source == store?.calendarSource else { return }
    let fetchedAt = min(found?.meta.fetchedAt ?? .distantFuture, clock.now())
    if let old = calendar[key], old.fetchedAt > fetchedAt, old.fetchedAt <= clock.now() { return }
    let day = Day(options.day) ?? Day(days: Int(clock.now().seconds / 86_400))
    // Nil: TMDB has deleted it. If it was a mistake, it comes back.
    let entry = CalendarEntry(found?.value ?? TitleReleases([], isOver: true), fetchedAt: fetchedAt, on: day)
    makeRoom()
    let old = calendar.updateValue(entry, forKey: key)
    store?.store(StoredReleases(key: key, fetchedAt: fetchedAt, facts: entry.facts))
    if old?.releases != entry.releases, entry.isOut(on: day) || old?.isOut(on: day) == true { onChange?() }
    if let meta = found?.meta, meta.isOffline { throw Unreachable(reason: meta.reason) }
  }

  /// Now and then removes titles that are no longer on a watchlist.
  private func makeRoom() {
    guard calendar.count > 0, calendar.count.isMultiple(of: 4096) else { return }
    let unused = calendar.keys.filter { !isAwaited($0) }
    for key in unused { calendar[key] = nil }
    if !unused.isEmpty { store?.forget(releases: unused) }
  }

  /// Stored data was returned in place of an answer.
  private struct Unreachable: Error {
    let reason: Meta.Reason?
  }

  /// Loads the cache, once; again if the TMDB address changes.
  private func load() async {
    guard let store else { return }
    if loading?.source != store.calendarSource {
      calendar = [:]
      let source = store.calendarSource
      let task = LoopTask.start {
        guard let stored = await store.calendar() else {
          self.loading = nil
          return
        }
        guard source == store.calendarSource else { return }
        var unused: [TitleKey] = []
        for row in stored where self.calendar[row.key] == nil {
          guard self.isAwaited(row.key), let entry = CalendarEntry(row) else {
            unused.append(row.key)
            continue
          }
          self.calendar[row.key] = entry
        }
        if !unused.isEmpty { store.forget(releases: unused) }
      }
      loading = (source, task)
    }
    await loading?.task.value
  }
}
