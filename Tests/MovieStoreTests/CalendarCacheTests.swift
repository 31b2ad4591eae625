import MovieStore
import Synchronization
import MovieProtocol
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct CalendarCacheTests {
  private final class Clock: Sendable {
    let now = Atomic<Int64>(1_795_000_000_000)
  }

  private let clock = Clock()
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func cache(maxBytes: Int = 1 << 20) -> UpstreamCache {
    UpstreamCache(
      folder: folder.path, maxBytes: maxBytes,
      clock: { [clock] in Timestamp(milliseconds: clock.now.load(ordering: .relaxed)) },
      onNotice: { Issue.record("\($0)") })
  }

  private func releases(_ key: TitleKey, _ facts: String = "whole 20778cDE", age: Int64 = 0) -> StoredReleases
  {
    StoredReleases(key: key, fetchedAt: Timestamp(seconds: 1_795_000_000 - age), facts: facts)
  }

  @Test func what_is_kept_is_there_after_a_restart() async {
    var cache = cache()
    #expect(await cache.calendar(of: "a") == [])
    await cache.store(releases("movie/1", "x"), of: "a")
    await cache.store(releases("movie/1"), of: "a")
    await cache.store(releases("tv/2"), of: "a")
    await cache.store(releases("movie/1", "other"), of: "b")
    await cache.close()
    cache = self.cache()
    #expect(await cache.calendar(of: "a") == [releases("movie/1"), releases("tv/2")])
    #expect(await cache.calendar(of: "b") == [releases("movie/1", "other")])
    await cache.forget(releases: ["movie/1", "movie/7"], of: "a")
    #expect(await cache.calendar(of: "a") == [releases("tv/2")])
    #expect(await cache.calendar(of: "b").count == 1)
    await cache.close()
  }

  @Test func nothing_is_kept_for_more_than_six_months() async {
    let cache = cache()
    await cache.store(releases("movie/1", age: 184 * 86_400), of: "a")
    await cache.store(releases("movie/2", age: 182 * 86_400), of: "a")
    // Of the future: the clock was wrong.
    await cache.store(releases("movie/3", age: -2 * 86_400), of: "a")
    #expect(await cache.calendar(of: "a").map(\.key) == ["movie/2"])
    clock.now.add(2 * 86_400_000, ordering: .relaxed)
    #expect(await cache.calendar(of: "a").map(\.key) == [])
    await cache.close()
  }

  @Test func what_upstream_said_does_not_drive_it_out() async {
    let cache = cache(maxBytes: 4096)
    await cache.store(releases("movie/1"), of: "a")
    for number in 1...20 {
      await cache.store(
        CachedResponse(
          key: "\(number)", status: 200, body: [UInt8](repeating: 0x20, count: 1000),
          fetchedAt: 1_795_000_000_000,
          freshUntil: 1_795_000_001_000))
    }
    #expect(await cache.bytes <= 4096)
    #expect(await cache.calendar(of: "a") == [releases("movie/1")])
    await cache.close()
  }

  @Test func without_room_nothing_is_kept() async {
    let cache = cache(maxBytes: 0)
    await cache.store(releases("movie/1"), of: "a")
    #expect(await cache.calendar(of: "a") == [])
    await cache.close()
  }
}
