import EventLoop
import HTTPClient

/// One upstream: where it is, with which key it is asked, and how it has been of late.
@LoopActor
final class UpstreamService {
  let name: Upstream.Name
  let gate: UpstreamGate
  private(set) var address = ""
  private(set) var key: Secret?
  /// The user wants it to be asked.
  private(set) var isOn = false
  private(set) var circuit = Circuit()
  /// Why the last try failed; nil: it did not, or nothing was asked yet.
  private(set) var fault: UpstreamFault?
  private(set) var hasAnswered = false
  /// Called after each try.
  var onOutcome: (@LoopActor () -> Void)?
  private(set) var calls = 0
  private(set) var errors = 0
  /// Loop time in milliseconds until when nobody needs to try a key that was refused.
  private var refusedUntil: UInt64 = 0

  private static let refusalHolds: UInt64 = 60_000

  init(_ name: Upstream.Name, _ bounds: UpstreamGate.Bounds) {
    self.name = name
    gate = UpstreamGate(bounds)
  }

  func use(address: String, key: Secret?, isOn: Bool) {
    if address != self.address || key != self.key {
      // Whatever was wrong, it was with the other one.
      circuit = Circuit()
      fault = nil
      refusedUntil = 0
    }
    self.address = address.last == "/" ? String(address.dropLast()) : address
    self.key = key
    self.isOn = isOn
  }

  /// The request with the key, which is nowhere else: not in the endpoint, not under which an answer is kept.
  func request(_ target: String, etag: String?) -> HTTPRequest {
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

  /// A v4 token is a JSON Web Token; all else is taken for a v3 key
  /// (https://developer.themoviedb.org/docs/authentication-application).
  private static func isToken(_ key: String) -> Bool {
    key.hasPrefix("eyJ") && key.utf8.count { $0 == UInt8(ascii: ".") } == 2
  }

  /// What stands in the way of asking now; for a trial of the circuit, the way is free once.
  func obstacle(at now: UInt64) -> UpstreamFault? {
    if case .refused? = fault, now < refusedUntil { return fault }
    return circuit.admit(at: now) ? nil : fault ?? .status(503)
  }

  /// Whether a question now has a chance; unlike ``obstacle(at:)`` it takes no trial.
  func mayBeAsked(at now: UInt64) -> Bool {
    if case .refused? = fault, now < refusedUntil { return false }
    return circuit.isClosed || circuit.retryAt.map { $0 <= now } ?? false
  }

  /// Milliseconds until it is tried again; nil: not before it is asked.
  func retryAfter(at now: UInt64) -> Int64? {
    guard let retryAt = circuit.retryAt else { return nil }
    return Int64(retryAt > now ? retryAt - now : 0)
  }

  func willCall() { calls += 1 }

  func didAnswer() {
    circuit.succeed()
    gate.endPause()
    fault = nil
    hasAnswered = true
    onOutcome?()
  }

  func didFail(_ fault: UpstreamFault, at now: UInt64) {
    errors += 1
    self.fault = fault
    switch fault {
    case .refused: refusedUntil = now &+ Self.refusalHolds
    case .limited(let wait):
      let least = wait ?? 1000
      gate.pause(milliseconds: UInt64(max(0, least) + Int64.random(in: 0...max(1, min(least / 4, 5000)))))
    case .transport, .status, .foreign: break
    }
    if fault.countsAgainstUpstream {
      circuit.fail(at: now, jitter: .random(in: 0...1))
    } else {
      // It did answer.
      circuit.succeed()
    }
    onOutcome?()
  }

  /// The one who asked has left before the answer.
  func didAbandon(at now: UInt64) { circuit.abandon(at: now) }
}

extension UpstreamService {
  /// As `status` has it.
  enum State: String { case ok, noKey = "no_key", refused, limited, down, off }

  var state: State {
    switch (isOn, name, key) {
    case (false, .itunes, _): return .off
    case (_, .tmdb, nil), (_, .youtube, nil): return .noKey
    default: break
    }
    if gate.isPaused { return .limited }
    if case .refused? = fault { return .refused }
    return circuit.isClosed ? .ok : .down
  }
}
