import CCurl

/// Turns curl's description of a failed transfer into our error.
struct CurlError {
  let code: CURLcode
  /// From its error buffer; may be empty.
  let words: String
  /// curl's standard text for the code.
  let standard: String
  /// The status with which a proxy answered the request for a tunnel; 0: there was no such request.
  var tunnelStatus = 0

  /// - Parameter secrets: text that must not get into the error. Curl quotes a proxy's address, including
  ///   user and password.
  func error(at address: HTTPAddress, hiding secrets: [String]) -> HTTPError {
    let isSafe =
      !words.isEmpty && !words.contains("@") && !secrets.contains { !$0.isEmpty && words.contains($0) }
    return HTTPError(kind(address), host: address.host, isSafe ? words : standard)
  }

  private func kind(_ address: HTTPAddress) -> HTTPError.Kind {
    if tunnelStatus != 0, !(200..<300).contains(tunnelStatus) { return .proxy }
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST: return .resolve
    case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: return .proxy
    case CURLE_COULDNT_CONNECT: return isAboutAnotherHost(than: address) ? .proxy : .connect
    case CURLE_OPERATION_TIMEDOUT: return .timeout
    case CURLE_SSL_CONNECT_ERROR: return brokeInHandshake ? .reset : .tls
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
      CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CRL_BADFILE, CURLE_SSL_ENGINE_INITFAILED, CURLE_USE_SSL_FAILED,
      CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_PINNEDPUBKEYNOTMATCH:
      return .tls
    case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_HTTP2,
      CURLE_HTTP2_STREAM:
      return .reset
    case CURLE_FILESIZE_EXCEEDED: return .tooLarge
    case CURLE_URL_MALFORMAT:
      // Our own URL has been checked already, so this one is the proxy's.
      return .proxy
    default: return .other
    }
  }

  /// "Failed to connect to HOST port PORT ..." names the host that curl really tried.
  private func isAboutAnotherHost(than address: HTTPAddress) -> Bool {
    let words = words.lowercased()
    guard words.hasPrefix("failed to connect to ") else { return words.contains("proxy") }
    return !words.hasPrefix("failed to connect to \(address.host) port \(address.port) ")
  }

  private var brokeInHandshake: Bool {
    ["reset by peer", "SSL_ERROR_SYSCALL", "unexpected eof"].contains { words.contains($0) }
  }
}
