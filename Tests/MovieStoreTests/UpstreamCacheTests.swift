import Foundation
import MovieProtocol
import MovieStore
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct UpstreamCacheTests {
  /// The clock and what was said, shared with the cache's thread.
  private final class DoctorEnvironment: Sendable {
    let now = Atomic<Int64>(1_795_000_000_000)
    private let said = Mutex<[String]>([])

    var notices: [String] { said.withLock { $0 } }

    func say(_ notice: String) { said.withLock { $0.append(notice) } }

    func cache(_ folder: String?, maxBytes: Int = 1 << 20) -> UpstreamCache {
      UpstreamCache(
        folder: folder, maxBytes: maxBytes, clock: { self.moment },
        onNotice: { self.say($0) })
    }

    var moment: Timestamp { Timestamp(milliseconds: now.load(ordering: .relaxed)) }

    func pass(_ milliseconds: Int64) { now.add(milliseconds, ordering: .relaxed) }

    func answer(_ key: String, _ body: String = "{}") -> CachedResponse {
      CachedResponse(
        key: key, status: 200, body: Array(body.utf8), etag: "W/\"1\"", fetchedAt: moment,
        freshUntil: moment + .seconds(1))
    }
  }

  private let surroundings = DoctorEnvironment()
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var path: String { folder.path + "/cache.sqlite" }

  @Test func what_is_kept_is_there_after_a_restart() async throws {
    let answer = surroundings.answer("https://example.org/3/a", #"{"a":"ä"}"#)
    var cache = surroundings.cache(folder.path)
    #expect(await cache.find(answer.key) == nil)
    await cache.store(answer)
    #expect(await cache.find(answer.key) == answer)
    await cache.close()
    #expect(await cache.find(answer.key) == nil)
    cache = surroundings.cache(folder.path)
    #expect(await cache.find(answer.key) == answer)
    #expect(await cache.bytes == answer.body.count)
    #expect(surroundings.notices == [])
    await cache.close()
  }

  @Test func the_file_is_for_the_user_alone() async throws {
    let cache = surroundings.cache(folder.path + "/new/folder")
    await cache.store(surroundings.answer("a"))
    for name in ["cache.sqlite", "cache.sqlite-wal"] {
      let mode = try FileManager.default.attributesOfItem(atPath: folder.path + "/new/folder/" + name)[
        .posixPermissions]
      #expect(mode as? Int == 0o600, "\(name)")
    }
    await cache.close()
  }

  @Test func an_answer_can_be_replaced_confirmed_and_removed() async {
    let cache = surroundings.cache(nil)
    await cache.store(surroundings.answer("a", "one"))
    surroundings.pass(5)
    await cache.store(surroundings.answer("a", "three"))
    #expect(await cache.find("a")?.body == Array("three".utf8))
    #expect(await cache.bytes == 5)
    let now = surroundings.moment
    await cache.confirm("a", fetchedAt: now, freshUntil: now + .milliseconds(7), etag: nil)
    let confirmed = await cache.find("a")
    #expect(confirmed?.freshUntil == now + .milliseconds(7) && confirmed?.etag == nil)
    #expect(confirmed?.body == Array("three".utf8))
    await cache.remove("a")
    #expect(await cache.find("a") == nil)
    #expect(await cache.bytes == 0)
    await cache.close()
  }

  @Test func answers_are_found_by_what_is_in_them() async {
    let cache = surroundings.cache(nil)
    await cache.store(surroundings.answer("https://a/1", #"{"id":12,"é":1}"#))
    surroundings.pass(5)
    await cache.store(surroundings.answer("https://a/2", #"{"id":12,"b":1}"#))
    await cache.store(surroundings.answer("https://b/3", #"{"id":12,"b":1}"#))
    await cache.store(surroundings.answer("https://a/4", #"{"id":123,"b":1}"#))
    func keys(_ limit: Int) async -> [String] {
      await cache.containing(Array(#""id":12,"#.utf8), beginning: "https://a", limit: limit).map(\.key)
    }
    #expect(await keys(8) == ["https://a/2", "https://a/1"])
    #expect(await keys(1) == ["https://a/2"])
    surroundings.pass(183 * 86_400_000)
    #expect(await keys(8) == [])
    await cache.close()
  }

  @Test func those_used_longest_ago_give_way() async {
    let cache = surroundings.cache(nil, maxBytes: 1000)
    let body = String(repeating: "x", count: 100)
    for number in 0..<10 {
      await cache.store(surroundings.answer("\(number)", body))
      surroundings.pass(4_000_000)
    }
    #expect(await cache.bytes == 1000)
    #expect(await cache.find("0") != nil)
    await cache.store(surroundings.answer("new", body))
    #expect(await cache.bytes <= 1000)
    #expect(await cache.find("1") == nil)
    #expect(await cache.find("0") != nil)
    #expect(await cache.find("new") != nil)
    // One that is too large is not kept, and not the one before it either.
    await cache.store(surroundings.answer("new", String(repeating: "x", count: 251)))
    #expect(await cache.find("new") == nil)
    await cache.close()
  }

  @Test func those_used_last_come_first_and_only_so_many() async {
    let cache = surroundings.cache(nil)
    for key in ["a", "b", "c"] {
      await cache.store(surroundings.answer(key, "12345"))
      surroundings.pass(4_000_000)
    }
    #expect(await cache.find("a") != nil)
    #expect(await cache.recent(bytes: 100).map(\.key) == ["a", "c", "b"])
    #expect(await cache.recent(bytes: 10).map(\.key) == ["a", "c"])
    #expect(await cache.recent(bytes: 4).isEmpty)
    await cache.close()
  }

  @Test func nothing_is_used_after_six_months_or_from_the_future() async {
    var cache = surroundings.cache(folder.path)
    await cache.store(surroundings.answer("a"))
    surroundings.pass(183 * 86_400_000 - 1)
    #expect(await cache.find("a") != nil)
    surroundings.pass(1)
    #expect(await cache.find("a") == nil)
    #expect(await cache.recent(bytes: 100).isEmpty)
    await cache.store(surroundings.answer("b"))
    // The clock was a year ahead.
    surroundings.pass(-365 * 86_400_000)
    #expect(await cache.find("b") == nil)
    await cache.close()
    cache = surroundings.cache(folder.path)
    _ = await cache.find("a")
    // Or it is a year behind now: then it will be used again.
    #expect(await cache.bytes > 0)
    await cache.close()
    surroundings.pass(365 * 86_400_000)
    cache = surroundings.cache(folder.path)
    #expect(await cache.find("b") != nil)
    #expect(surroundings.notices == [])
    await cache.close()
  }

  /// A start with a clock that is a year ahead takes nothing away; a response of that year does.
  @Test func start_deletes_what_is_too_old_beside_later_responses() async {
    func start() async -> [String] {
      let cache = surroundings.cache(folder.path)
      let keys = await cache.recent(bytes: 1000).map(\.key)
      await cache.close()
      return keys
    }
    let cache = surroundings.cache(folder.path)
    await cache.store(surroundings.answer("a"))
    await cache.close()
    surroundings.pass(400 * 86_400_000)
    #expect(await start() == [])
    surroundings.pass(-400 * 86_400_000)
    #expect(await start() == ["a"])
    surroundings.pass(184 * 86_400_000)
    let later = surroundings.cache(folder.path)
    await later.store(surroundings.answer("b"))
    await later.close()
    #expect(await start() == ["b"])
    surroundings.pass(-1 * 86_400_000)
    #expect(await start() == [])
    let rest = surroundings.cache(folder.path)
    _ = await rest.find("b")
    #expect(await rest.bytes == 2)
    await rest.close()
  }

  @Test func entries_of_the_future_leave_first() async {
    let cache = surroundings.cache(folder.path)
    surroundings.pass(365 * 86_400_000)
    await cache.store(surroundings.answer("ahead", String(repeating: "x", count: 10_000)))
    surroundings.pass(-365 * 86_400_000)
    await cache.store(surroundings.answer("first", String(repeating: "x", count: 10_000)))
    let before = await cache.bytes
    var number = 0
    while await cache.bytes >= before + number * 10_000 {
      number += 1
      surroundings.pass(1)
      await cache.store(surroundings.answer("\(number)", String(repeating: "x", count: 10_000)))
    }
    surroundings.pass(365 * 86_400_000 - 1_000_000)
    #expect(await cache.find("ahead") == nil)
    await cache.close()
  }

  @Test(
    arguments: [
      "garbage", "SQLite format 3\u{0}", String(repeating: "no database ", count: 10_000),
    ])
  func a_file_that_is_no_cache_is_made_anew_and_said_once(_ text: String) async throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    let cache = surroundings.cache(folder.path)
    #expect(await cache.find("a") == nil)
    await cache.store(surroundings.answer("a"))
    #expect(await cache.find("a") != nil)
    #expect(surroundings.notices.count == 1, "\(surroundings.notices)")
    #expect(surroundings.notices.first?.contains(path) == true)
    await cache.close()
  }

  @Test func a_file_that_is_cut_short_or_overwritten_is_made_anew() async throws {
    for damage in ["truncate", "overwrite"] {
      var cache = surroundings.cache(folder.path)
      for number in 0..<200 {
        await cache.store(surroundings.answer("\(number)", String(repeating: "x", count: 900)))
      }
      await cache.close()
      let file = try #require(FileHandle(forUpdatingAtPath: path))
      let size = try file.seekToEnd()
      if damage == "truncate" {
        try file.truncate(atOffset: size / 2)
      } else {
        try file.seek(toOffset: 4096)
        try file.write(contentsOf: Data(repeating: 0xA5, count: Int(size) - 8192))
      }
      try file.close()
      cache = surroundings.cache(folder.path)
      for number in 0..<200 { _ = await cache.find("\(number)") }
      await cache.store(surroundings.answer("new"))
      #expect(await cache.find("new") != nil, "\(damage)")
      await cache.close()
    }
    #expect(!surroundings.notices.isEmpty)
  }

  @Test func a_cache_of_another_version_is_made_anew() async throws {
    var cache = surroundings.cache(folder.path)
    await cache.store(surroundings.answer("a"))
    await cache.close()
    // user_version: https://sqlite.org/fileformat.html#database_header
    let file = try #require(FileHandle(forUpdatingAtPath: path))
    try file.seek(toOffset: 60)
    try file.write(contentsOf: Data([0, 0, 0, 99]))
    try file.close()
    cache = surroundings.cache(folder.path)
    #expect(await cache.find("a") == nil)
    #expect(surroundings.notices.count == 1)
    await cache.store(surroundings.answer("a"))
    #expect(await cache.find("a") != nil)
    await cache.close()
  }

  @Test func where_there_can_be_no_file_nothing_is_kept_and_it_is_said_once() async throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    let cache = surroundings.cache(folder.path)
    for _ in 0..<3 {
      await cache.store(surroundings.answer("a"))
      #expect(await cache.find("a") == nil)
      surroundings.pass(20_000)
    }
    #expect(surroundings.notices.count == 1, "\(surroundings.notices)")
    // As soon as there can be one.
    try FileManager.default.removeItem(atPath: path)
    await cache.store(surroundings.answer("a"))
    #expect(await cache.find("a") != nil)
    await cache.close()
  }

  @Test func a_full_disk_costs_what_is_new_only() async throws {
    // The kernel refuses bytes beyond the limit as it would on a full disk, in this child process only.
    await #expect(processExitsWith: .success) {
      signal(SIGXFSZ, SIG_IGN)
      let surroundings = DoctorEnvironment()
      let folder = try TemporaryFolder()
      let cache = surroundings.cache(folder.path)
      await cache.store(surroundings.answer("a"))
      var limit = rlimit(rlim_cur: 100_000, rlim_max: 100_000)
      setrlimit(__rlimit_resource_t(1), &limit)  // RLIMIT_FSIZE
      let large = String(repeating: "x", count: 200_000)
      for _ in 0..<3 { await cache.store(surroundings.answer("b", large)) }
      #expect(await cache.find("b") == nil)
      #expect(await cache.find("a") != nil)
      #expect(surroundings.notices.count == 1, "\(surroundings.notices)")
      await cache.close()
    }
  }

  @Test func two_daemons_may_share_it() async throws {
    // A busy machine may keep one of them waiting for longer than it waits for the other.
    while try await !shareInTime(), !Task.isCancelled {}
  }

  /// False: it proves nothing.
  private func shareInTime() async throws -> Bool {
    let (folder, surroundings) = (try TemporaryFolder(), DoctorEnvironment())
    let caches = [surroundings.cache(folder.path), surroundings.cache(folder.path)]
    let longest = await withTaskGroup(of: Duration.self) { group in
      for (index, cache) in caches.enumerated() {
        group.addTask {
          var longest = Duration.zero
          for number in 0..<100 {
            let begun = ContinuousClock.now
            await cache.store(surroundings.answer("\(index)-\(number)"))
            longest = max(longest, ContinuousClock.now - begun)
          }
          return longest
        }
      }
      return await group.reduce(.zero) { max($0, $1) }
    }
    let isInTime = longest < .seconds(1)
    for index in 0..<2 where isInTime { #expect(await caches[1 - index].find("\(index)-99") != nil) }
    for cache in caches { await cache.close() }
    if isInTime { #expect(surroundings.notices == []) }
    return isInTime
  }

  @Test func a_cache_of_nothing_keeps_nothing_and_makes_no_file() async throws {
    let cache = surroundings.cache(folder.path, maxBytes: 0)
    await cache.store(surroundings.answer("a"))
    #expect(await cache.find("a") == nil)
    #expect(try folder.names == [])
    await cache.close()
  }
}
