import EventLoop
import HTTPClient
import Testing

/// Requests that change something.
@Suite(.timeLimit(.minutes(20))) @LoopActor struct SendingTests {
  private func request(_ url: String, _ method: HTTPRequest.Method, _ body: String) -> HTTPRequest {
    var request = patient(url)
    (request.method, request.body) = (method, body)
    return request
  }

  @Test(arguments: [(HTTPRequest.Method.post, #"{"a":"ü"}"#), (.delete, #"{"b":1}"#), (.delete, "")])
  func method_and_body_are_sent(_ method: HTTPRequest.Method, _ body: String) async throws {
    let received = Noted<(head: String, body: String)>()
    let server = try RawServer { peer in
      guard let head = peer.request() else { return }
      var bytes: [UInt8] = []
      while bytes.count < body.utf8.count { bytes += peer.bytes() }
      received.note((head, String(decoding: bytes, as: UTF8.self)))
      peer.send(answer(201, "done"))
    }
    try await withClient { client in
      let response = try await client.send(request(server.url("/x"), method, body))
      #expect(response.status == 201)
    }
    let one = try #require(received.all.first)
    let lines = one.head.split(separator: "\r\n").map(String.init)
    #expect(lines.first == "\(method.rawValue) /x HTTP/1.1" && one.body == body)
    #expect(lines.contains("Content-Type: application/json") == !body.isEmpty)
    #expect(!one.head.contains("Expect:"))
  }

  /// curl would send it again on a new connection if the server closed an old one without an answer.
  @Test func request_without_an_answer_is_not_sent_again() async throws {
    let requests = Noted<String>()
    let server = try RawServer { peer in
      while let request = peer.request() {
        requests.note(request)
        guard request.hasPrefix("GET") else { return }
        peer.send(answer(200, "x"))
      }
    }
    try await withClient { client in
      _ = try await client.send(patient(server.url()))
      let error = await failure(of: request(server.url(), .post, "{}"), client)
      #expect(error?.kind == .reset || error?.kind == .other, "\(String(describing: error))")
    }
    #expect(requests.all.map { $0.prefix(3) } == ["GET", "POS"])
  }

  @Test func redirect_is_refused() async throws {
    let server = try RawServer { peer in
      _ = peer.request()
      peer.send(answer(307, "", headers: ["Location: /elsewhere"]))
      peer.waitForEnd()
    }
    try await withClient { client in
      let error = await failure(of: request(server.url(), .post, "{}"), client)
      #expect(error?.kind == .redirect && error?.detail.contains("POST") == true)
    }
    #expect(server.connections.all.count == 1)
  }
}
