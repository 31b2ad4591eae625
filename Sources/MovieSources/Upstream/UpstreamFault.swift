import HTTPClient
import JSONRPC
import MovieProtocol

/// Why one try got no answer.
enum UpstreamFault: Error, Sendable, Equatable {
  case transport(HTTPError)
  /// A status that says upstream has trouble; milliseconds, where it says for how long.
  case status(Int, retryAfter: Int64? = nil)
  /// A body that is not this upstream's: a network that asks for a login, a page of a proxy.
  case foreign(status: Int, reason: String)
  /// The key is missing or wrong, in upstream's words.
  case refused(String?)
  /// Asked too often; milliseconds, where upstream says how long.
  case limited(retryAfter: Int64?)

  /// Longer than anybody would wait.
  static let late = UpstreamFault.transport(
    HTTPError(.timeout, host: "upstream", "no answer while somebody waited for it"))

  /// Whether the same may be asked again at once: a GET changes nothing.
  var isWorthAnotherTry: Bool {
    switch self {
    case .transport(let error): error.kind == .reset || error.kind == .connect
    case .status(let status, let retryAfter):
      [500, 502, 503, 504].contains(status) && Self.isShort(retryAfter)
    case .limited(let retryAfter): Self.isShort(retryAfter)
    case .foreign, .refused: false
    }
  }

  private static func isShort(_ retryAfter: Int64?) -> Bool { retryAfter.map { $0 <= 10_000 } ?? true }

  /// Whether upstream is down, as far as this tells.
  var countsAgainstUpstream: Bool {
    switch self {
    case .transport(let error): ![.invalidURL, .unsupported, .tooLarge, .file].contains(error.kind)
    // Below that it is the question that upstream does not like, and the next one may be better.
    case .status(let status, _): status >= 500
    case .foreign: true
    case .refused, .limited: false
    }
  }

  /// Whether it may be for this one question that upstream failed.
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

  /// Whether upstream itself said this.
  var isAnAnswer: Bool {
    switch self {
    case .status, .refused, .limited: true
    case .transport, .foreign: false
    }
  }

  /// Whether the network itself failed, rather than who is at its other end.
  var isOffTheNetwork: Bool {
    switch self {
    case .transport(let error): [.resolve, .connect, .timeout, .proxy, .reset].contains(error.kind)
    case .foreign: true
    case .status, .refused, .limited: false
    }
  }
}

extension UpstreamFault {
  /// What an answer other than 200 and 304 means; nil: there is no such thing.
  static func read(_ upstream: Upstream.Name, _ response: HTTPResponse, at now: Int64) -> UpstreamFault? {
    // The error of an upstream is short; what is longer is somebody's page, and not worth the time.
    let said = response.body.count > 65_536 ? nil : try? JSONValue(parsing: response.body.span)
    let retryAfter = response.headers["retry-after"].flatMap { RetryAfter.parse($0, at: now) }
    switch (upstream, response.status) {
    case (.youtube, 400..<500): return YouTubeQuota.read(response, at: now)
    case (_, 429): return .limited(retryAfter: retryAfter)
    case (.itunes, 403): return .limited(retryAfter: retryAfter ?? 60_000)
    case (_, 500...): return .status(response.status, retryAfter: retryAfter)
    // Whoever stands between here and there has these too, with a page of HTML.
    case _ where said?.objectValue == nil:
      return .foreign(status: response.status, reason: "the body is not JSON")
    case (.tmdb, 401), (.tmdb, 403): return .refused(said?["status_message"]?.stringValue)
    case (_, 404): return nil
    default: return .status(response.status)
    }
  }
}
