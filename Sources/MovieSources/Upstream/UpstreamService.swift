import EventLoop
import HTTPClient
import MovieProtocol

/// One upstream: its address, its key, and its recent state.
@LoopActor
final class UpstreamService {
  let name: Upstream.Name
  let limiter: RateLimiter
  private(set) var address = ""
  private(set) var key: Secret?
  /// The user has enabled it.
  private(set) var isOn = false
  private(set) var circuit = CircuitBreaker()
  /// The current fault; nil: there is none, there was no request yet, or it failed for one request only.
  private(set) var fault: UpstreamError?
  private(set) var hasAnswered = false
  /// The path requested to check whether it is back; nil: the next request is the check.
  let probe: String?
  /// When it was last needed.
  private(set) var wantedAt = LoopInstant.distantPast
  /// Runs while the circuit is open, until the next probe.
  let probeTimer = LoopTimer()
  /// Called after each try.
  var onOutcome: (@LoopActor () -> Void)?
  /// The time by its answers, if nobody else could have sent them.
  private(set) var saidTime: Timestamp?
  private(set) var calls = 0
  private(set) var errors = 0
  /// A refused key is not tried again until then.
  private var refusedUntil = LoopInstant.distantPast
  /// How often in a row upstream has reported too many requests.
  private var limits = 0
  /// Counts the changes of address and key.
  private var setup: UInt64 = 0

  private static let refusalHolds: Duration = .seconds(60)
  /// Used if upstream does not state how long to wait: a limit by the second is over soon.
  private static let limitBackoff = Backoff(first: .milliseconds(500), maxWait: .seconds(2))
  /// Used if it states too little.
  private static let statedBackoff = Backoff(first: .seconds(1), maxWait: .seconds(60))

  /// - Parameter probe: a path that is cheap for upstream.
  init(
    _ name: Upstream.Name, _ bounds: RateLimiter.Bounds, probe: String? = nil,
    silence: SilenceTimer? = nil
  ) {
    self.name = name
    self.probe = probe
    limiter = RateLimiter(bounds, silence: silence)
  }

  func use(address: String, key: Secret?, isOn: Bool) {
    let address = address.last == "/" ? String(address.dropLast()) : address
    if address != self.address || key != self.key {
      // Any fault belongs to the earlier setup; and the outcome of its running requests says nothing about
      // this one.
      setup &+= 1
      circuit = CircuitBreaker()
      fault = nil
      refusedUntil = .distantPast
      limits = 0
      limiter.endPause()
      limiter.silence?.received()
    }
    self.address = address
    self.key = key
    self.isOn = isOn
  }

  /// The request with the key, which appears nowhere else: neither in the endpoint nor in a cache key.
  func request(_ target: String, etag: String?) -> HTTPRequest { request(target, key: key, etag: etag) }

  func request(_ target: String, key: Secret?, etag: String?) -> HTTPRequest {
    var request = HTTPRequest(address + target, headers: [HTTPHeader("Accept", "application/json")])
    switch (name, key) {
    case (.tmdb, let key?) where Self.isToken(key.text):
      request.headers.append(HTTPHeader("Authorization", "Bearer \(key.text)"))
    case (.tmdb, let key?):
      request.url += (target.contains("?") ? "&" : "?") + "api_key=" + PercentEncoding.encode(key.text)
    case (.youtube, let key?): request.headers.append(HTTPHeader("X-Goog-Api-Key", key.text))
    case (.itunes, _), (_, nil): break
    }
    if let etag { request.headers.append(HTTPHeader("If-None-Match", etag)) }
    // The caller may use cached or local data instead.
    request.timeout = .seconds(8)
    request.connectTimeout = .seconds(4)
    return request
  }

  func hear(_ headers: HTTPHeaders) {
    guard address.hasPrefix("https://"), let date = ServerDate.read(headers) else { return }
    saidTime = date
  }

  /// Upstream may repeat the key that it refuses.
  func withoutKey(_ fault: UpstreamError) -> UpstreamError {
    key.map { Self.without($0, fault) } ?? fault
  }

  static func without(_ key: Secret, _ fault: UpstreamError) -> UpstreamError {
    guard case .refused(let words?) = fault, words.contains(key.text) else { return fault }
    return .refused(nil)
  }

  /// A v4 token is a JSON Web Token; anything else is treated as a v3 key
  /// (https://developer.themoviedb.org/docs/authentication-application).
  private static func isToken(_ key: String) -> Bool {
    key.hasPrefix("eyJ") && key.utf8.count { $0 == UInt8(ascii: ".") } == 2
  }

  /// A request that is sent now.
  struct Try: Sendable {
    fileprivate let setup: UInt64
    fileprivate let admission: CircuitBreaker.Admission
    fileprivate let target: String?
  }

  /// - Parameter target: the request's target, for ``CircuitBreaker``; nil: the probe.
  /// - Throws: the fault that prevents the request.
  func begin(_ target: String?, at now: LoopInstant) throws(UpstreamError) -> Try {
    if case .refused? = fault, let fault, now < refusedUntil { throw fault }
    guard let admission = circuit.admit(probeTarget(target), at: now) else { throw fault ?? .status(503) }
    calls += 1
    return Try(setup: setup, admission: admission, target: target)
  }

  /// The fault that prevents a request now; unlike ``begin(_:at:)`` it starts no probe.
  func obstacle(_ target: String?, at now: LoopInstant) -> UpstreamError? {
    if case .refused? = fault, now < refusedUntil { return fault }
    return circuit.admits(probeTarget(target), at: now) ? nil : fault ?? .status(503)
  }

  /// Without a probe, a failed target may be tried again.
  private func probeTarget(_ target: String?) -> String? { probe == nil ? nil : target }

  /// A client wants an answer.
  func recordUse(at now: LoopInstant) { wantedAt = now }

  /// Until the next probe, if one is needed: soon while clients want answers; otherwise the wait
  /// equals the time since the last one did, up to a minute.
  func probeAfter(at now: LoopInstant) -> Duration? {
    guard probe != nil, isSetUp, let retryAt = circuit.retryAt else { return nil }
    let idle = now - wantedAt
    return max(retryAt - now, idle < .seconds(5) ? .zero : min(idle, .seconds(60)))
  }

  /// Until it is tried again; nil: only on the next request.
  func retryAfter(at now: LoopInstant) -> Duration? { circuit.retryAt.map { max($0 - now, .zero) } }

  /// Until it may be queried, whatever the obstacle; nil: it may be queried now.
  func blockedFor(at now: LoopInstant) -> Duration? {
    var end = max(circuit.retryAt ?? .distantPast, limiter.pausedUntil)
    if case .refused? = fault { end = max(end, refusedUntil) }
    return end > now ? end - now : nil
  }

  func didAnswer(_ this: Try) {
    guard this.setup == setup else { return }
    circuit.succeed()
    // If it is paused, this request was sent before, and the pause stays in force.
    if !limiter.isPaused { limits = 0 }
    fault = nil
    hasAnswered = true
    onOutcome?()
  }

  func didFail(_ this: Try, _ fault: UpstreamError, at now: LoopInstant) {
    errors += 1
    guard this.setup == setup else { return }
    if fault.isAnAnswer { hasAnswered = true }
    switch fault {
    case .refused: refusedUntil = now + Self.refusalHolds
    case .limited(let wait): pause(wait)
    case .status(_, let wait?): pause(wait)
    case .transport, .status, .foreign: break
    }
    let target = fault.mayBeOfOneTarget ? this.target : nil
    if fault.countsAgainstUpstream {
      circuit.fail(this.admission, target, at: now, jitter: .random(in: 0...1))
    } else {
      // It did respond.
      circuit.succeed()
    }
    self.fault = circuit.isClosed && target != nil ? nil : fault
    onOutcome?()
  }

  /// The caller left before the response.
  func didAbandon(_ this: Try, at now: LoopInstant) {
    if this.setup == setup { circuit.abandon(this.admission, at: now) }
  }

  private func pause(_ wait: Duration?) {
    // Several requests that ran together get the same response: count it once.
    if !limiter.isPaused { limits = min(limits + 1, 1000) }
    let backoff = (wait == nil ? Self.limitBackoff : Self.statedBackoff).wait(
      after: limits, jitter: .random(in: 0...1))
    let least = max(wait ?? .zero, backoff)
    limiter.pause(for: least + min(least / 4, .seconds(5)) * Double.random(in: 0...1))
  }
}

extension UpstreamService {
  var isSetUp: Bool { state != .noKey && state != .off }

  /// Why it does not respond as it should.
  var reason: Meta.Reason? {
    switch state {
    case .ok, .off: nil
    case .noKey: .noKey
    case .refused: .keyRefused
    case .limited: .rateLimited
    case .down: fault?.reason ?? .network
    }
  }

  var state: SourceStatus.State {
    switch (isOn, name, key) {
    case (false, .itunes, _): return .off
    case (_, .tmdb, nil), (_, .youtube, nil): return .noKey
    default: break
    }
    switch fault {
    case .refused: return .refused
    case .status where limiter.isPaused: return .down
    default: return limiter.isPaused ? .limited : circuit.isClosed ? .ok : .down
    }
  }
}
