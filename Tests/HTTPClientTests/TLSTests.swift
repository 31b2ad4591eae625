import EventLoop
import Glibc
import HTTPClient
import TestSupport
import Testing

/// Against nginx, with certificates made here.
@Suite(
  .timeLimit(.minutes(20)),
  .enabled(if: Nginx.isThere, "nginx of nginx-light, and openssl, are not installed")
)
@LoopActor struct TLSTests {
  @Test func trusted_server_answers_over_http2() async throws {
    let nginx = try await Nginx.start()
    try await withClient({ $0.certificates = nginx.authority }) { client in
      let response = try await client.send(patient(nginx.url(.good, "/hello")))
      #expect(String(decoding: response.body, as: UTF8.self) == "hello")
      #expect(response.version == "2")
      let packed = try await client.send(patient(nginx.url(.good, "/packed")))
      #expect(packed.headers["content-encoding"] == "gzip")
      #expect(String(decoding: packed.body, as: UTF8.self) == Nginx.packedText)
    }
  }

  @Test func requests_share_one_connection() async throws {
    let nginx = try await Nginx.start()
    let url = nginx.url(.good, "/connection")
    try await withClient({ $0.certificates = nginx.authority }) { client in
      let bodies = try await Array(0..<40).concurrentMap { _ in try await client.send(patient(url)).body }
      #expect(Set(bodies).count == 1)
    }
  }

  @Test func new_tls_connection_is_told_once() async throws {
    let nginx = try await Nginx.start()
    let plain = try RawServer { peer in
      _ = peer.bytes()
      peer.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    }
    try await withClient({ $0.certificates = nginx.authority }) { client in
      let connected = Noted<String>()
      for (url, number) in [
        (nginx.url(.good, "/hello"), 1), (nginx.url(.good, "/hello"), 1), (nginx.url(.http1, "/hello"), 2),
        ("http://127.0.0.1:\(plain.port)/", 2),
      ] {
        var request = patient(url)
        request.onConnect = { connected.note(url) }
        _ = try await client.send(request)
        #expect(connected.all.count == number, "\(url)")
      }
    }
  }

  @Test func older_http_is_spoken_where_there_is_no_other() async throws {
    let nginx = try await Nginx.start()
    try await withClient({ $0.certificates = nginx.authority }) { client in
      let response = try await client.send(patient(nginx.url(.http1, "/hello")))
      #expect(response.version == "1.1")
    }
  }

  @Test(arguments: [Nginx.Server.wrongHost, .expired, .selfSigned, .oldTLS])
  func server_that_cannot_be_trusted_is_refused(_ server: Nginx.Server) async throws {
    let nginx = try await Nginx.start()
    try await withClient({ $0.certificates = nginx.authority }) { client in
      let error = await failure(of: patient(nginx.url(server, "/?api_key=secret")), client)
      #expect(error?.kind == .tls, "\(server): \(String(describing: error))")
      #expect(error?.description.contains("secret") == false)
    }
    #expect(!nginx.log.contains("secret"))
  }

  @Test func authority_that_is_not_ours_is_refused() async throws {
    let nginx = try await Nginx.start()
    try await withClient { client in
      #expect(await failure(of: patient(nginx.url(.good, "/hello")), client)?.kind == .tls)
    }
  }

  @Test func certificates_that_are_missing_are_told() async throws {
    let nginx = try await Nginx.start()
    try await withClient({ $0.certificates = "/nonexistent/ca.pem" }) { client in
      #expect(await failure(of: patient(nginx.url(.good, "/hello")), client)?.kind == .tls)
    }
  }

  @Test func server_without_tls_is_refused() async throws {
    let server = try RawServer { peer in
      _ = peer.bytes()
      peer.send("HTTP/1.1 400 Bad Request\r\n\r\n")
    }
    try await withClient { client in
      let error = await failure(of: patient("https://127.0.0.1:\(server.port)/"), client)
      #expect(error?.kind == .tls)
    }
  }

  @Test func reset_in_the_handshake_is_no_matter_of_trust() async throws {
    let server = try RawServer { peer in
      _ = peer.bytes()
      peer.reset()
    }
    try await withClient { client in
      let error = await failure(of: patient("https://127.0.0.1:\(server.port)/"), client)
      #expect(error?.kind == .reset)
    }
  }

  @Test func handshake_that_hangs_ends_by_its_own_timeout() async throws {
    let server = try RawServer { peer in peer.waitForEnd() }
    try await withClient { client in
      var request = patient("https://127.0.0.1:\(server.port)/")
      request.connectTimeout = .milliseconds(50)
      request.timeout = .seconds(50)
      #expect(await failure(of: request, client)?.kind == .timeout)
    }
  }

  @Test func redirect_to_plain_http_is_refused() async throws {
    let nginx = try await Nginx.start()
    try await withClient({ $0.certificates = nginx.authority }) { client in
      #expect(await failure(of: patient(nginx.url(.good, "/to-http")), client)?.kind == .redirect)
    }
  }

  @Test func redirect_to_another_server_is_followed_without_credentials() async throws {
    let nginx = try await Nginx.start()
    try await withClient({ $0.certificates = nginx.authority }) { client in
      let headers = [HTTPHeader("Authorization", "Bearer secret")]
      let same = try await client.send(patient(nginx.url(.good, "/to-self"), headers: headers))
      #expect(String(decoding: same.body, as: UTF8.self) == "authorization: Bearer secret")
      let other = try await client.send(patient(nginx.url(.good, "/to-other"), headers: headers))
      #expect(String(decoding: other.body, as: UTF8.self) == "authorization: ")
    }
  }

  @Test func connection_that_let_a_request_hang_is_not_used_again() async throws {
    let nginx = try await Nginx.start()
    let url = nginx.url(.good, "/connection")
    try await withClient({ $0.certificates = nginx.authority }) { client in
      let arrived = Noted<Bool>()
      var first: [UInt8] = []
      // On a busy machine the time may be over before the request is sent.
      while arrived.all.isEmpty, !Task.isCancelled {
        first = try await client.send(patient(url)).body
        let again = try await client.send(patient(url)).body
        #expect(first == again)
        var request = patient(nginx.url(.good, "/slow"))
        request.timeout = .seconds(1)
        request.onProgress = { _, _ in arrived.note(true) }
        #expect(await failure(of: request, client)?.kind == .timeout)
      }
      let second = try await client.send(patient(url)).body
      #expect(first != second)
    }
  }

  @Test func cancellation_of_one_leaves_the_others() async throws {
    let nginx = try await Nginx.start()
    let slow = patient(nginx.url(.good, "/slow"))
    let url = nginx.url(.good, "/connection")
    try await withClient({ $0.certificates = nginx.authority }) { client in
      let first = try await client.send(patient(url)).body
      let arrived = Noted<Bool>()
      var request = slow
      request.onProgress = { _, _ in arrived.note(true) }
      let sent = request
      let task = LoopTask.start { () -> (any Error)? in
        do {
          _ = try await client.send(sent)
          return nil
        } catch { return error }
      }
      await arrived.until(count: 1)
      task.cancel()
      #expect(await task.value is CancellationError)
      let second = try await client.send(patient(url)).body
      #expect(first == second)
    }
  }
}
