import MovieProtocol
import MovieStore
import TestSupport
import Testing

@testable import MovieSources

struct FreshnessTests {
  private let moment: Duration = .milliseconds(1)
  private let now: Timestamp = 1_795_000_000_000
  private let options = FetchOptions(day: "2026-11-21")
  private let anonymous = "https://example.org/3/x"

  private func cached(age: Duration, freshFor: Duration, status: Int = 200) -> CachedResponse {
    CachedResponse(
      key: anonymous, status: status, body: [], fetchedAt: now - age, freshUntil: now - age + freshFor)
  }

  @Test(arguments: AnswerKind.allCases)
  func what_upstream_says_counts_within_the_bounds_of_the_kind(_ kind: AnswerKind) {
    let bounds = Freshness.bounds(kind)
    #expect(
      .zero < bounds.min && bounds.min < bounds.max && bounds.max < bounds.whileRevalidating * 100)
    func cached(_ header: String?, age: String? = nil) -> Duration {
      Freshness.until(kind, CacheControl(header, age: age), at: now) - now
    }
    #expect(cached(nil) == bounds.min && cached("max-age=0") == bounds.min)
    #expect(cached("no-store, max-age=99999999") == bounds.min)
    #expect(cached("max-age=99999999999999999999") == bounds.max)
    #expect(cached("max-age=\(bounds.max.components.seconds - 1)") == bounds.max - .seconds(1))
    #expect(cached("max-age=99999999", age: "99999999") == bounds.min)
  }

  @Test(arguments: AnswerKind.allCases)
  func an_answer_is_fresh_then_stale_then_asked_for(_ kind: AnswerKind) {
    let bounds = Freshness.bounds(kind)
    func use(_ age: Duration) -> Freshness.Use {
      Freshness.use(cached(age: age, freshFor: bounds.max), kind, options, at: now)
    }
    #expect(use(.zero) == .hit && use(bounds.max - moment) == .hit)
    #expect(use(bounds.max) == .staleWhileRevalidating)
    #expect(use(bounds.max + bounds.whileRevalidating - moment) == .staleWhileRevalidating)
    #expect(use(bounds.max + bounds.whileRevalidating) == .fetch)
    #expect(Freshness.use(nil, kind, options, at: now) == .fetch)
  }

  @Test func the_asking_may_want_it_newer_or_nobody_asked() {
    var options = options
    options.maxAge = .milliseconds(100)
    #expect(
      Freshness.use(cached(age: .milliseconds(100), freshFor: .milliseconds(9999)), .search, options, at: now)
        == .hit)
    #expect(
      Freshness.use(cached(age: .milliseconds(101), freshFor: .milliseconds(9999)), .search, options, at: now)
        == .fetch)
    options.isCacheOnly = true
    #expect(
      Freshness.use(cached(age: .milliseconds(101), freshFor: .milliseconds(9999)), .search, options, at: now)
        == .cachedOnly)
    #expect(
      Freshness.use(cached(age: .milliseconds(99), freshFor: .milliseconds(98)), .search, options, at: now)
        == .cachedOnly)
    #expect(
      Freshness.use(cached(age: .milliseconds(99), freshFor: .milliseconds(100)), .search, options, at: now)
        == .hit)
    #expect(Freshness.use(nil, .search, options, at: now) == .cachedOnly)
  }

  @Test func six_months_and_the_future_are_the_ends() {
    #expect(Freshness.isUsable(cached(age: Freshness.end - moment, freshFor: .zero), at: now))
    #expect(!Freshness.isUsable(cached(age: Freshness.end, freshFor: .zero), at: now))
    let month = Freshness.endOfYouTube
    #expect(Freshness.isUsable(cached(age: month - moment, freshFor: .zero), of: .youtube, at: now))
    #expect(!Freshness.isUsable(cached(age: month, freshFor: month), of: .youtube, at: now))
    #expect(Freshness.isUsable(cached(age: .zero, freshFor: .zero), at: now))
    // The clock was a year ahead when it was kept, or is a year behind now.
    #expect(!Freshness.isUsable(cached(age: .zero - moment, freshFor: .zero), at: now))
    #expect(
      !Freshness.isUsable(cached(age: .zero, freshFor: .milliseconds(1000)), at: now - .seconds(365 * 86_400))
    )
    #expect(
      !Freshness.isUsable(cached(age: .zero, freshFor: .milliseconds(1000)), at: now + .seconds(365 * 86_400))
    )
  }

  @Test func that_there_is_nothing_is_said_only_while_it_is_fresh() {
    #expect(
      Freshness.isUsable(cached(age: .milliseconds(9), freshFor: .milliseconds(10), status: 404), at: now))
    #expect(
      !Freshness.isUsable(cached(age: .milliseconds(10), freshFor: .milliseconds(10), status: 404), at: now))
  }

  @Test func a_row_that_is_fresh_for_ever_is_not() {
    let row = CachedResponse(
      key: "", status: 200, body: [], fetchedAt: now - .seconds(2 * 86_400), freshUntil: .distantFuture)
    #expect(Freshness.use(row, .search, options, at: now) == .staleWhileRevalidating)
  }

  @Test(
    arguments: [Timestamp.distantPast, -1, 0, 1_795_000_000_000, .distantFuture],
    [Timestamp.distantPast, 0, 1_795_000_000_000, .distantFuture])
  func odd_rows_trap_nothing(_ fetchedAt: Timestamp, _ freshUntil: Timestamp) {
    for status in [200, 404] {
      let row = CachedResponse(
        key: "", status: status, body: [], fetchedAt: fetchedAt, freshUntil: freshUntil)
      let isUsable = Freshness.isUsable(row, at: now)
      #expect(isUsable == (fetchedAt == now && (status == 200 || freshUntil > now)))
      for kind in AnswerKind.allCases { _ = Freshness.use(row, kind, options, at: now) }
    }
  }
}
