import FakeTMDB
import Glibc
import JSONRPC
import Synchronization
import TestSupport
import Testing

/// Daemons that share a real store and one key of a fake TMDB with a limit.
@Suite(
  .timeLimit(.minutes(30)), .enabled(if: RedisServer.isExpected, "\(RedisServer.isMissing)"), .serialized)
struct SharedCacheTests {
  /// What the daemons answered, from several threads.
  private final class Answers: Sendable {
    private let state = Mutex((replies: 0, failures: [String](), caches: [String: Int]()))

    func note(_ reply: JSONValue) {
      state.withLock { state in
        state.replies += 1
        if reply["error"] != nil || reply.meta?["source"] != "tmdb" { state.failures.append(reply.text()) }
        state.caches[reply.meta?["cache"]?.stringValue ?? "none", default: 0] += 1
      }
    }

    func note(_ failure: String) { state.withLock { $0.failures.append(failure) } }

    var replies: Int { state.withLock { $0.replies } }
    var failures: [String] { state.withLock { $0.failures } }
    var caches: [String: Int] { state.withLock { $0.caches } }
  }

  /// However slow this machine is: a store that seems slow is left alone.
  private static let patience = "limits.shared_cache_ms = 10000"

  private func configuration(_ fake: FakeTMDB, _ server: RedisServer, _ more: [String]) -> [String] {
    fake.configuration + [
      // Only TMDB can answer: what the catalogue finds would be sent after 1.5 s, on a busy machine.
      "catalogue.embedded = false", "cache.shared = \"\(server.url)\"",
      "limits.upstream_rate = 25", "limits.upstream_burst = 10",
    ] + more
  }

  /// Each with a home of its own.
  private func daemons(
    _ count: Int, _ fake: FakeTMDB, _ server: RedisServer, _ more: [String] = []
  ) throws -> [SpawnedDaemon] {
    try (0..<count).map { _ in
      try SpawnedDaemon(
        configuration: configuration(fake, server, more), environment: ["TMDB_API_KEY": FakeTMDB.key])
    }
  }

  private func reload(
    _ daemons: [SpawnedDaemon], _ fake: FakeTMDB, _ server: RedisServer, _ more: [String] = []
  ) throws {
    for daemon in daemons {
      func reloads() -> Int { daemon.program.errors.ranges(of: "configuration reloaded").count }
      let before = reloads()
      let lines = configuration(fake, server, more).joined(separator: "\n") + "\n"
      try TemporaryFolder.write(lines, to: daemon.configurationFile)
      daemon.program.signal(SIGHUP)
      try Wait.until("the configuration is read") { reloads() > before }
    }
  }

  /// Each daemon searches for the same words, each in an order of its own.
  private func search(
    _ daemons: [SpawnedDaemon], _ questions: Range<Int>,
    meanwhile trouble: (Answers) throws -> Void = { _ in }
  ) throws -> Answers {
    let answers = Answers()
    let ended = Mutex(0)
    for daemon in daemons {
      let path = daemon.socket
      let words = questions.shuffled()
      _ = try daemon.connect()
      startThread {
        do {
          let client = try LineClient(path: path)
          for word in words { answers.note(try client.search("question \(word)", #""timeout_ms":120000"#)) }
        } catch {
          answers.note("\(error)")
        }
        ended.withLock { $0 += 1 }
      }
    }
    try trouble(answers)
    try Wait.until("all daemons have searched", atMost: 300) { ended.withLock { $0 } == daemons.count }
    return answers
  }

  private func shared(_ daemon: SpawnedDaemon) throws -> JSONValue? {
    let status = try daemon.connect().call(#"{"jsonrpc":"2.0","id":1,"method":"status"}"#)
    return status["result"]?["cache"]?["shared"]
  }

  @Test func ten_daemons_ask_each_question_once_and_stay_below_the_limit() throws {
    let fake = try FakeTMDB()
    fake.set(maxPerSecond: 40)
    let server = try RedisServer()
    let daemons = try daemons(10, fake, server, [Self.patience])
    let count = getenv("MOVIERPC_LONG") == nil ? 60 : 200
    let answers = try search(daemons, 0..<count)
    #expect(answers.failures.isEmpty, "\(answers.failures.prefix(3))")
    #expect(answers.replies == 10 * count)
    #expect(fake.refused.isEmpty, "\(fake.refused.count) of \(fake.requests.count)")
    let asked = fake.requests.map(\.target).filter { $0.hasPrefix("/3/search/") }
    // One that stands still for longer than its lease, 2 s, lets another one ask: on a busy machine a few do.
    let most = count + count / 10
    #expect(Set(asked).count == count && asked.count <= most, "\(asked.count)")
    // Who waits longer than a person would comes back to its own fetch, and says that it joined one, or finds it done.
    let fetched = (answers.caches["miss"] ?? 0) + (answers.caches["coalesced"] ?? 0)
    #expect((count - count / 10...most).contains(fetched), "\(answers.caches)")
    let hits = try daemons.map { try #require(try shared($0)?["hits"]?.intValue) }
    #expect(hits.reduce(0, +) >= 10 * count - most)
    print(
      "10 daemons, \(count) questions: \(answers.replies) replies, \(answers.failures.count) failed;",
      "TMDB was asked \(asked.count) times and refused \(fake.refused.count);",
      "\(hits.reduce(0, +)) found in the shared cache")
    // A store that took longer for an answer than 1 s is asked again later.
    let clients = try daemons.map { try $0.connect() }
    var number = 0
    try Wait.until("all use the store") {
      let isSo = try daemons.allSatisfy { try shared($0)?["state"] == "ok" }
      number += 1
      for client in clients where !isSo { _ = try client.search("again \(number)") }
      return isSo
    }
  }

  @Test func a_picture_is_fetched_by_one_daemon_for_the_others() throws {
    let fake = try FakeTMDB()
    let server = try RedisServer()
    let daemons = try daemons(2, fake, server, [Self.patience, "limits.shared_picture_bytes = 100000"])
    let first = try daemons[0].connect().ask("image", #"{"path":"/p1.jpg"}"#)
    #expect(first.meta?["cache"] == "miss")
    try Wait.until("it is in the store") { try server.keys().contains { $0.hasSuffix(":picture") } }
    let second = try daemons[1].connect().ask("image", #"{"path":"/p1.jpg"}"#)
    #expect(second.meta?["cache"] == "hit" && second.meta?["source"] == "tmdb", "\(second.text())")
    for member in ["bytes", "content_type", "width", "height"] {
      #expect(second["result"]?[member] == first["result"]?[member] && second["result"]?[member] != nil)
    }
    #expect(fake.count("/t/p/") == 1)
    let pictures = try daemons.map { try shared($0)?["pictures"]?.intValue }
    #expect(pictures == [0, 1])
  }

  @Test func no_request_fails_whatever_the_store_does() throws {
    let fake = try FakeTMDB()
    let server = try RedisServer()
    let (machines, count) = getenv("MOVIERPC_LONG") == nil ? (4, 150) : (10, 200)
    let daemons = try daemons(machines, fake, server, [Self.patience])
    try searchBelowTheLimit(daemons, 1000..<1050, fake)
    // Now a store that stands still is left alone, and each daemon has a limit of its own.
    try reload(daemons, fake, server)
    let answers = try search(daemons, 0..<count) { answers in
      func after(_ percent: Int) throws {
        let replies = machines * count * percent / 100
        try Wait.until("\(replies) answers", atMost: 300) { answers.replies >= replies }
      }
      try after(10)
      server.pause()
      try after(25)
      server.resume()
      try after(33)
      try server.kill()
      try after(47)
      try server.start()
      try after(55)
      // Full of somebody else's, which it may not remove.
      try server.reply("CONFIG", "SET", "maxmemory-policy", "noeviction")
      try server.reply("CONFIG", "SET", "maxmemory", "1")
      try after(70)
      try server.reply("FLUSHALL")
      try server.reply("CONFIG", "SET", "maxmemory", "0")
    }
    #expect(answers.failures.isEmpty, "\(answers.failures.prefix(3))")
    #expect(answers.replies == machines * count)
    try reload(daemons, fake, server, [Self.patience])
    // It is used again, by requests: none of them waits for it.
    var rounds = 0
    try Wait.until("the store is in use again", atMost: 300) {
      rounds += 1
      for daemon in daemons { _ = try daemon.connect().search("again \(rounds)") }
      return try daemons.allSatisfy { try shared($0)?["state"] == "ok" }
    }
    try searchBelowTheLimit(daemons, 2000..<2050, fake)
  }

  /// With the store, each question is one request, and TMDB refuses none beyond the first second: until then
  /// there may be some by a daemon's own limit.
  private func searchBelowTheLimit(
    _ daemons: [SpawnedDaemon], _ questions: Range<Int>, _ fake: FakeTMDB
  ) throws {
    fake.forget()
    fake.set(maxPerSecond: 40)
    let answers = try search(daemons, questions)
    fake.set(maxPerSecond: nil)
    #expect(answers.failures.isEmpty, "\(answers.failures.prefix(3))")
    #expect(answers.replies == daemons.count * questions.count)
    let start = try #require(fake.requests.first?.at)
    let refused = fake.refused.filter { $0.at >= start }
    #expect(refused.allSatisfy { $0.at < start + 1 }, "\(refused.map { $0.at - start })")
    let again = refused.count { $0.target.hasPrefix("/3/search/multi") }
    #expect(fake.count("/3/search/multi") == questions.count + again)
  }

  @Test func a_store_that_is_gone_is_named_by_status_doctor_and_log() throws {
    let fake = try FakeTMDB()
    let home = try TemporaryFolder()
    let configuration = fake.configuration + ["cache.shared = \"redis://films:hidden@127.0.0.1:1/2\""]
    let daemon = try SpawnedDaemon(
      home: home, configuration: configuration, environment: ["TMDB_API_KEY": FakeTMDB.key])
    let client = try daemon.connect()
    #expect(try client.search("lighthouse").meta?["source"] == "tmdb")
    try daemon.log(holding: "the shared cache is not used for now")
    let state = try #require(try shared(daemon))
    #expect(state["address"] == "redis://127.0.0.1:1/2" && state["state"] == "down")
    #expect(state["reason"] == "unreachable" && state["detail"] == "connection refused")
    let settings = try client.ask("settings", "{}")["result"]
    #expect(settings?["settings"]?["cache.shared"]?["value"]?["set"] == true)
    let doctor = try Program.run(
      SpawnedDaemon.clientPath, ["doctor", "--text"],
      environment: SpawnedDaemon.environment(home).merging(["MOVIERPC_CONFIG": daemon.configurationFile]) {
        $1
      })
    #expect(doctor.output.contains("cannot be reached"), "\(doctor.output)")
    let status = try Program.run(
      SpawnedDaemon.clientPath, ["status", "--text"], environment: SpawnedDaemon.environment(home))
    #expect(status.output.contains("redis://127.0.0.1:1/2"), "\(status.output)")
    for text in [daemon.program.errors, settings?.text() ?? "", doctor.output, status.output] {
      #expect(!text.contains("hidden"))
    }
  }

  @Test(.enabled(if: Certificates.areExpected, "openssl is not installed"))
  func a_store_with_tls_is_used_if_it_can_be_trusted() throws {
    let fake = try FakeTMDB()
    let folder = try TemporaryFolder()
    try Certificates.make(in: folder)
    let server = try RedisServer(certificate: "good", in: folder)
    let address = "rediss://127.0.0.1:\(server.tlsPort)"
    func daemon(_ address: String, _ environment: [String: String] = [:]) throws -> SpawnedDaemon {
      try SpawnedDaemon(
        configuration: fake.configuration + [
          "cache.shared = \"\(address)\"", Self.patience,
        ],
        environment: environment.merging(["TMDB_API_KEY": FakeTMDB.key]) { $1 })
    }
    let first = try daemon(address + "?ssl_ca_certs=\(folder.path)/ca.pem")
    let second = try daemon(address, ["SSL_CERT_FILE": folder.path + "/ca.pem"])
    let third = try daemon(address)
    let clients = try [first, second, third].map { try $0.connect() }
    var count = 0
    // A handshake that takes 2 s, as on a busy machine, counts as none, and is tried again.
    try Wait.until("what one has asked for is found by the other") {
      count += 1
      let caches = try clients.prefix(2).map { try $0.search("lighthouse \(count)").meta?["cache"] }
      return caches == ["miss", "hit"]
    }
    try Wait.until("the third does not trust it") {
      count += 1
      #expect(try clients[2].search("lighthouse \(count)").meta?["cache"] == "miss")
      return try shared(third)?["reason"] == "tls"
    }
    let state = try #require(try shared(third))
    #expect(state["address"]?.stringValue == address && state["state"] == "down", "\(state)")
    #expect(state["reason"] == "tls" && state["detail"]?.stringValue?.contains("certificate") == true)
    for command in ["status", "doctor"] {
      let output = try Program.run(
        SpawnedDaemon.clientPath, [command, "--text"],
        environment: SpawnedDaemon.environment(third.home).merging([
          "MOVIERPC_CONFIG": third.configurationFile
        ]) { $1 }
      ).output
      // Long lines are wrapped.
      let words = output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(words.contains("does not connect by TLS ("), "\(output)")
    }
    try third.log(holding: "tls")
  }

  @Test func an_address_that_is_none_is_refused_at_the_start() throws {
    let home = try TemporaryFolder()
    let daemon = try SpawnedDaemon(
      home: home, configuration: ["cache.shared = \"rediss://:hidden@store:0\""])
    let outcome = try daemon.outcome()
    #expect(outcome.status != 0 && outcome.errors.contains("cache.shared must be"), "\(outcome.errors)")
    #expect(!outcome.errors.contains("hidden"))
  }
}
