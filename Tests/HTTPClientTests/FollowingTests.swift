import EventLoop
import HTTPClient
import Testing

/// Redirects over real connections; ``RedirectTests`` has the rules.
@Suite(.timeLimit(.minutes(20))) @LoopActor struct FollowingTests {
  @Test(arguments: [
    "/b?c=d", "b?c=d", "//127.0.0.1:PORT/b?c=d", "http://127.0.0.1:PORT/b?c=d", "./x/../b?c=d#e",
  ])
  func redirect_is_followed(_ location: String) async throws {
    let requests = Noted<String>()
    let server = try RawServer(answering: { request in
      requests.note(String(request.prefix { $0 != "\r\n" }))
      guard request.hasPrefix("GET /a") else { return answer(200, "there") }
      let host =
        request.split(separator: "\r\n").first { $0.hasPrefix("Host: ") }.map { $0.dropFirst(6) } ?? ""
      let port = host.split(separator: ":").last ?? ""
      let target = location.split(separator: "PORT").map(String.init).joined(separator: String(port))
      return answer(302, "moved", headers: ["Location: \(target)"])
    })
    try await withClient { client in
      let response = try await client.send(patient(server.url("/a")))
      #expect(String(decoding: response.body, as: UTF8.self) == "there")
      #expect(response.headers["Location"] == nil)
    }
    #expect(requests.all.last == "GET /b?c=d HTTP/1.1")
  }

  @Test func five_redirects_are_followed_and_six_are_not() async throws {
    let server = try RawServer(answering: { request in
      let left = request.dropFirst(5).first.flatMap { $0.wholeNumberValue } ?? 0
      return left == 0 ? answer(200, "there") : answer(307, headers: ["Location: /\(left - 1)"])
    })
    try await withClient { client in
      var request = patient(server.url("/5"))
      let status = try await client.send(request).status
      #expect(status == 200)
      request.url = server.url("/6")
      #expect(await failure(of: request, client)?.kind == .redirect)
    }
  }

  @Test(arguments: [
    "http://127.0.0.2:1/", "http://example.org/?k=secret", "ftp://127.0.0.1/", "file:///etc/passwd",
    "gopher://x/",
    "https://user:secret@example.org/", "javascript:alert(1)",
  ])
  func redirect_elsewhere_is_refused(_ location: String) async throws {
    let server = try RawServer(answering: { _ in answer(301, headers: ["Location: \(location)"]) })
    try await withClient { client in
      let error = await failure(of: patient(server.url()), client)
      #expect(error?.kind == .redirect)
      #expect(error?.description.contains("secret") == false)
    }
  }

  @Test func redirect_without_a_place_is_an_answer() async throws {
    let server = try RawServer(answering: { _ in answer(302, "where?") })
    try await withClient { client in
      let response = try await client.send(patient(server.url()))
      #expect(response.status == 302)
      #expect(String(decoding: response.body, as: UTF8.self) == "where?")
    }
  }

  @Test func redirects_share_one_deadline() async throws {
    let server = try RawServer { peer in
      while let request = peer.request() {
        guard request.hasPrefix("GET /0") else { return peer.waitForEnd() }
        peer.send(answer(302, headers: ["Location: /1"]))
      }
    }
    try await withClient { client in
      var request = patient(server.url("/0"))
      request.timeout = .milliseconds(100)
      #expect(await failure(of: request, client)?.kind == .timeout)
    }
  }

  @Test func credentials_stay_with_their_server() async throws {
    let requests = Noted<String>()
    let other = try RawServer(answering: { request in
      requests.note(request)
      return answer(200, "there")
    })
    let target = other.url("/x")
    let server = try RawServer(answering: { _ in answer(302, headers: ["Location: \(target)"]) })
    try await withClient { client in
      let headers = [HTTPHeader("Authorization", "Bearer secret"), HTTPHeader("Accept", "application/json")]
      _ = try await client.send(patient(server.url(), headers: headers))
    }
    #expect(requests.all.first?.contains("application/json") == true)
    #expect(requests.all.first?.contains("secret") == false)
  }
}
