package import EventLoop

/// Addresses of hosts, from the system's resolver.
///
/// A lookup cannot be cancelled: with a name server that does not answer it takes half a minute, even if no
/// one waits any more. curl would start one for each transfer, with a thread and two descriptors. Here each
/// name is looked up once for all who wait, on a few threads, and the addresses are cached for a while.
@LoopActor package final class HostResolver {
  typealias Lookup = @Sendable (String) -> Result<[String], UnknownHost>

  /// In the resolver's words.
  struct UnknownHost: Error, Sendable {
    let reason: String
  }

  private struct Known {
    let addresses: [String]
    let at: LoopInstant
  }

  private static let maxAtOnce = 4
  /// Maximum number of names that wait for a thread.
  private static let maxWaiting = 64
  private static let maxKnown = 256
  /// Older addresses are looked up again in the background while the request uses them, and are
  /// not used after ``usable``: a name server that fails for a while goes unnoticed.
  private static let fresh: Duration = .seconds(60)
  private static let usable: Duration = .seconds(3600)

  private let lookUp: Lookup
  private var known: [String: Known] = [:]
  private var lookups: [String: HostLookup] = [:]
  /// Names in the order in which they get a thread.
  private var waiting: [String] = []
  private var running = 0
  private var isClosed = false

  init(_ lookUp: @escaping Lookup) { self.lookUp = lookUp }

  package convenience init() { self.init { SystemResolver.lookUp($0) } }

  /// - Parameters:
  ///   - limit: how long a lookup may take, whichever request began it.
  ///   - deadline: of this request.
  /// - Throws: `HTTPError`, `CancellationError`.
  package func addresses(
    of host: String, within limit: Duration, until deadline: LoopInstant
  ) async throws -> [String] {
    let now = EventLoop.now
    if let known = known[host], now < known.at + Self.usable {
      if now >= known.at + Self.fresh { _ = lookup(host) }
      return known.addresses
    }
    guard let lookup = lookup(host) else {
      throw HTTPError(.resolve, host: host, "\(Self.maxWaiting) other names are being looked up")
    }
    return try await lookup.addresses(within: limit, until: deadline)
  }

  /// The server does not respond at these addresses: they may have changed.
  func forget(_ host: String) { known[host] = nil }

  package func close() {
    isClosed = true
    waiting = []
    for lookup in lookups.values { lookup.end(.failure(UnknownHost(reason: "the daemon is shutting down"))) }
    lookups = [:]
  }

  private func lookup(_ host: String) -> HostLookup? {
    if let same = lookups[host] { return same }
    guard !isClosed, waiting.count < Self.maxWaiting else { return nil }
    let lookup = HostLookup(host)
    lookups[host] = lookup
    waiting.append(host)
    begin()
    return lookup
  }

  private func begin() {
    while running < Self.maxAtOnce, let host = waiting.first {
      waiting.removeFirst()
      running += 1
      let lookUp = lookUp
      let isBegun = DetachedThread.start {
        let found = lookUp(host)
        LoopTask.start { self.ended(host, found) }
      }
      if !isBegun { ended(host, .failure(UnknownHost(reason: "cannot start a thread"))) }
    }
  }

  private func ended(_ host: String, _ found: Result<[String], UnknownHost>) {
    running -= 1
    if case .success(let addresses) = found {
      if known.count >= Self.maxKnown { known = [:] }
      known[host] = Known(addresses: addresses, at: EventLoop.now)
    }
    lookups.removeValue(forKey: host)?.end(found)
    begin()
  }
}
