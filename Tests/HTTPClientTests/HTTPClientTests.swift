import EventLoop
import Glibc
import HTTPClient
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) @LoopActor struct HTTPClientTests {
  @Test func answer_has_status_headers_and_body() async throws {
    let server = try RawServer(answering: { _ in
      answer(404, "nothing here", headers: ["ETag: \"1\"", "X-A: b"])
    })
    try await withClient { client in
      let response = try await client.send(patient(server.url("/x?y=z")))
      #expect(response.status == 404)
      #expect(String(decoding: response.body, as: UTF8.self) == "nothing here")
      #expect(response.headers["x-a"] == "b")
      #expect(response.version == "1.1")
    }
  }

  @Test func request_says_who_asks_and_carries_its_headers() async throws {
    let requests = Noted<String>()
    let server = try RawServer(answering: { request in
      requests.note(request)
      return answer()
    })
    try await withClient { client in
      let request = patient(
        server.url("/a?b=c"), headers: [HTTPHeader("Authorization", "Bearer x"), HTTPHeader("X-Empty", "")])
      let response = try await client.send(request)
      #expect(response.body.isEmpty)
    }
    let lines = try #require(requests.all.first).split(separator: "\r\n").map(String.init)
    #expect(lines.first == "GET /a?b=c HTTP/1.1")
    for line in [
      "User-Agent: movierpc-test/1", "Authorization: Bearer x", "Accept-Encoding: gzip", "X-Empty:",
    ] {
      #expect(lines.contains(line), "\(line) in \(lines)")
    }
  }

  @Test(
    arguments: [
      ("120", 120_000), (" 7\t", 7000), ("999999", 3_600_000), ("Fri, 31 Dec 9999 23:59:59 GMT", 3_600_000),
      ("Sun, 06 Nov 1994 08:49:37 GMT", nil), ("0", nil), ("-1", nil), ("soon", nil), ("", nil), (nil, nil),
    ] as [(String?, Int64?)])
  func answer_says_when_to_come_back(_ header: String?, _ wait: Int64?) async throws {
    let server = try RawServer(answering: { _ in
      answer(429, "too many", headers: header.map { ["Retry-After: \($0)"] } ?? [])
    })
    try await withClient { client in
      let response = try await client.send(patient(server.url()))
      #expect(response.retryAfter == wait.map { .milliseconds($0) })
    }
  }

  @Test func connection_is_used_again() async throws {
    let server = try RawServer(answering: { _ in answer(200, "again") })
    try await withClient { client in
      for _ in 0..<5 { _ = try await client.send(patient(server.url())) }
    }
    #expect(server.connections.all.count == 1)
  }

  @Test func no_more_connections_than_allowed() async throws {
    let counts = Mutex((now: 0, most: 0))
    let server = try RawServer(answering: { _ in
      counts.withLock { counts in
        counts.now += 1
        counts.most = max(counts.most, counts.now)
      }
      // So that the others may come meanwhile.
      for _ in 0..<20 { sched_yield() }
      counts.withLock { $0.now -= 1 }
      return answer(200, "x")
    })
    try await withClient({ $0.maxConnections = 3 }) { client in
      let statuses = try await Array(0..<50).concurrentMap { _ in
        try await client.send(patient(server.url())).status
      }
      #expect(statuses == Array(repeating: 200, count: 50))
    }
    #expect((1...3).contains(counts.withLock { $0.most }))
  }

  @Test(arguments: [
    ("no answer", ""), ("in the head", "HTTP/1.1 200 OK\r\nContent-"),
    ("in the body", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"),
    ("before the body", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n"),
  ])
  func timeout_ends_what_hangs(_ when: String, _ text: String) async throws {
    let ended = Noted<Bool>()
    let server = try RawServer { peer in
      _ = peer.request()
      peer.send(text)
      peer.waitForEnd()
      ended.note(true)
    }
    try await withClient { client in
      var request = patient(server.url("/?api_key=secret"))
      request.timeout = .milliseconds(25)
      var error: HTTPError?
      // On a busy machine the time may be over before there is a connection.
      repeat {
        request.timeout *= 2
        error = await failure(of: request, client)
      } while server.connections.all.isEmpty
      #expect(error?.kind == .timeout)
      #expect(error?.host == "127.0.0.1")
      #expect(error?.description.contains("secret") == false)
      await ended.until(count: 1)
    }
  }

  @Test func cancellation_closes_the_connection() async throws {
    let ended = Noted<Bool>()
    let asked = Noted<Bool>()
    let server = try RawServer { peer in
      _ = peer.request()
      peer.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
      asked.note(true)
      peer.waitForEnd()
      ended.note(true)
    }
    try await withClient { client in
      let task = LoopTask.start { () -> (any Error)? in
        do {
          _ = try await client.send(patient(server.url()))
          return nil
        } catch { return error }
      }
      await asked.until(count: 1)
      task.cancel()
      #expect(await task.value is CancellationError)
      await ended.until(count: 1)
    }
  }

  @Test func cancelled_task_sends_nothing() async throws {
    let server = try RawServer(answering: { _ in answer() })
    try await withClient { client in
      let task = LoopTask.start { () -> (any Error)? in
        withUnsafeCurrentTask { $0?.cancel() }
        do {
          _ = try await client.send(patient(server.url()))
          return nil
        } catch { return error }
      }
      #expect(await task.value is CancellationError)
    }
    #expect(server.connections.all.isEmpty)
  }

  @Test func close_fails_what_is_under_way_and_what_comes() async throws {
    let asked = Noted<Bool>()
    let server = try RawServer { peer in
      _ = peer.request()
      asked.note(true)
      peer.waitForEnd()
    }
    try await withClient { client in
      let task = LoopTask.start { await failure(of: patient(server.url()), client) }
      await asked.until(count: 1)
      client.close()
      #expect(await task.value?.kind == .other)
      #expect(await failure(of: patient(server.url()), client)?.kind == .other)
    }
  }

  @Test func nobody_listens() async throws {
    try await withClient { client in
      let port = ClosedPort()
      defer { withExtendedLifetime(port) {} }
      let error = await failure(of: patient("http://127.0.0.1:\(port.number)/"), client)
      #expect(error?.kind == .connect)
    }
  }

  @Test func unknown_host_is_told_from_one_that_is_silent() async throws {
    try await withClient { client in
      // RFC 6761: no name under "invalid" ever exists.
      let error = await failure(of: patient("https://movierpc.invalid/?api_key=secret"), client)
      #expect(error?.kind == .resolve)
      #expect(error?.description.contains("secret") == false)
    }
  }

  @Test(arguments: ["X-A\r\nX-B", "X A", "", "X:"])
  func header_name_cannot_smuggle(_ name: String) async throws {
    try await withClient { client in
      let request = patient("https://movierpc.invalid/", headers: [HTTPHeader(name, "v")])
      #expect(await failure(of: request, client)?.kind == .other)
    }
  }

  @Test func header_value_cannot_smuggle() async throws {
    try await withClient { client in
      let request = patient("https://movierpc.invalid/", headers: [HTTPHeader("X", "a\r\nB: c")])
      let error = await failure(of: request, client)
      #expect(error?.kind == .other)
      #expect(error?.description.contains("B: c") == false)
    }
  }
}
