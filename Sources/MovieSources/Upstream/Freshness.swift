import MovieProtocol
import MovieStore

/// How long a response is fresh, and how a stale one is used.
///
/// Upstream sends the time (`Cache-Control`), and the kind of response bounds it: TMDB's `max-age` is the
/// remaining time of its own cache's entry, so it may be nearly 0 for data that will not change today.
enum Freshness {
  struct Bounds: Sendable {
    let min: Duration
    let max: Duration
    /// How long a stale response is returned at once while it is revalidated in the background.
    let whileRevalidating: Duration
  }

  private static let minute: Duration = .seconds(60)
  private static let hour = minute * 60
  private static let day = hour * 24

  /// TMDB's terms: nothing is cached for more than six months (https://www.themoviedb.org/api-terms-of-use).
  static let end = day * 183
  /// YouTube's terms: 30 days (https://developers.google.com/youtube/terms/developer-policies, III.E.4).
  static let endOfYouTube = day * 30
  /// A picture's name always means the same picture; this leaves a month in which it can be fetched again.
  static let picture = day * 152
  /// A title that is missing now may be added.
  static let missing = minute * 10

  static func bounds(_ kind: AnswerKind) -> Bounds {
    switch kind {
    case .trending: Bounds(min: minute * 10, max: hour, whileRevalidating: day)
    case .list: Bounds(min: minute * 30, max: hour * 6, whileRevalidating: day * 7)
    case .search: Bounds(min: hour, max: day, whileRevalidating: day * 7)
    case .detail: Bounds(min: hour * 2, max: day, whileRevalidating: day * 30)
    // They hardly ever change, and a page of titles has many. A request with a missing one queries sooner.
    case .certificates: Bounds(min: day * 60, max: day * 90, whileRevalidating: end)
    case .table: Bounds(min: day, max: day * 14, whileRevalidating: day * 30)
    }
  }

  /// Until when a response received now is fresh.
  static func until(_ kind: AnswerKind, _ control: CacheControl, at now: Timestamp) -> Timestamp {
    let bounds = bounds(kind)
    guard !control.mustRefetch else { return now + bounds.min }
    let said = control.maxAge ?? bounds.min
    return now + min(max(said, bounds.min), bounds.max)
  }

  /// How to use a cached response.
  enum Use: Sendable, Equatable {
    /// It is fresh: return it.
    case hit
    /// Return it, marked stale, and revalidate it in the background.
    case staleWhileRevalidating
    /// Query upstream; if that fails, return the cached response, if any.
    case fetch
    /// Do not query upstream: return the cached response, whatever its age, or nothing.
    case cachedOnly
  }

  static func use(
    _ cached: CachedResponse?, _ kind: AnswerKind, _ options: FetchOptions, at now: Timestamp
  ) -> Use {
    guard let cached else { return options.isCacheOnly ? .cachedOnly : .fetch }
    let age = now - cached.fetchedAt
    // Whatever the row says.
    let freshUntil = min(cached.freshUntil, cached.fetchedAt + bounds(kind).max)
    if let maxAge = options.maxAge, age > maxAge { return options.isCacheOnly ? .cachedOnly : .fetch }
    if now < freshUntil { return .hit }
    if options.isCacheOnly { return .cachedOnly }
    return now < freshUntil + bounds(kind).whileRevalidating ? .staleWhileRevalidating : .fetch
  }

  /// Whether it may be used at all: not older than the upstream's terms allow, and not dated in the future by
  /// a clock that was wrong. A cached 404 is used only while it is fresh.
  static func isUsable(_ cached: CachedResponse, of upstream: Upstream.Name = .tmdb, at now: Timestamp)
    -> Bool
  {
    let end = upstream == .youtube ? endOfYouTube : Self.end
    return now >= cached.fetchedAt && cached.fetchedAt > now - end
      && (cached.status == 200 || now < cached.freshUntil)
  }
}
