import MovieStore
import Testing

@testable import MovieSources

struct FreshnessTests {
  private let now: Int64 = 1_795_000_000_000
  private let options = FetchOptions(day: "2026-11-21")
  private let anonymous = "https://example.org/3/x"

  private func cached(age: Int64, freshFor: Int64, status: Int = 200) -> CachedResponse {
    CachedResponse(
      key: anonymous, status: status, body: [], fetchedAt: now &- age, freshUntil: now &- age &+ freshFor)
  }

  @Test(arguments: AnswerKind.allCases)
  func what_upstream_says_counts_within_the_bounds_of_the_kind(_ kind: AnswerKind) {
    let bounds = Freshness.bounds(kind)
    #expect(0 < bounds.least && bounds.least < bounds.most && bounds.most < bounds.whileRevalidating * 100)
    func cached(_ header: String?, age: String? = nil) -> Int64 {
      Freshness.until(kind, CacheControl(header, age: age), at: now) - now
    }
    #expect(cached(nil) == bounds.least && cached("max-age=0") == bounds.least)
    #expect(cached("no-store, max-age=99999999") == bounds.least)
    #expect(cached("max-age=99999999999999999999") == bounds.most)
    #expect(cached("max-age=\(bounds.most / 1000 - 1)") == bounds.most - 1000)
    #expect(cached("max-age=99999999", age: "99999999") == bounds.least)
  }

  @Test(arguments: AnswerKind.allCases)
  func an_answer_is_fresh_then_stale_then_asked_for(_ kind: AnswerKind) {
    let bounds = Freshness.bounds(kind)
    func use(_ age: Int64) -> Freshness.Use {
      Freshness.use(cached(age: age, freshFor: bounds.most), kind, options, at: now)
    }
    #expect(use(0) == .hit && use(bounds.most - 1) == .hit)
    #expect(use(bounds.most) == .staleWhileRevalidating)
    #expect(use(bounds.most + bounds.whileRevalidating - 1) == .staleWhileRevalidating)
    #expect(use(bounds.most + bounds.whileRevalidating) == .fetch)
    #expect(Freshness.use(nil, kind, options, at: now) == .fetch)
  }

  @Test func the_asking_may_want_it_newer_or_nobody_asked() {
    var options = options
    options.maxAge = 100
    #expect(Freshness.use(cached(age: 100, freshFor: 9999), .search, options, at: now) == .hit)
    #expect(Freshness.use(cached(age: 101, freshFor: 9999), .search, options, at: now) == .fetch)
    options.isCacheOnly = true
    #expect(Freshness.use(cached(age: 101, freshFor: 9999), .search, options, at: now) == .cachedOnly)
    #expect(Freshness.use(cached(age: 99, freshFor: 98), .search, options, at: now) == .cachedOnly)
    #expect(Freshness.use(cached(age: 99, freshFor: 100), .search, options, at: now) == .hit)
    #expect(Freshness.use(nil, .search, options, at: now) == .cachedOnly)
  }

  @Test func six_months_and_the_future_are_the_ends() {
    #expect(Freshness.isUsable(cached(age: Freshness.end - 1, freshFor: 0), at: now))
    #expect(!Freshness.isUsable(cached(age: Freshness.end, freshFor: 0), at: now))
    let month = Freshness.endOfYouTube
    #expect(Freshness.isUsable(cached(age: month - 1, freshFor: 0), of: .youtube, at: now))
    #expect(!Freshness.isUsable(cached(age: month, freshFor: month), of: .youtube, at: now))
    #expect(Freshness.isUsable(cached(age: 0, freshFor: 0), at: now))
    // The clock was a year ahead when it was kept, or is a year behind now.
    #expect(!Freshness.isUsable(cached(age: -1, freshFor: 0), at: now))
    #expect(!Freshness.isUsable(cached(age: 0, freshFor: 1000), at: now - 365 * 86_400_000))
    #expect(!Freshness.isUsable(cached(age: 0, freshFor: 1000), at: now + 365 * 86_400_000))
  }

  @Test func that_there_is_nothing_is_said_only_while_it_is_fresh() {
    #expect(Freshness.isUsable(cached(age: 9, freshFor: 10, status: 404), at: now))
    #expect(!Freshness.isUsable(cached(age: 10, freshFor: 10, status: 404), at: now))
  }

  @Test func a_row_that_is_fresh_for_ever_is_not() {
    let day: Int64 = 86_400_000
    let row = CachedResponse(key: "", status: 200, body: [], fetchedAt: now - 2 * day, freshUntil: .max)
    #expect(Freshness.use(row, .search, options, at: now) == .staleWhileRevalidating)
  }

  @Test(arguments: [Int64.min, -1, 0, 1_795_000_000_000, .max], [Int64.min, 0, 1_795_000_000_000, .max])
  func odd_rows_trap_nothing(_ fetchedAt: Int64, _ freshUntil: Int64) {
    for status in [200, 404] {
      let row = CachedResponse(
        key: "", status: status, body: [], fetchedAt: fetchedAt, freshUntil: freshUntil)
      let isUsable = Freshness.isUsable(row, at: now)
      #expect(isUsable == (fetchedAt == now && (status == 200 || freshUntil > now)))
      for kind in AnswerKind.allCases { _ = Freshness.use(row, kind, options, at: now) }
    }
  }
}
