import CCurl
import EventLoop
import Glibc

/// The options of a transfer, set before it starts (https://curl.se/libcurl/c/curl_easy_setopt.html).
@LoopActor struct TransferOptions {
  let address: HTTPAddress
  let headers: [HTTPHeader]
  let connectTimeout: Duration
  let configuration: HTTPConfiguration
  let isFile: Bool
  var method = HTTPRequest.Method.get
  var body = ""
  /// See ``unknownHosts``.
  var hosts: [KnownHost] = []

  /// A file may take hours; it fails if no byte at all arrives for this many seconds.
  private static let stallTimeout = 30

  /// Nil when memory runs out.
  func makeEasy() -> CurlEasy? {
    guard let easy = CurlEasy() else { return nil }
    easy.set(CURLOPT_URL, address.url)
    easy.setHeaders(headers + (body.isEmpty ? [] : [HTTPHeader("Content-Type", "application/json")]))
    setMethod(easy)
    easy.set(CURLOPT_USERAGENT, configuration.userAgent)
    easy.set(CURLOPT_CONNECTTIMEOUT_MS, Int(max(1, connectTimeout.milliseconds)))
    easy.set(CURLOPT_NOSIGNAL, 1)
    // Otherwise, closing a transfer while its name is looked up waits for the resolver's thread: for seconds,
    // on the loop.
    easy.set(CURLOPT_QUICK_EXIT, 1)
    easy.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    // We follow redirects one by one, by our own rules.
    easy.set(CURLOPT_FOLLOWLOCATION, 0)
    easy.set(CURLOPT_PROTOCOLS_STR, address.isSecure ? "https" : "http")
    easy.set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
    // Wait for a connection that can multiplex rather than open one for each request. Without TLS no
    // connection can, and the requests would wait for each other.
    easy.set(CURLOPT_PIPEWAIT, address.isSecure ? 1 : 0)
    if isFile {
      easy.set(CURLOPT_BUFFERSIZE, 128 * 1024)
      easy.set(CURLOPT_LOW_SPEED_LIMIT, 1)
      easy.set(CURLOPT_LOW_SPEED_TIME, Self.stallTimeout)
    }
    easy.setTLS(trusting: configuration.certificates)
    setProxy(easy)
    easy.setAddresses(hosts)
    return easy
  }

  private func setMethod(_ easy: CurlEasy) {
    guard method != .get else { return }
    // On a connection that was used before, curl sends a request again if the server closes it just then.
    easy.set(CURLOPT_FRESH_CONNECT, 1)
    easy.set(CURLOPT_CUSTOMREQUEST, method.rawValue)
    easy.set(CURLOPT_POSTFIELDSIZE, body.utf8.count)
    easy.set(CURLOPT_COPYPOSTFIELDS, body)
  }

  private func setProxy(_ easy: CurlEasy) {
    if address.isSecure, !address.hasName {
      // The environment may exempt ranges of addresses, which only curl can parse.
      if let proxy = configuration.proxy { easy.set(CURLOPT_PROXY, proxy) }
      return
    }
    easy.set(CURLOPT_PROXY, proxy.url ?? "")
    easy.set(CURLOPT_NOPROXY, "")
  }

  private var proxy: ProxyChoice {
    ProxyChoice(for: address, configured: configuration.proxy) { name in
      getenv(name).map { String(cString: $0) }
    }
  }

  /// Names that curl would look up, each with its port, and whether it is the proxy's.
  var unknownHosts: [(name: String, port: Int, isProxy: Bool)] {
    guard address.hasName else { return [] }
    var hosts: [(name: String, port: Int, isProxy: Bool)] = []
    if let (name, port) = proxy.host, HTTPAddress.isName(name) { hosts.append((name, port, true)) }
    if proxy.wantsAddress { hosts.append((address.host, address.port, false)) }
    return hosts
  }

  /// Text that no error may quote: the query, the values of headers, our user name for the proxy.
  var secrets: [String] {
    let user = configuration.proxy.map { proxy in
      proxy.contains("@") ? String(proxy.prefix { $0 != "@" }.split(separator: "/").last ?? "") : ""
    }
    return (address.query.map { [String($0)] } ?? []) + headers.map(\.value).filter { $0.utf8.count > 7 }
      + (user.map { [$0] } ?? [])
  }
}
