import EventLoop
import MovieProtocol
import MovieSources

/// Servers that are left alone for a while, because they said so or cannot be reached. Being unreachable is no
/// failure of a download: it waits, however long that takes.
struct HostCooldowns: Sendable {
  private struct Rest: Equatable, Sendable {
    /// Consecutive tries that did not reach it.
    var outages = 0
    /// Why the last of them failed.
    var fault: Download.Failure?
    var until = LoopInstant.distantPast
  }

  private static let maxRests = 1000

  private var rests: [String: Rest] = [:]

  var isEmpty: Bool { rests.isEmpty }

  /// When `host` may be tried again.
  func end(of host: String) -> LoopInstant { rests[host]?.until ?? .distantPast }

  /// Why `host` cannot be reached; nil: it can, or has not been tried.
  func outage(of host: String) -> Download.Failure? { rests[host]?.fault }

  /// A try at `host` begins.
  mutating func tried(_ host: String) { rests[host]?.until = .distantPast }

  /// The server has been reached.
  mutating func reached(_ host: String) {
    rests[host]?.outages = 0
    rests[host]?.fault = nil
  }

  mutating func record(_ end: DownloadQueue.End, of host: String, at now: LoopInstant, jitter: Double) {
    var rest = rests[host] ?? Rest()
    switch end {
    case .stopped: return
    case .failed(let failure) where failure.isOutage:
      rest.outages = min(rest.outages + 1, 1000)
      rest.fault = failure.fault
      rest.until = max(rest.until, now + DownloadEntry.backoff.wait(after: rest.outages, jitter: jitter))
    case .failed(let failure):
      (rest.outages, rest.fault) = (0, nil)
      if failure.retryAfter > .zero { rest.until = max(rest.until, now + failure.retryAfter) }
    case .found, .absent, .done: (rest.outages, rest.fault) = (0, nil)
    }
    if rests.count >= Self.maxRests { rests = rests.filter { $0.value.until > now } }
    if rests.count >= Self.maxRests { rests = [:] }
    rests[host] = rest == Rest() ? nil : rest
  }

  /// Servers that could not be reached are tried at once. Those that asked to be left alone are not.
  ///
  /// - Parameter hosts: nil: all.
  mutating func endOutages(of hosts: Set<String>? = nil) {
    for (host, rest) in rests where rest.outages > 0 && hosts?.contains(host) ?? true {
      rests[host]?.until = .distantPast
    }
  }
}
