import HTTPClient
import JSONRPC
import MovieProtocol

/// Why one try failed.
enum UpstreamError: Error, Sendable, Equatable {
  case transport(HTTPError)
  /// A status that means trouble at upstream; how long to wait, if upstream states it.
  case status(Int, retryAfter: Duration? = nil)
  /// A body that is not this upstream's: from a network that requires a login, or from a proxy.
  case foreign(status: Int, reason: String)
  /// The key is missing or wrong, in upstream's words.
  case refused(String?)
  /// Too many requests; how long to wait, if upstream states it.
  case limited(retryAfter: Duration?)

  /// Longer than any request waits.
  static let late = UpstreamError.transport(
    HTTPError(.timeout, host: "upstream", "no response before the last request timed out"))

  static let silent = UpstreamError.transport(
    HTTPError(.timeout, host: "upstream", "no response to any of the requests under way"))

  /// Whether the request may be repeated at once: a GET changes nothing.
  var isWorthAnotherTry: Bool {
    switch self {
    case .transport(let error): error.kind == .reset || error.kind == .connect
    case .status(let status, let retryAfter):
      [500, 502, 503, 504].contains(status) && Self.isShort(retryAfter)
    case .limited(let retryAfter): Self.isShort(retryAfter)
    case .foreign, .refused: false
    }
  }

  private static func isShort(_ retryAfter: Duration?) -> Bool {
    retryAfter.map { $0 <= .seconds(10) } ?? true
  }

  /// Whether this indicates that upstream is down.
  var countsAgainstUpstream: Bool {
    switch self {
    case .transport(let error): ![.invalidURL, .unsupported, .tooLarge, .file].contains(error.kind)
    // A lower status is caused by the request, and the next one may succeed.
    case .status(let status, _): status >= 500
    case .foreign: true
    case .refused, .limited: false
    }
  }

  /// Whether the failure may be specific to this request.
  var mayBeOfOneTarget: Bool {
    switch self {
    case .status(_, nil), .foreign: true
    case .transport(let error): [.timeout, .reset, .redirect, .tooLarge].contains(error.kind)
    case .status, .refused, .limited: false
    }
  }

  var reason: Meta.Reason {
    switch self {
    case .refused: .keyRefused
    case .limited: .rateLimited
    case .status: .upstreamError
    case .foreign: .intercepted
    case .transport(let error):
      switch error.kind {
      case .redirect: .intercepted
      case .tooLarge: .upstreamError
      default: .network
      }
    }
  }

  /// Whether upstream itself sent this.
  var isAnAnswer: Bool {
    switch self {
    case .status, .refused, .limited: true
    case .transport, .foreign: false
    }
  }

  /// Whether the network itself failed, rather than the server.
  var isOffTheNetwork: Bool {
    switch self {
    case .transport(let error): [.resolve, .connect, .timeout, .proxy, .reset].contains(error.kind)
    case .foreign: true
    case .status, .refused, .limited: false
    }
  }
}

extension UpstreamError {
  /// The fault that a status other than 200 and 304 means; nil: there is no such title.
  static func read(_ upstream: Upstream.Name, _ response: HTTPResponse, at now: Timestamp) -> UpstreamError? {
    // An upstream's error is short; a longer body is another server's page, and not worth parsing.
    let said = response.body.count > 65_536 ? nil : try? JSONValue(parsing: response.body.span)
    switch (upstream, response.status) {
    case (.youtube, 400..<500): return YouTubeQuota.read(response, at: now)
    case (_, 429): return .limited(retryAfter: response.retryAfter)
    case (.itunes, 403): return .limited(retryAfter: response.retryAfter ?? .seconds(60))
    case (_, 500...): return .status(response.status, retryAfter: response.retryAfter)
    // Proxies and login pages send these statuses also, with a page of HTML.
    case _ where said?.objectValue == nil:
      return .foreign(status: response.status, reason: "the body is not JSON")
    case (.tmdb, 401), (.tmdb, 403): return .refused(said?["status_message"]?.stringValue)
    case (_, 404): return nil
    default: return .status(response.status)
    }
  }
}
