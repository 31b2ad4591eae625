import MovieStore

/// How long an answer is fresh, and what becomes of one that is not. Milliseconds since 1970.
///
/// Upstream says how long (`Cache-Control`), within bounds by the kind of answer: TMDB's `max-age` is what is
/// left of its own cache's entry, so it may be nearly nothing for what will not change today.
enum Freshness {
  struct Bounds: Sendable {
    let least: Int64
    let most: Int64
    /// After it was fresh: so long it is given at once while upstream is asked behind.
    let whileRevalidating: Int64
  }

  private static let minute: Int64 = 60_000
  private static let hour = 60 * minute
  private static let day = 24 * hour

  /// TMDB's terms: nothing is kept for more than six months
  /// (https://www.themoviedb.org/api-terms-of-use).
  static let end = 183 * day
  /// YouTube's terms: 30 days (https://developers.google.com/youtube/terms/developer-policies, III.E.4).
  static let endOfYouTube = 30 * day
  /// A picture never changes under its name; a month is left in which it can be fetched anew.
  static let picture = 152 * day
  /// A title that is not there may come.
  static let missing = 10 * minute

  static func bounds(_ kind: AnswerKind) -> Bounds {
    switch kind {
    case .trending: Bounds(least: 10 * minute, most: hour, whileRevalidating: day)
    case .list: Bounds(least: 30 * minute, most: 6 * hour, whileRevalidating: 7 * day)
    case .search: Bounds(least: hour, most: day, whileRevalidating: 7 * day)
    case .detail: Bounds(least: 2 * hour, most: day, whileRevalidating: 30 * day)
    // They hardly ever change, and a page of titles has many. Who misses one asks sooner.
    case .certificates: Bounds(least: 60 * day, most: 90 * day, whileRevalidating: end)
    case .table: Bounds(least: day, most: 14 * day, whileRevalidating: 30 * day)
    }
  }

  /// Until when an answer of now is fresh.
  static func until(_ kind: AnswerKind, _ control: CacheControl, at now: Int64) -> Int64 {
    let bounds = bounds(kind)
    guard !control.mustRefetch else { return now &+ bounds.least }
    let said = control.maxAge.map { $0 * 1000 } ?? bounds.least
    return now &+ min(max(said, bounds.least), bounds.most)
  }

  /// What to do with what is kept.
  enum Use: Sendable, Equatable {
    /// It is fresh: give it.
    case hit
    /// Give it, marked stale, and ask behind.
    case staleWhileRevalidating
    /// Ask; what is kept, if anything, is given when that fails.
    case ask
    /// Nobody is to be asked: give what is kept, of whatever age, or nothing.
    case cachedOnly
  }

  static func use(_ cached: CachedResponse?, _ kind: AnswerKind, _ options: FetchOptions, at now: Int64)
    -> Use
  {
    guard let cached else { return options.isCacheOnly ? .cachedOnly : .ask }
    let age = now &- cached.fetchedAt
    // Whatever stands in the row.
    let freshUntil = min(cached.freshUntil, cached.fetchedAt &+ bounds(kind).most)
    if let maximum = options.maxAge, age > maximum { return options.isCacheOnly ? .cachedOnly : .ask }
    if now < freshUntil { return .hit }
    if options.isCacheOnly { return .cachedOnly }
    return now < freshUntil &+ bounds(kind).whileRevalidating ? .staleWhileRevalidating : .ask
  }

  /// Whether it may be used at all: not older than the upstream's terms allow, and not of the future, where a
  /// clock that was wrong has put it. That there is no such thing is said only while it is fresh.
  static func isUsable(_ cached: CachedResponse, of upstream: Upstream.Name = .tmdb, at now: Int64) -> Bool {
    let end = upstream == .youtube ? endOfYouTube : Self.end
    return now >= cached.fetchedAt && cached.fetchedAt > now &- end
      && (cached.status == 200 || now < cached.freshUntil)
  }
}
