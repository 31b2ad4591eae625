import EventLoop
import MovieProtocol
import TestSupport
import Testing

@testable import RedisClient

/// Real servers with certificates that are made here.
@Suite(
  .timeLimit(.minutes(20)), .serialized,
  .enabled(if: RedisServer.isExpected && Certificates.areExpected, "redis-server or openssl is not installed")
)
@LoopActor struct TLSTests {
  private struct Store {
    let server: RedisServer
    let folder: TemporaryFolder

    func url(_ user: String = "", host: String = "127.0.0.1", authorities: String? = "ca") -> String {
      let query = authorities.map { "?ssl_ca_certs=\(folder.path)/\($0).pem" } ?? ""
      return "rediss://\(user)\(host):\(server.tlsPort)\(query)"
    }
  }

  private func store(
    _ certificate: String = "good", password: String? = nil, _ lines: [String] = ["tls-auth-clients no"]
  ) async throws -> Store {
    try await beside {
      let folder = try TemporaryFolder()
      try Certificates.make(in: folder)
      return Store(
        server: try RedisServer(certificate: certificate, in: folder, password: password, lines),
        folder: folder)
    }
  }

  private func fault(_ url: String) async throws -> RedisError? {
    let client = try patientClient(url)
    defer { client.close() }
    #expect(try await client.reply(to: words("GET", "a")) == nil)
    return client.fault
  }

  @Test(arguments: ["127.0.0.1", "localhost"])
  func a_server_that_is_trusted_is_used(_ host: String) async throws {
    let store = try await store(password: "word")
    let client = try patientClient(store.url(":word@", host: host))
    defer { client.close() }
    // Longer than a record, and than what a stream reads at once.
    let long = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    #expect(try await client.reply(to: words("SET", "a") + [long]) == .text("OK"))
    let tasks = (0..<50).map { number in
      LoopTask.start {
        try? await client.reply(to: number % 10 == 0 ? words("GET", "a") : words("ECHO", "\(number)"))
      }
    }
    for (number, task) in tasks.enumerated() {
      #expect(await task.value == .bytes(number % 10 == 0 ? long : Array("\(number)".utf8)), "\(number)")
    }
    #expect(client.hasAnswered && client.fault == nil)
  }

  @Test func commands_that_come_while_a_long_one_is_being_sent_follow_it() async throws {
    let store = try await store()
    let client = try patientClient(store.url())
    defer { client.close() }
    #expect(try await client.reply(to: words("ECHO", "a")) == .bytes([97]))
    // Many records, and not so much that others are refused.
    let long = [UInt8](repeating: 7, count: 6 << 20)
    let value = [UInt8](repeating: 8, count: 30_000)
    store.server.pause()
    var tasks = [LoopTask.start { try? await client.reply(to: words("SET", "a") + [long]) }]
    for _ in 0..<50 {
      tasks.append(LoopTask.start { try? await client.reply(to: words("ECHO") + [value]) })
      await EventLoop.offload {}
    }
    store.server.resume()
    #expect(await tasks[0].value == .text("OK"))
    for task in tasks.dropFirst() { #expect(await task.value == .bytes(value)) }
    #expect(client.fault == nil)
  }

  @Test func an_older_version_that_is_still_good_is_used() async throws {
    let store = try await store("good", ["tls-auth-clients no", "tls-protocols TLSv1.2"])
    let client = try patientClient(store.url())
    defer { client.close() }
    #expect(try await client.reply(to: words("ECHO", "a")) == .bytes([97]))
  }

  @Test(arguments: [
    ("wrongHost", "127.0.0.1", "ca", "matches target host name '127.0.0.1'"),
    ("wrongHost", "localhost", "ca", "matches target host name 'localhost'"),
    ("expired", "127.0.0.1", "ca", "certificate has expired"),
    ("selfSigned", "127.0.0.1", "ca", "self-signed certificate"),
    ("good", "127.0.0.1", "selfSigned", "self-signed certificate in certificate chain"),
    ("good", "127.0.0.1", "missing", "error setting certificate file"),
  ])
  func a_server_that_cannot_be_trusted_is_refused(
    _ certificate: String, _ host: String, _ authorities: String, _ reason: String
  ) async throws {
    let store = try await store(certificate, password: "word")
    let fault = try await fault(store.url(":word@", host: host, authorities: authorities))
    guard case .tls(let words)? = fault, words.contains(reason) else {
      Issue.record("it says \(String(describing: fault))")
      return
    }
  }

  /// Those of the system know none of ours.
  @Test func an_authority_that_is_not_named_is_not_trusted() async throws {
    let store = try await store()
    guard case .tls? = try await fault(store.url(authorities: nil)) else {
      Issue.record("it is trusted")
      return
    }
  }

  @Test func a_server_that_wants_our_certificate_says_so() async throws {
    let store = try await store("good", ["tls-auth-clients yes"])
    let fault = try await fault(store.url())
    guard case .tls(let reason)? = fault, reason.contains("certificate required") else {
      Issue.record("it says \(String(describing: fault))")
      return
    }
  }

  @Test func a_server_without_tls_is_told() async throws {
    let port = ClosedPort().free()
    let server = try await beside { try RedisServer(port: port) }
    var (fault, opening): (RedisError?, Duration) = (nil, .milliseconds(500))
    repeat {
      let client = try patientClient("rediss://127.0.0.1:\(server.port)")
      client.limits.opening = opening
      #expect(try await client.reply(to: words("GET", "a")) == nil)
      fault = client.fault
      client.close()
      // On a busy machine there may be no connection yet.
      opening = opening * 2
    } while fault?.isUnreachable == true
    // If there is a line end in what we say, it answers that line.
    guard case .tls? = fault else {
      Issue.record("it says \(String(describing: fault))")
      return
    }
  }

  @Test func a_server_that_was_restarted_is_used_again() async throws {
    let store = try await store()
    let client = try patientClient(store.url())
    defer { client.close() }
    _ = try await client.reply(to: words("PING"))
    try await beside {
      try store.server.kill()
      try store.server.start()
    }
    while try await client.reply(to: words("PING")) == nil {
      try await EventLoop.sleep(for: .milliseconds(1))
    }
    #expect(client.fault == nil)
  }
}

/// Whatever answers instead of a handshake.
@Suite(.timeLimit(.minutes(20))) @LoopActor struct HostileTLSTests {
  private func fault(
    limits: RedisClient.Limits? = nil, _ answer: @escaping FakeStore.Answer
  ) async throws -> RedisError? {
    let store = try FakeStore("rediss", answer)
    defer { store.close() }
    let client = try patientClient(store.url)
    defer { client.close() }
    if let limits { client.limits = limits }
    #expect(try await client.reply(to: words("GET", "a")) == nil)
    #expect(!client.hasAnswered && client.retryAt != nil)
    return client.fault
  }

  @Test(
    arguments: [
      Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8), Array("-ERR Protocol error\r\n".utf8),
      // An alert: handshake failure.
      [21, 3, 3, 0, 2, 2, 40],
      // A record of another version, a client's hello, one that is longer than any record, and random bytes.
      [22, 9, 9, 0, 4, 0, 0, 0, 0], [22, 3, 3, 0, 4, 1, 0, 0, 0], [22, 3, 3, 255, 255, 2, 0, 0],
      [22, 3, 3, 1, 0] + (0..<256).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 13) },
      // A server hello that says it is longer than it may be.
      [22, 3, 3, 0, 4, 2, 255, 255, 255],
    ] as [[UInt8]])
  func records_that_are_no_handshake(_ bytes: [UInt8]) async throws {
    let fault = try await fault { stream, _ in
      stream.output += bytes
      stream.setNeedsWrite()
    }
    guard case .tls(let reason)? = fault else {
      Issue.record("\(String(describing: fault))")
      return
    }
    #expect(!reason.isEmpty && reason != "no TLS handshake in time", "\(reason)")
  }

  @Test(arguments: [[], [22, 3, 3], [22, 3, 3, 0, 90, 2, 0, 0, 86, 3, 3]] as [[UInt8]])
  func an_end_in_the_middle(_ bytes: [UInt8]) async throws {
    let fault = try await fault { stream, _ in
      stream.output += bytes
      stream.shutdown()
    }
    #expect(fault == .closed)
  }

  @Test(arguments: [[], [22, 3, 3, 0, 90, 2, 0, 0]] as [[UInt8]])
  func silence_ends_at_the_deadline(_ bytes: [UInt8]) async throws {
    var limits = RedisClient.Limits()
    (limits.patience, limits.opening) = (.seconds(240), .milliseconds(200))
    var fault: RedisError?
    repeat {
      fault = try await self.fault(limits: limits) { stream, _ in
        stream.output += bytes
        stream.setNeedsWrite()
      }
      // On a busy machine there may be no connection yet.
      limits.opening = limits.opening * 2
    } while fault?.isUnreachable == true
    #expect(fault == .tls("no TLS handshake in time"))
  }

  /// No request waits for the handshake longer than for a reply.
  @Test func a_command_waits_for_the_handshake_no_longer_than_its_limit() async throws {
    let store = try FakeStore("rediss") { _, _ in }
    defer { store.close() }
    let client = try impatientClient(store.url)
    client.limits.opening = .seconds(240)
    defer { client.close() }
    let isInTime = await LoopTask.start {
      let limit = TimeLimit(after: client.limits.patience)
      _ = try? await client.reply(to: words("GET", "a"))
      return !limit.isOver
    }.value
    #expect(isInTime && client.fault == .timeout)
    // Nobody waits now, while the handshake goes on.
    for _ in 0..<1000 { #expect(try await client.reply(to: words("GET", "a")) == nil) }
    #expect(client.fault == .timeout)
  }

  /// Random bytes behind a header that is right, in pieces.
  @Test func random_records_do_no_harm() async throws {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<50 {
      let body = (0..<Int.random(in: 4...400, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      let record = [22, 3, 3, UInt8(body.count >> 8), UInt8(body.count & 255), 2] + body.dropFirst()
      var limits = RedisClient.Limits()
      (limits.patience, limits.opening) = (.seconds(240), .milliseconds(100))
      var fault: RedisError?
      repeat {
        fault = try await self.fault(limits: limits) { stream, _ in
          stream.output += record
          stream.setNeedsWrite()
        }
        limits.opening = limits.opening * 2
      } while fault?.isUnreachable == true
      guard case .tls? = fault else {
        Issue.record("\(record): \(String(describing: fault))")
        continue
      }
    }
  }
}

extension RedisError {
  fileprivate var isUnreachable: Bool {
    if case .unreachable = self { true } else { false }
  }
}
