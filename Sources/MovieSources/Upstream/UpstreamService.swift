import EventLoop
import HTTPClient
import MovieProtocol

/// One upstream: where it is, with which key it is asked, and how it has been of late.
@LoopActor
final class UpstreamService {
  let name: Upstream.Name
  let limiter: RateLimiter
  private(set) var address = ""
  private(set) var key: Secret?
  /// The user wants it to be asked.
  private(set) var isOn = false
  private(set) var circuit = CircuitBreaker()
  /// What is wrong with upstream; nil: nothing, or nothing was asked yet, or it failed for one question only.
  private(set) var fault: UpstreamFault?
  private(set) var hasAnswered = false
  /// What is asked to find out whether it is back; nil: whatever is asked next.
  let probe: String?
  /// When somebody wanted it last, in milliseconds of the loop's clock.
  private(set) var wantedAt: UInt64 = 0
  /// Called after each try.
  var onOutcome: (@LoopActor () -> Void)?
  private(set) var calls = 0
  private(set) var errors = 0
  /// Loop time in milliseconds until when nobody needs to try a key that was refused.
  private var refusedUntil: UInt64 = 0
  /// How often in a row it said that it was asked too often.
  private var limits = 0
  /// Counts the changes of address and key.
  private var setup: UInt64 = 0

  private static let refusalHolds: UInt64 = 60_000
  /// Where upstream does not say how long it wants to be left alone, or too little to keep to it.
  private static let limitBackoff = Backoff(first: 1_000, most: 60_000)

  /// - Parameter probe: a path that costs upstream little.
  init(_ name: Upstream.Name, _ bounds: RateLimiter.Bounds, probe: String? = nil) {
    self.name = name
    self.probe = probe
    limiter = RateLimiter(bounds)
  }

  func use(address: String, key: Secret?, isOn: Bool) {
    let address = address.last == "/" ? String(address.dropLast()) : address
    if address != self.address || key != self.key {
      // Whatever was wrong, it was with the other one; and what its requests still bring says nothing of
      // this.
      setup &+= 1
      circuit = CircuitBreaker()
      fault = nil
      refusedUntil = 0
      limits = 0
      limiter.endPause()
    }
    self.address = address
    self.key = key
    self.isOn = isOn
  }

  /// The request with the key, which is nowhere else: not in the endpoint, not under which an answer is kept.
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
    // Whoever asks may get what is kept or known locally instead.
    request.timeout = 8_000
    request.connectTimeout = 4_000
    return request
  }

  /// Upstream may repeat the key that it refuses.
  func withoutKey(_ fault: UpstreamFault) -> UpstreamFault {
    key.map { Self.without($0, fault) } ?? fault
  }

  static func without(_ key: Secret, _ fault: UpstreamFault) -> UpstreamFault {
    guard case .refused(let words?) = fault, words.contains(key.text) else { return fault }
    return .refused(nil)
  }

  /// A v4 token is a JSON Web Token; all else is taken for a v3 key
  /// (https://developer.themoviedb.org/docs/authentication-application).
  private static func isToken(_ key: String) -> Bool {
    key.hasPrefix("eyJ") && key.utf8.count { $0 == UInt8(ascii: ".") } == 2
  }

  /// A request that goes out now.
  struct Try: Sendable {
    fileprivate let setup: UInt64
    fileprivate let admission: CircuitBreaker.Admission
    fileprivate let target: String?
  }

  /// - Parameter target: what is asked, for ``CircuitBreaker``; nil: the probe.
  /// - Throws: what stands in the way.
  func begin(_ target: String?, at now: UInt64) throws(UpstreamFault) -> Try {
    if case .refused? = fault, let fault, now < refusedUntil { throw fault }
    guard let admission = circuit.admit(trial(target), at: now) else { throw fault ?? .status(503) }
    calls += 1
    return Try(setup: setup, admission: admission, target: target)
  }

  /// What stands in the way of asking now; unlike ``begin(_:at:)`` it takes no trial.
  func obstacle(_ target: String?, at now: UInt64) -> UpstreamFault? {
    if case .refused? = fault, now < refusedUntil { return fault }
    return circuit.admits(trial(target), at: now) ? nil : fault ?? .status(503)
  }

  /// Where there is no probe, what has failed may be tried again.
  private func trial(_ target: String?) -> String? { probe == nil ? nil : target }

  /// Somebody wants an answer.
  func want(at now: UInt64) { wantedAt = now }

  /// Milliseconds until the next probe, where one is needed: soon while somebody wants it, and else after as
  /// long a time again as nobody has, up to a minute.
  func probeAfter(at now: UInt64) -> UInt64? {
    guard probe != nil, isSetUp, let retryAt = circuit.retryAt else { return nil }
    let idle = now > wantedAt ? now - wantedAt : 0
    return max(retryAt > now ? retryAt - now : 0, idle < 5_000 ? 0 : min(idle, 60_000))
  }

  /// Milliseconds until it is tried again; nil: not before it is asked.
  func retryAfter(at now: UInt64) -> Int64? {
    guard let retryAt = circuit.retryAt else { return nil }
    return Int64(clamping: retryAt > now ? retryAt - now : 0)
  }

  /// Milliseconds until it may be asked, for whatever reason it may not be now; nil: it may.
  func restAfter(at now: UInt64) -> Int64? {
    var end = max(circuit.retryAt ?? 0, limiter.pausedUntil)
    if case .refused? = fault { end = max(end, refusedUntil) }
    return end > now ? Int64(clamping: end - now) : nil
  }

  func didAnswer(_ this: Try) {
    guard this.setup == setup else { return }
    circuit.succeed()
    // Where it is paused this was sent before, and the pause holds.
    if !limiter.isPaused { limits = 0 }
    fault = nil
    hasAnswered = true
    onOutcome?()
  }

  func didFail(_ this: Try, _ fault: UpstreamFault, at now: UInt64) {
    errors += 1
    guard this.setup == setup else { return }
    if fault.isAnAnswer { hasAnswered = true }
    switch fault {
    case .refused: refusedUntil = now &+ Self.refusalHolds
    case .limited(let wait): pause(wait)
    case .status(_, let wait?): pause(wait)
    case .transport, .status, .foreign: break
    }
    let target = fault.mayBeOfOneTarget ? this.target : nil
    if fault.countsAgainstUpstream {
      circuit.fail(this.admission, target, at: now, jitter: .random(in: 0...1))
    } else {
      // It did answer.
      circuit.succeed()
    }
    self.fault = circuit.isClosed && target != nil ? nil : fault
    onOutcome?()
  }

  /// The one who asked has left before the answer.
  func didAbandon(_ this: Try, at now: UInt64) {
    if this.setup == setup { circuit.abandon(this.admission, at: now) }
  }

  private func pause(_ wait: Int64?) {
    // All that were under way together are told the same.
    if !limiter.isPaused { limits = min(limits + 1, 1000) }
    let backoff = Int64(clamping: Self.limitBackoff.wait(after: limits, jitter: .random(in: 0...1)))
    let least = max(0, wait ?? 0, backoff)
    limiter.pause(milliseconds: UInt64(least + Int64.random(in: 0...max(1, min(least / 4, 5000)))))
  }
}

extension UpstreamService {
  /// As `status` has it.
  enum State: String { case ok, noKey = "no_key", refused, limited, down, off }

  var isSetUp: Bool { state != .noKey && state != .off }

  /// Why it does not answer as it should.
  var reason: Meta.Reason? {
    switch state {
    case .ok, .off: nil
    case .noKey: .noKey
    case .refused: .keyRefused
    case .limited: .rateLimited
    case .down: fault?.reason ?? .network
    }
  }

  var state: State {
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
