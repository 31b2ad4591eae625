import EventLoop
import HTTPClient
package import JSONRPC
package import MovieProtocol

extension Upstream.Name {
  /// The name as users know it.
  var title: String {
    switch self {
    case .tmdb: "TMDB"
    case .itunes: "iTunes"
    case .youtube: "YouTube"
    }
  }

  /// The setting with its key.
  var setting: String {
    switch self {
    case .tmdb: "tmdb.key"
    case .itunes: "itunes.enabled"
    case .youtube: "youtube.key"
    }
  }
}

/// The errors sent to a client when upstream could not be queried and no other source has an answer.
extension RPCError {
  /// - Parameter retryAfter: the time until the next try makes sense.
  static func upstream(_ name: Upstream.Name, _ fault: UpstreamError, retryAfter: Duration? = nil) -> RPCError
  {
    switch fault {
    case .refused(let words): .refused(name, words)
    case .limited(let wait): .limited(name, retryAfter: retryAfter ?? wait ?? .seconds(1))
    case .transport(let error):
      unavailable(
        name, fault.reason, "\(name.title) cannot be reached: \(error)", hint: hint(error),
        retryAfter: retryAfter)
    case .status(let status, let wait):
      unavailable(
        name, fault.reason, "\(name.title) failed with status \(status)",
        hint: "the daemon tries again; movierpc status shows when", retryAfter: retryAfter ?? wait)
    case .foreign(let status, let reason):
      unavailable(
        name, fault.reason,
        "another server answers in place of \(name.title), with status \(status): \(reason)",
        hint: "open any page in a browser, since the network may require a login; otherwise check "
          + "http.proxy and \(name.rawValue).base_url", retryAfter: retryAfter)
    }
  }

  /// See ``SilenceTimer``.
  static func silent(_ name: Upstream.Name) -> RPCError {
    upstream(name, .silent, retryAfter: RateLimiter.silenceRetry)
  }

  /// It may still answer. No client gets this error: see `SourceChain`.
  static func slow(_ name: Upstream.Name, isLimited: Bool) -> RPCError {
    var error = unavailable(
      name, isLimited ? .rateLimited : .network, "\(name.title) has not answered yet")
    error.details.append(JSONMember("is_slow", true))
    return error
  }

  var isSlow: Bool { details.contains { $0.name == "is_slow" } }

  static func tooLate(_ name: Upstream.Name) -> RPCError {
    unavailable(
      name, .network, "\(name.title) did not answer before the timeout",
      hint: "a longer timeout_ms may help; movierpc status shows whether other requests fail as well")
  }

  static func moved(_ name: Upstream.Name) -> RPCError {
    unavailable(
      name, .network, "the address of \(name.title) was changed during the request",
      hint: "send the request again")
  }

  static func limited(_ name: Upstream.Name, retryAfter: Duration) -> RPCError {
    let milliseconds = retryAfter.milliseconds
    return RPCError(
      .rateLimited, "the rate limit of \(name.title) is reached",
      hint: "retry in "
        // Rounded up: it would be too early otherwise.
        + (milliseconds < 120_000
          ? "\((milliseconds + 999) / 1000) s" : "\((milliseconds + 59_999) / 60_000) min"),
      details: [
        "source": .string(name.rawValue), "reason": .string(Meta.Reason.rateLimited.rawValue),
        "retry_after_ms": .integer(Int(milliseconds)),
      ])
  }

  private static func refused(_ name: Upstream.Name, _ words: String?) -> RPCError {
    RPCError(
      .upstreamUnauthorized, "\(name.title) refuses the key\(words.map { ": \($0.prefix(200))" } ?? "")",
      hint: name == .tmdb
        ? "set the v3 key or v4 token from https://www.themoviedb.org/settings/api: "
          + "movierpc settings set tmdb.key, or correct TMDB_API_KEY if that is set"
        : "movierpc settings set \(name.setting), or correct the environment variable if it is set",
      details: [
        "source": .string(name.rawValue), "reason": .string(Meta.Reason.keyRefused.rawValue),
        "setting": .string(name.setting),
      ])
  }

  package static func unavailable(
    _ name: Upstream.Name, _ reason: Meta.Reason, _ message: String, hint: String? = nil,
    retryAfter: Duration? = nil
  ) -> RPCError {
    RPCError(
      .upstreamUnavailable, message, hint: hint,
      details: [
        "source": .string(name.rawValue), "reason": .string(reason.rawValue),
        "retry_after_ms": retryAfter.map { .integer(Int(max(.zero, $0).milliseconds)) } ?? .null,
      ])
  }

  private static func hint(_ error: HTTPError) -> String {
    switch error.kind {
    case .resolve, .connect, .reset: "check the network connection; movierpc doctor has more"
    case .timeout: "the network or the server is slow; the daemon tries again"
    case .proxy: "check http.proxy in config.toml, or the environment variables https_proxy and all_proxy"
    case .tls:
      "check the clock (date); if a proxy replaces certificates, name its own in SSL_CERT_FILE"
    case .unsupported: "install libcurl: apt install libcurl4"
    case .tooLarge: "if this persists, report it as a bug"
    default: "see movierpc doctor"
    }
  }
}

extension RPCError {
  /// Why upstream did not respond; nil: the error has another cause.
  package var reason: Meta.Reason? {
    if let word = details.first(where: { $0.name == "reason" })?.value.stringValue {
      return Meta.Reason(rawValue: word)
    }
    switch kind {
    case .upstreamUnavailable: return .network
    case .upstreamUnauthorized: return .keyRefused
    case .rateLimited: return .rateLimited
    default: return nil
    }
  }
}
