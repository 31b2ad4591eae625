import EventLoop
import FakeTMDB
import MovieProtocol
import RedisClient
import TestSupport
import Testing

@testable import MovieSources

/// Machines that share pictures in a real store.
@Suite(
  .timeLimit(.minutes(20)), .enabled(if: RedisServer.isExpected, "\(RedisServer.isMissing)"), .serialized)
@LoopActor struct SharedImageTests {
  typealias Bench = ImageServiceTests.Bench

  private let bytes = FakePicture.jpeg(8, 8)

  private func machine(
    _ server: RedisServer, url: String? = nil, maxBytes: Int = 1000
  ) throws -> Bench {
    // As long as it takes: the machines' speed is not what is tested.
    var limits = RedisClient.Limits()
    (limits.storing, limits.opening) = (.seconds(240), .seconds(240))
    (limits.firstPause, limits.maxPause) = (.seconds(60), .seconds(60))
    let bench = try Bench(shared: SharedCache(limits: limits), ImageServiceTests.picture(bytes))
    bench.service.use(sharedBytes: maxBytes, patience: .seconds(240))
    bench.service.shared.use(RedisURL(url ?? server.url))
    return bench
  }

  private func close(_ machines: Bench...) { for machine in machines { machine.service.shared.close() } }

  /// The keys after all that the machine has sent.
  private func keys(_ server: RedisServer, after machine: Bench) async throws -> [String] {
    _ = try await machine.service.shared.client?.reply(to: [Array("PING".utf8)])
    return try await beside { try server.keys() }
  }

  /// Where it has put the picture that it fetched.
  private func key(_ server: RedisServer, _ first: Bench) async throws -> String {
    #expect(try await first.find().meta.cache == .miss)
    let keys = try await keys(server, after: first)
    #expect(keys.count == 1)
    return try #require(keys.first)
  }

  @Test func what_one_machine_fetched_the_other_finds() async throws {
    let server = try await beside { try RedisServer() }
    let (first, second) = (try machine(server), try machine(server))
    defer { close(first, second) }
    let key = try await key(server, first)
    #expect(key.wholeMatch(of: /movierpc:1:\{[0-9a-f]{32}\}:picture/) != nil, "\(key)")
    // Its clock is wrong.
    second.now += .seconds(-86_400)
    let found = try await second.find()
    #expect(found.meta.cache == .hit && found.meta.source == .tmdb && found.contentType == "image/jpeg")
    let fetchedAt = try #require(found.meta.fetchedAt)
    #expect(fetchedAt <= second.now && fetchedAt > second.now - .seconds(3600))
    #expect(second.names == first.names && found.bytes == bytes.count)
    #expect(second.transport.requests.isEmpty && second.service.shared.hits == 1)
    // The second time it is its own.
    #expect(try await second.find().meta.cache == .hit)
    #expect(second.service.shared.hits == 1)
    // Another size is another picture.
    #expect(try await second.find(size: "w92").meta.cache == .miss)
  }

  @Test func it_stays_as_old_as_it_is() async throws {
    let server = try await beside { try RedisServer() }
    let (first, second, third) = (try machine(server), try machine(server), try machine(server))
    defer { close(first, second, third) }
    let key = try await key(server, first)
    _ = try await beside { try server.reply("EXPIRE", key, "\(2 * 86_400)") }
    let found = try await second.find()
    let age = second.now - (try #require(found.meta.fetchedAt))
    #expect(found.meta.cache == .hit && age > .seconds(149 * 86_400) && age < .seconds(151 * 86_400))
    // Also after a restart.
    let index = ImageFolder(path: second.home.path + "/images").load(at: (second.now, 0))
    #expect(index.entries[second.names[0]]?.fetchedAt == found.meta.fetchedAt)
    second.now += .seconds(3 * 86_400)
    #expect(try await second.find { $0.isCacheOnly = true }.meta.cache == .stale)
    #expect(try await third.find { $0.maxAge = .seconds(86_400) }.meta.cache == .miss)
  }

  @Test func a_picture_that_somebody_else_has_put_there_is_used() async throws {
    let server = try await beside { try RedisServer() }
    let (first, second) = (try machine(server), try machine(server))
    defer { close(first, second) }
    let key = try await key(server, first)
    _ = try await beside { try server.reply("SET", key, "GIF89aA B ", "PX", "500000") }
    #expect(try await second.find().contentType == "image/gif")
  }

  @Test(arguments: [
    ["SET", "<html>log in</html>", "PX", "50000"], ["SET", "<svg/>", "PX", "50000"],
    ["SET", "", "PX", "50000"], ["SET", "GIF89aAAAA", "PX", "50000"], ["SET", "GIF89aA B "],
    ["SET", "GIF89aA B ", "PX", "99999999999"], ["RPUSH", "a"], ["HSET", "a", "b"],
    ["SET", "GIF89aA B " + String(repeating: " ", count: 1000), "PX", "50000"],
  ])
  func anything_else_counts_as_nothing(_ words: [String]) async throws {
    let server = try await beside { try RedisServer() }
    let (first, second) = (try machine(server), try machine(server))
    defer { close(first, second) }
    let key = try await key(server, first)
    try await beside {
      try server.reply("DEL", key)
      try server.reply(words: [words[0], key] + words.dropFirst())
    }
    #expect(try await second.find().meta.cache == .miss)
    #expect(second.transport.requests.count == 1 && second.names == first.names)
    #expect(second.service.shared.hits == 0 && second.service.shared.client?.fault == nil)
    // It is replaced.
    _ = try await keys(server, after: second)
    #expect(try await beside { try server.reply("STRLEN", key) } == "\(bytes.count)\n")
  }

  @Test func a_picture_larger_than_the_limit_is_not_shared() async throws {
    let server = try await beside { try RedisServer() }
    let (first, second) = (try machine(server, maxBytes: bytes.count - 1), try machine(server))
    defer { close(first, second) }
    #expect(try await first.find().meta.cache == .miss)
    #expect(try await keys(server, after: first).isEmpty)
    #expect(try await second.find().meta.cache == .miss)
    #expect(try await keys(server, after: second).count == 1)
  }

  @Test func no_picture_is_shared_by_default() async throws {
    #expect(Limits().sharedPictureBytes == 0)
    let server = try await beside { try RedisServer() }
    let first = try machine(server, maxBytes: 0)
    defer { close(first) }
    #expect(try await first.find().meta.cache == .miss)
    #expect(first.service.shared.client?.hasAnswered == false)
    #expect(try await keys(server, after: first).isEmpty)
  }

  @Test(arguments: ["stands still", "is gone", "is full"])
  func pictures_come_when_the_store(_ trouble: String) async throws {
    let server = try await beside { try RedisServer() }
    let first = try machine(server)
    defer { close(first) }
    #expect(try await keys(server, after: first).isEmpty)
    first.service.use(sharedBytes: 1000, patience: .milliseconds(50))
    switch trouble {
    case "stands still": server.pause()
    case "is gone": try await beside { try server.kill() }
    default:
      try await beside {
        try server.reply("CONFIG", "SET", "maxmemory-policy", "noeviction")
        try server.reply("CONFIG", "SET", "maxmemory", "1")
      }
    }
    for number in 0..<20 { #expect(try await first.find("/\(number).jpg").meta.cache == .miss) }
    #expect(first.transport.requests.count == 20 && first.service.shared.client?.fault != nil)
  }

  /// As contrib/manual/configuration.md has it.
  @Test func a_user_needs_no_more_rights_than_the_manual_says() async throws {
    let rights = "~movierpc:* -@all +@read +@write -@dangerous +eval +ping +select +time"
    let server = try await beside { try RedisServer(["user films on >word \(rights)"]) }
    let url = "unix://films:word@\(server.socket)?db=1"
    let (first, second) = (try machine(server, url: url), try machine(server, url: url))
    defer { close(first, second) }
    #expect(try await first.find().meta.cache == .miss)
    _ = try await keys(server, after: first)
    #expect(try await second.find().meta.cache == .hit)
    #expect(second.service.shared.client?.fault == nil && first.service.shared.client?.fault == nil)
  }
}
