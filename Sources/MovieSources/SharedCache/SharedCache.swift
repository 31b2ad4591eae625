import EventLoop
import HTTPClient
import MovieProtocol
import MovieStore
import RedisClient

/// One cache for many machines: upstreams' answers in a store, and who of the machines asks next.
///
/// Nothing depends on the store: without it, or when it fails, each machine asks for itself. Search terms,
/// keys and whatever is of a profile are not in it: its keys are hashes.
@LoopActor
final class SharedCache {
  /// The right to ask upstream while the other machines wait.
  @LoopActor
  final class Lease {
    fileprivate let keys: [String]
    fileprivate let token: String
    fileprivate let renewal = LoopTimer()

    fileprivate init(_ keys: [String], _ token: String) { (self.keys, self.token) = (keys, token) }
  }

  enum Found: Sendable {
    /// If it turns out to be unusable, ask upstream, then call `end`.
    case response(CachedResponse, Lease)
    /// Ask upstream, then call `end`.
    case lease(Lease)
    /// The store does not know: ask upstream.
    case nothing
  }

  struct Times: Sendable {
    /// A machine that has gone keeps the others waiting this long.
    var lease: Duration = .seconds(2)
    var renewal: Duration = .milliseconds(500)
    /// For another machine's answer. One that takes longer has trouble of its own.
    var patience: Duration = .seconds(5)
  }

  private static let firstPause: Duration = .milliseconds(10)
  private static let maxPause: Duration = .milliseconds(80)

  private(set) var client: RedisClient?
  /// Answers that were found in the store.
  var hits = 0
  /// Called when the store begins or ceases to answer.
  var onChange: (@LoopActor () -> Void)?
  private let names: HostResolver
  private let times: Times
  private var limits: RedisClient.Limits

  init(
    names: HostResolver = HostResolver(), limits: RedisClient.Limits = .init(), times: Times = .init()
  ) {
    (self.names, self.limits, self.times) = (names, limits, times)
  }

  func use(_ url: RedisURL?) {
    guard url != client?.url else { return }
    client?.close()
    client = url.map { url in
      RedisClient(url, limits: limits) { [names] host, deadline in
        try await names.addresses(of: host, within: .seconds(2), until: deadline)
      }
    }
    client?.onChange = { [weak self] in self?.onChange?() }
  }

  func use(patience: Duration) {
    limits.patience = patience
    client?.limits.patience = patience
  }

  func close() {
    client?.close()
    names.close()
  }

  /// The answer, as soon as another machine has it; or the right to ask for it.
  ///
  /// - Parameters:
  ///   - key: the request without credentials.
  ///   - maxAge: older answers are not wanted.
  func find(
    _ key: String, maxAge: Duration?, clock: @LoopActor () -> Timestamp
  ) async throws(CancellationError) -> Found {
    guard let client else { return .nothing }
    let (keys, token) = (Self.keys(key), Self.token())
    let command = Self.command(
      SharedScripts.find, keys: keys,
      [
        token, "\(times.lease.milliseconds)", "\(SharedEntry.maxBytes)",
        "\(maxAge.map { max($0.milliseconds, 0) } ?? -1)",
      ])
    let latest = EventLoop.now + times.patience
    var pause = Self.firstPause
    while true {
      guard let reply = try await client.reply(to: command) else { return .nothing }
      switch reply {
      case .array(let parts):
        guard parts.count == 2, case .bytes(let bytes) = parts[0], case .integer(let rest) = parts[1],
          !bytes.isEmpty
        else {
          client.refuse(reply)
          return .nothing
        }
        let replacing = Lease(keys, token)
        guard let response = SharedEntry.decode(bytes, rest: rest, key: key, at: clock()) else {
          return .lease(replacing)
        }
        return .response(response, replacing)
      case .integer(1): return .lease(begin(Lease(keys, token)))
      case .integer(0):
        guard EventLoop.now < latest else { return .nothing }
        try await EventLoop.sleep(for: pause)
        pause = min(pause * 2, Self.maxPause)
      default:
        client.refuse(reply)
        return .nothing
      }
    }
  }

  /// - Parameter response: for the others; nil: there is none, and the next machine may ask.
  func end(_ lease: Lease, _ response: CachedResponse?, at now: Timestamp) {
    lease.renewal.close()
    let life = response.map { min($0.freshUntil - now, Freshness.end).milliseconds } ?? 0
    guard let response, life > 0, response.body.count <= SharedEntry.maxBody else {
      client?.send(Self.command(SharedScripts.release, keys: [lease.keys[1]], [lease.token]))
      return
    }
    client?.send(
      Self.command(
        SharedScripts.store, keys: lease.keys,
        [SharedEntry.encode(response, life: life), Array("\(life)".utf8), Array(lease.token.utf8)]))
  }

  private func begin(_ lease: Lease) -> Lease {
    lease.renewal.start(after: times.renewal, repeating: times.renewal) { [weak self, times] in
      self?.client?.send(
        Self.command(
          SharedScripts.renew, keys: [lease.keys[1]], [lease.token, "\(times.lease.milliseconds)"]))
    }
    return lease
  }

  /// In braces what decides the place in a cluster: a script's keys must share it.
  private static func keys(_ key: String) -> [String] {
    let hash = SHA256.hexadecimal(Array(key.utf8)).prefix(32)
    return ["movierpc:1:{\(hash)}:answer", "movierpc:1:{\(hash)}:lease"]
  }

  private static func token() -> String { String(UInt64.random(in: .min ... .max), radix: 16) }

  static func command(_ script: String, keys: [String], _ arguments: [String]) -> [[UInt8]] {
    command(script, keys: keys, arguments.map { Array($0.utf8) })
  }

  static func command(_ script: String, keys: [String], _ arguments: [[UInt8]]) -> [[UInt8]] {
    (["EVAL", script, "\(keys.count)"] + keys).map { Array($0.utf8) } + arguments
  }
}
