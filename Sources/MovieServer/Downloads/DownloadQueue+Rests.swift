import MovieSources
import MovieStore

// Servers that are left alone for a while, because they said so or cannot be reached. Being unreachable is no
// failure of a download: it waits, however long that takes.
extension DownloadQueue {
  struct Rest: Equatable, Sendable {
    /// Consecutive tries that did not reach it.
    var outages = 0
    /// Milliseconds of the loop's clock.
    var until: UInt64 = 0
  }

  private static let maxRests = 1000

  mutating func note(_ end: End, of host: String, at now: UInt64, jitter: Double) {
    var rest = rests[host] ?? Rest()
    switch end {
    case .stopped: return
    case .failed(let failure) where failure.isOutage:
      rest.outages = min(rest.outages + 1, 1000)
      rest.until = max(rest.until, now &+ Self.backoff.wait(after: rest.outages, jitter: jitter))
    case .failed(let failure):
      rest.outages = 0
      if failure.retryAfter > 0 { rest.until = max(rest.until, now &+ failure.retryAfter) }
    case .found, .absent, .done: rest.outages = 0
    }
    if rests.count >= Self.maxRests { rests = rests.filter { $0.value.until > now } }
    if rests.count >= Self.maxRests { rests = [:] }
    rests[host] = rest == Rest() ? nil : rest
  }

  /// The server has been reached.
  mutating func reached(_ host: String) { rests[host]?.outages = 0 }

  /// There is a network again: servers that could not be reached are tried at once.
  mutating func networkIsBack() {
    for (host, rest) in rests where rest.outages > 0 { rests[host]?.until = 0 }
  }

  /// The user wants it now.
  mutating func endOutages(of entry: Entry) {
    for host in Set(entry.stored.assets.map(host(of:))) where rests[host]?.outages ?? 0 > 0 {
      rests[host]?.until = 0
    }
  }
}
