import EventLoop
import MovieProtocol
import TestSupport
import Testing

@testable import RedisClient

/// A real server, and what it may do wrong.
@Suite(
  .timeLimit(.minutes(20)), .enabled(if: RedisServer.isExpected, "\(RedisServer.isMissing)"), .serialized)
@LoopActor struct RedisClientTests {
  @Test func commands_are_answered_in_order_and_many_at_once() async throws {
    let server = try await beside { try RedisServer() }
    let client = try patientClient(server.url)
    defer { client.close() }
    let tasks = (0..<500).map { number in
      LoopTask.start { try? await client.reply(to: words("ECHO", "\(number)")) }
    }
    for (number, task) in tasks.enumerated() {
      #expect(await task.value == .bytes(Array("\(number)".utf8)))
    }
    #expect(client.hasAnswered && client.fault == nil)
  }

  @Test func a_password_a_user_and_a_database_are_used() async throws {
    let port = ClosedPort().free()
    let server = try await beside {
      try RedisServer(port: port, password: "pass/word", ["user films on >se:cret ~* +@all"])
    }
    for (credentials, database) in [(":pass%2Fword@", "0"), ("films:se%3Acret@", "3")] {
      let client = try patientClient("redis://\(credentials)127.0.0.1:\(server.port)/\(database)")
      defer { client.close() }
      _ = try await client.reply(to: words("SET", "where", database))
      #expect(try await beside { try server.reply("-n", database, "GET", "where") } == database + "\n")
    }
    for credentials in ["", ":wrong@", "nobody:pass%2Fword@"] {
      let client = try patientClient("redis://\(credentials)127.0.0.1:\(server.port)")
      defer { client.close() }
      #expect(try await client.reply(to: words("GET", "where")) == nil)
      guard case .refused(let word)? = client.fault else {
        Issue.record("\(String(describing: client.fault))")
        continue
      }
      #expect(["NOAUTH", "WRONGPASS"].contains(word))
    }
  }

  @Test func a_server_that_was_restarted_is_used_again() async throws {
    let server = try await beside { try RedisServer() }
    let client = try patientClient(server.url)
    defer { client.close() }
    _ = try await client.reply(to: words("SET", "a", "1"))
    try await beside { try server.kill() }
    #expect(try await client.reply(to: words("GET", "a")) == nil)
    try await beside { try server.start() }
    while try await client.reply(to: words("SET", "a", "2")) == nil {
      try await EventLoop.sleep(for: .milliseconds(1))
    }
    #expect(try await client.reply(to: words("GET", "a")) == .bytes([50]))
    #expect(client.fault == nil)
  }

  @Test func a_server_that_stands_still_is_waited_for_once() async throws {
    let server = try await beside { try RedisServer() }
    let client = try impatientClient(server.url)
    defer { client.close() }
    while try await client.reply(to: words("SET", "a", "1")) == nil {
      try await EventLoop.sleep(for: .milliseconds(1))
    }
    server.pause()
    while try await client.reply(to: words("GET", "a")) != nil {}
    #expect(client.fault == .timeout)
    // Nobody waits now: without the pause these alone would take 50 s.
    for _ in 0..<1000 { #expect(try await client.reply(to: words("GET", "a")) == nil) }
    server.resume()
    while try await client.reply(to: words("GET", "a")) == nil {
      try await EventLoop.sleep(for: .milliseconds(1))
    }
  }

  /// By the loop's own clock: a timer of the loop that is due just after the limit comes after each reply.
  @Test func no_command_waits_longer_than_its_limit() async throws {
    let server = try await beside { try RedisServer() }
    let client = try impatientClient(server.url)
    defer { client.close() }
    var waits: [Duration] = []
    for round in 0..<5 {
      while try await client.reply(to: words("PING")) == nil {
        try await EventLoop.sleep(for: .milliseconds(1))
      }
      server.pause()
      let tasks = (0..<40).map { number in
        LoopTask.start {
          // Some wait from the beginning, others join them.
          if number % 2 == 0 { try? await EventLoop.sleep(for: .milliseconds(number)) }
          let (start, limit) = (EventLoop.now, TimeLimit(after: client.limits.patience))
          _ = try? await client.reply(to: words("GET", "a"))
          #expect(!limit.isOver, "round \(round), command \(number)")
          waits.append(EventLoop.now - start)
        }
      }
      for task in tasks { await task.value }
      #expect(client.fault == .timeout)
      server.resume()
    }
    waits.sort()
    print("waits for a paused store: median \(waits[waits.count / 2]), longest \(waits[waits.count - 1])")
  }

  @Test func an_error_is_no_reply_and_ends_the_use() async throws {
    let server = try await beside { try RedisServer() }
    let client = try patientClient(server.url)
    defer { client.close() }
    #expect(try await client.reply(to: words("NONSENSE")) == nil)
    #expect(client.fault == .refused("ERR"))
    #expect(try await client.reply(to: words("PING")) == nil)
  }

  @Test func a_command_that_is_cancelled_leaves_the_replies_in_order() async throws {
    let server = try await beside { try RedisServer() }
    let client = try patientClient(server.url)
    defer { client.close() }
    _ = try await client.reply(to: words("PING"))
    let first = LoopTask.start { try? await client.reply(to: words("ECHO", "a")) }
    let second = LoopTask.start { try? await client.reply(to: words("ECHO", "b")) }
    first.cancel()
    #expect(await second.value == .bytes([98]))
    #expect(client.fault == nil)
  }
}

/// Whatever answers at the address, the client goes on without it.
@Suite(.timeLimit(.minutes(20))) @LoopActor struct HostileStoreTests {
  @Test(arguments: [
    "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n", "+PONG", "$2147483647\r\n", "*2147483647\r\n",
    "\0\u{1}\u{2}", "-ERR no\r\n", "*0\r\n", "$-1\r\n", ":1\r\n", "",
  ])
  func bytes_that_are_no_good_answer(_ bytes: String) async throws {
    let store = try FakeStore { stream, _ in
      stream.output += bytes.utf8
      stream.setNeedsWrite()
      if bytes.isEmpty { stream.close() }
    }
    defer { store.close() }
    let client = try impatientClient(store.url)
    defer { client.close() }
    #expect(try await client.reply(to: words("GET", "a")) == nil)
    while client.retryAt == nil { try await EventLoop.sleep(for: .milliseconds(1)) }
    #expect(client.fault != nil && !client.hasAnswered)
  }

  @Test func replies_that_nobody_asked_for() async throws {
    let store = try FakeStore { stream, _ in
      stream.output += "+PONG\r\n+PONG\r\n".utf8
      stream.setNeedsWrite()
    }
    defer { store.close() }
    let client = try patientClient(store.url)
    defer { client.close() }
    while client.fault == nil { _ = try await client.reply(to: words("GET", "a")) }
    #expect(client.fault == .protocolError("a reply to nothing"))
  }

  /// It answers the first command, and then a byte at a time: more than come while the test runs.
  @Test func a_reply_that_never_ends() async throws {
    let store = try FakeStore { stream, count in
      stream.output += (count == 1 ? "+PONG\r\n" : "$1000000\r\n").utf8
      stream.setNeedsWrite()
      guard count > 1 else { return }
      LoopTask.start {
        while !stream.isClosing {
          stream.output.append(97)
          stream.setNeedsWrite()
          try? await EventLoop.sleep(for: .milliseconds(1))
        }
      }
    }
    defer { store.close() }
    let client = try impatientClient(store.url)
    defer { client.close() }
    #expect(try await client.reply(to: words("GET", "a")) == nil)
    while client.fault == nil { try await EventLoop.sleep(for: .milliseconds(1)) }
    #expect(client.fault == .timeout)
  }

  @Test func nobody_listens_and_nothing_is_there() async throws {
    let port = ClosedPort()
    for url in ["redis://127.0.0.1:\(port.number)", "redis://[::1]:\(port.number)", "unix:///nowhere/at/all"]
    {
      let client = try patientClient(url)
      defer { client.close() }
      #expect(try await client.reply(to: words("GET", "a")) == nil)
      guard case .unreachable? = client.fault else {
        Issue.record("\(url): \(String(describing: client.fault))")
        continue
      }
      #expect(client.retryAt != nil)
    }
  }

  @Test func a_host_without_address() async throws {
    let client = RedisClient(try #require(RedisURL("redis://store.invalid"))) { _, _ in [] }
    defer { client.close() }
    #expect(try await client.reply(to: words("GET", "a")) == nil)
    #expect(client.fault == .unreachable("unknown host"))
  }

  @Test func an_error_shows_its_first_word_only() {
    #expect(RedisError(error: "WRONGPASS invalid username-password pair") == .refused("WRONGPASS"))
    #expect(RedisError(error: "your password is 1234") == .refused("ERR"))
    #expect(RedisError(error: "") == .refused("ERR"))
  }
}
