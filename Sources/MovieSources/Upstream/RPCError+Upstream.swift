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
        name, fault.reason, .upstreamUnreachable(name.title, "\(error)"), advice(error),
        retryAfter: retryAfter)
    case .status(let status, let wait):
      unavailable(
        name, fault.reason, .upstreamFailed(name.title, status),
        Advice(.seeWhenDaemonTries, .method(StatusMethod.method.name)), retryAfter: retryAfter ?? wait)
    case .foreign(let status, let reason):
      unavailable(
        name, fault.reason, .upstreamForeign(name.title, status, reason),
        Advice(.openBrowser("http.proxy", "\(name.rawValue).base_url")), retryAfter: retryAfter)
    }
  }

  /// See ``SilenceTimer``.
  static func silent(_ name: Upstream.Name) -> RPCError {
    upstream(name, .silent, retryAfter: RateLimiter.silenceRetry)
  }

  /// It may still answer. No client gets this error: see `SourceChain`.
  static func slow(_ name: Upstream.Name, isLimited: Bool) -> RPCError {
    var error = unavailable(
      name, isLimited ? .rateLimited : .network, .upstreamSlow(name.title))
    error.details.append(JSONMember("is_slow", true))
    return error
  }

  /// Another source may still answer.
  package var isOfUpstream: Bool {
    [.upstreamUnavailable, .upstreamUnauthorized, .rateLimited].contains(kind)
  }

  package var isSlow: Bool { details.contains { $0.name == "is_slow" } }

  static func tooLate(_ name: Upstream.Name) -> RPCError {
    unavailable(
      name, .network, .upstreamTooLate(name.title),
      Advice(.seeOtherRequests, .method(StatusMethod.method.name)))
  }

  static func moved(_ name: Upstream.Name) -> RPCError {
    unavailable(name, .network, .upstreamMoved(name.title), Advice(.sendAgain, .wait(0)))
  }

  static func limited(_ name: Upstream.Name, retryAfter: Duration) -> RPCError {
    let milliseconds = Int(retryAfter.milliseconds)
    return RPCError(
      .rateLimited, .rateLimitReached(name.title),
      Advice(.retryIn(MessageMilliseconds(milliseconds)), .wait(milliseconds)),
      details: [
        "source": .string(name.rawValue), "reason": .string(Meta.Reason.rateLimited.rawValue),
        "retry_after_ms": .integer(milliseconds),
      ])
  }

  private static func refused(_ name: Upstream.Name, _ words: String?) -> RPCError {
    RPCError(
      .upstreamUnauthorized,
      words.map { .keyRefusedBecause(name.title, String($0.prefix(200))) } ?? .keyRefused(name.title),
      Advice(
        name == .tmdb
          ? .setTMDBKeyOrVariable(name.setting, Advice.tmdbKeyPage) : .setKeyOrVariable(name.setting),
        .setting(name.setting)),
      details: [
        "source": .string(name.rawValue), "reason": .string(Meta.Reason.keyRefused.rawValue),
        "setting": .string(name.setting),
      ])
  }

  package static func unavailable(
    _ name: Upstream.Name, _ reason: Meta.Reason, _ text: Message, _ advice: Advice? = nil,
    retryAfter: Duration? = nil
  ) -> RPCError {
    let wait = retryAfter.map { Int(max(.zero, $0).milliseconds) }
    var advice = advice
    if let wait, advice?.remedy == nil {
      advice = Advice(advice?.hint ?? .retryIn(MessageMilliseconds(wait)), .wait(wait))
    }
    return RPCError(
      .upstreamUnavailable, text, advice,
      details: [
        "source": .string(name.rawValue), "reason": .string(reason.rawValue),
        "retry_after_ms": wait.map { .integer($0) } ?? .null,
      ])
  }

  private static func advice(_ error: HTTPError) -> Advice? {
    switch error.kind {
    case .resolve, .connect, .reset: Advice(.checkNetwork)
    case .timeout: Advice(.slowNetwork)
    case .proxy: Advice(.checkProxy, .setting(Setting.proxy.name))
    case .tls: Advice(.checkClock)
    case .unsupported: Advice(.installLibcurl, .install("libcurl"))
    case .tooLarge: Advice(.reportBug)
    default: nil
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
