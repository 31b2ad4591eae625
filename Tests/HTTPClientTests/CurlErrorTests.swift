import CCurl
import Testing

@testable import HTTPClient

@Suite struct CurlErrorTests {
  @Test(arguments: [
    (CURLE_COULDNT_RESOLVE_HOST, "Could not resolve host: a.org", HTTPError.Kind.resolve),
    (CURLE_COULDNT_RESOLVE_PROXY, "Could not resolve proxy: p", .proxy),
    (CURLE_COULDNT_CONNECT, "Failed to connect to a.org port 443 after 1 ms: Couldn't connect", .connect),
    (CURLE_COULDNT_CONNECT, "Failed to connect to A.org port 443 after 1 ms: Couldn't connect", .connect),
    (CURLE_COULDNT_CONNECT, "Failed to connect to p port 3128 after 1 ms: Couldn't connect", .proxy),
    (CURLE_COULDNT_CONNECT, "Failed to connect to a.org port 4430 after 1 ms: Couldn't connect", .proxy),
    (CURLE_COULDNT_CONNECT, "", .connect), (CURLE_PROXY, "", .proxy),
    (CURLE_OPERATION_TIMEDOUT, "", .timeout),
    (CURLE_PEER_FAILED_VERIFICATION, "SSL certificate problem: certificate has expired", .tls),
    (CURLE_SSL_CONNECT_ERROR, "OpenSSL/3.0.19: error:0A00010B:SSL routines::wrong version number", .tls),
    (
      CURLE_SSL_CONNECT_ERROR, "OpenSSL SSL_connect: Connection reset by peer in connection to a.org:443 ",
      .reset
    ),
    (CURLE_SSL_CACERT_BADFILE, "", .tls), (CURLE_RECV_ERROR, "Connection reset by peer", .reset),
    (CURLE_PARTIAL_FILE, "", .reset), (CURLE_HTTP2_STREAM, "", .reset), (CURLE_GOT_NOTHING, "", .reset),
    (CURLE_FILESIZE_EXCEEDED, "", .tooLarge), (CURLE_OUT_OF_MEMORY, "", .other),
  ])
  func fault_has_its_kind(_ code: CURLcode, _ words: String, _ kind: HTTPError.Kind) throws {
    let error = CurlError(code: code, words: words, standard: "standard").error(at: try address, hiding: [])
    #expect(error.kind == kind)
    #expect(error.host == "a.org")
    #expect(error.detail == (words.isEmpty ? "standard" : words))
  }

  @Test(arguments: [403, 407, 502]) func refused_tunnel_is_the_proxys(_ status: Int) throws {
    let fault = CurlError(code: CURLE_RECV_ERROR, words: "", standard: "standard", tunnelStatus: status)
    #expect(fault.error(at: try address, hiding: []).kind == .proxy)
  }

  @Test func open_tunnel_is_not_to_blame() throws {
    let fault = CurlError(code: CURLE_RECV_ERROR, words: "", standard: "standard", tunnelStatus: 200)
    #expect(fault.error(at: try address, hiding: []).kind == .reset)
  }

  @Test(arguments: [
    "about https://a.org/?api_key=secret", "Bearer secret", "Unsupported proxy scheme for 'x://me:other@p'",
  ])
  func secrets_are_not_quoted(_ words: String) throws {
    let fault = CurlError(code: CURLE_RECV_ERROR, words: words, standard: "standard")
    #expect(
      fault.error(at: try address, hiding: ["api_key=secret", "Bearer secret", ""]).detail == "standard")
  }

  private var address: HTTPAddress { get throws { try HTTPAddress("https://a.org/?api_key=secret") } }
}
