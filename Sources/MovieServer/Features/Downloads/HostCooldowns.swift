import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources

/// Servers that are left alone for a while, because they said so or cannot be reached. Being unreachable is no
/// failure of a download: it waits, however long that takes.
struct HostCooldowns: Sendable {
  private struct Cooldown: Equatable, Sendable {
    /// Consecutive tries that did not reach it.
    var outages = 0
    /// Why the last of them failed.
    var fault: Failure?
    var until = LoopInstant.distantPast
  }

  private static let maxHosts = 1000

  private var cooldowns: [String: Cooldown] = [:]

  var isEmpty: Bool { cooldowns.isEmpty }

  /// When `host` may be tried again.
  func end(of host: String) -> LoopInstant { cooldowns[host]?.until ?? .distantPast }

  /// Why `host` cannot be reached; nil: it can, or has not been tried.
  func outage(of host: String) -> Failure? { cooldowns[host]?.fault }

  /// A try at `host` begins.
  mutating func tried(_ host: String) { cooldowns[host]?.until = .distantPast }

  /// The server has been reached.
  mutating func reached(_ host: String) {
    cooldowns[host]?.outages = 0
    cooldowns[host]?.fault = nil
  }

  mutating func record(_ end: DownloadQueue.End, of host: String, at now: LoopInstant, jitter: Double) {
    var cooldown = cooldowns[host] ?? Cooldown()
    switch end {
    case .stopped: return
    case .failed(let failure) where failure.isOutage:
      cooldown.outages = min(cooldown.outages + 1, 1000)
      cooldown.fault = failure.fault
      cooldown.until = max(
        cooldown.until, now + DownloadEntry.backoff.wait(after: cooldown.outages, jitter: jitter))
    case .failed(let failure):
      (cooldown.outages, cooldown.fault) = (0, nil)
      if failure.retryAfter > .zero { cooldown.until = max(cooldown.until, now + failure.retryAfter) }
    case .found, .absent, .done: (cooldown.outages, cooldown.fault) = (0, nil)
    }
    if cooldowns.count >= Self.maxHosts { cooldowns = cooldowns.filter { $0.value.until > now } }
    if cooldowns.count >= Self.maxHosts { cooldowns = [:] }
    cooldowns[host] = cooldown == Cooldown() ? nil : cooldown
  }

  /// Servers that could not be reached are tried at once. Those that asked to be left alone are not.
  ///
  /// - Parameter hosts: nil: all.
  mutating func endOutages(of hosts: Set<String>? = nil) {
    for (host, cooldown) in cooldowns where cooldown.outages > 0 && hosts?.contains(host) ?? true {
      cooldowns[host]?.until = .distantPast
    }
  }
}
