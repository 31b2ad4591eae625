import EventLoop
import HTTPClient
import TestSupport
import Testing

@Suite(
  .timeLimit(.minutes(20)),
  .enabled(if: Nginx.isThere, "nginx of nginx-light, and openssl, are not installed")
)
@LoopActor struct ProxyTests {
  @Test func https_goes_through_a_tunnel() async throws {
    let nginx = try await Nginx.start()
    let url = nginx.url(.good, "/authorization?api_key=secret")
    let proxy = try TunnelServer()
    try await withClient({
      $0.certificates = nginx.authority
      $0.proxy = "http://user:password@127.0.0.1:\(proxy.port)"
    }) { client in
      let request = patient(url, headers: [HTTPHeader("Authorization", "Bearer secret")])
      let response = try await client.send(request)
      #expect(String(decoding: response.body, as: UTF8.self) == "authorization: Bearer secret")
      // Not those of the proxy.
      #expect(response.headers["X-Proxy"] == nil)
    }
    let asked = try #require(proxy.requests.all.first)
    #expect(asked.contains("Proxy-Authorization: Basic "))
    #expect(!asked.contains("secret"))
  }

  @Test func plain_http_to_this_machine_takes_no_proxy() async throws {
    let server = try RawServer(answering: { _ in answer(200, "here") })
    let proxy = try TunnelServer()
    try await withClient({ $0.proxy = "http://127.0.0.1:\(proxy.port)" }) { client in
      let response = try await client.send(patient(server.url()))
      #expect(response.status == 200)
    }
    #expect(proxy.requests.all.isEmpty)
  }

  @Test(arguments: ["403 Forbidden", "407 Who are you", "502 Bad Gateway"])
  func proxy_that_refuses_is_told_from_the_server(_ status: String) async throws {
    let proxy = try RawServer { peer in
      _ = peer.request()
      peer.send("HTTP/1.1 \(status)\r\nContent-Length: 0\r\n\r\n")
    }
    try await withClient({ $0.proxy = "http://user:password@127.0.0.1:\(proxy.port)" }) { client in
      let error = await failure(of: patient("https://movierpc.invalid/"), client)
      #expect(error?.kind == .proxy, "\(String(describing: error))")
      #expect(error?.description.contains("password") == false)
    }
  }

  @Test func proxy_that_is_not_there_is_told_from_the_server() async throws {
    let port = ClosedPort()
    defer { withExtendedLifetime(port) {} }
    try await withClient({ $0.proxy = "http://user:password@127.0.0.1:\(port.number)" }) { client in
      let error = await failure(of: patient("https://movierpc.invalid/"), client)
      #expect(error?.kind == .proxy, "\(String(describing: error))")
      #expect(error?.description.contains("password") == false)
    }
  }

  @Test(arguments: [
    "http://user:password@movierpc.invalid:3128", "foo://user:password@x", "http://user:password@:x",
  ])
  func proxy_that_makes_no_sense_is_told(_ proxy: String) async throws {
    try await withClient({ $0.proxy = proxy }) { client in
      let error = await failure(of: patient("https://movierpc.invalid/"), client)
      #expect(error?.kind == .proxy, "\(String(describing: error))")
      #expect(error?.description.contains("password") == false)
    }
  }

  @Test func change_of_proxy_counts_from_the_next_request() async throws {
    let nginx = try await Nginx.start()
    let proxy = try TunnelServer()
    try await withClient({ $0.certificates = nginx.authority }) { client in
      _ = try await client.send(patient(nginx.url(.good, "/hello")))
      #expect(proxy.requests.all.isEmpty)
      client.configuration.proxy = "http://127.0.0.1:\(proxy.port)"
      _ = try await client.send(patient(nginx.url(.good, "/hello")))
      #expect(proxy.requests.all.count == 1)
    }
  }
}

/// A proxy that opens tunnels (https://www.rfc-editor.org/rfc/rfc9110#section-9.3.6).
private final class TunnelServer: Sendable {
  let requests = Noted<String>()
  private let server: RawServer
  var port: Int { server.port }

  init() throws {
    let requests = requests
    server = try RawServer { peer in
      guard let request = peer.request() else { return }
      requests.note(request)
      let target = request.split(separator: " ").dropFirst().first ?? ""
      guard request.hasPrefix("CONNECT "), let port = Int(target.split(separator: ":").last ?? ""),
        let other = Peer.connect(to: port)
      else { return }
      peer.send("HTTP/1.1 200 Tunnel\r\nX-Proxy: yes\r\n\r\n")
      startThread {
        Self.copy(from: other, to: peer)
        other.close()
      }
      Self.copy(from: peer, to: other)
    }
  }

  private static func copy(from: Peer, to: Peer) {
    while case let bytes = from.bytes(), !bytes.isEmpty { to.send(bytes) }
    to.shutdownWriting()
  }
}
