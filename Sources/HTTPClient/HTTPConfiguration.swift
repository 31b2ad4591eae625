package struct HTTPConfiguration: Sendable, Equatable {
  /// `socks5h://host:1080`; nil: `https_proxy`, `all_proxy` and `no_proxy` apply
  /// (https://everything.curl.dev/usingcurl/proxies/env.html).
  package var proxy: String?
  /// Certificates to trust; nil: `CURL_CA_BUNDLE`, `SSL_CERT_FILE`, else those of the system.
  package var certificates: String?
  package var userAgent: String
  /// Requests beyond it wait for a free connection: at least as many as the callers have under way at once.
  package var maxConnections: Int

  package init(userAgent: String, maxConnections: Int) {
    (self.userAgent, self.maxConnections) = (userAgent, maxConnections)
  }
}
