import MovieProtocol
import MovieStore

/// What is to be kept for offline use, and whose turn it is: events go in, what to do comes out. A value without
/// I/O and without a clock; ``Downloads`` does what it says.
///
/// One asset of a download is worked on at a time, so a download is under way or it is not. Whoever waits for a
/// server that is busy lets others go before.
struct DownloadQueue: Sendable {
  typealias Kind = Download.Asset.Kind

  struct Bounds: Equatable, Sendable {
    var atOnce = 3
    var perHost = 1
    /// In a row, without anything to show for it.
    var tries = 5
    var titles = 1000
    /// From which TMDB's pictures come.
    var pictureHost = ""
  }

  /// One try at one asset.
  struct Job: Equatable, Sendable {
    enum Work: Equatable, Sendable {
      /// Nobody has looked yet where it is.
      case find
      case fetch(source: String)
    }

    let number: UInt64
    let key: String
    let kind: Kind
    let work: Work
    /// Bytes there are of it, as far as is known, of so many.
    let bytes: Int64
    let totalBytes: Int64?
  }

  enum Action: Equatable, Sendable {
    case start(Job)
    /// The job's end is told by `ended` all the same.
    case stop(UInt64)
  }

  /// How a job ended.
  enum End: Equatable, Sendable {
    case found(source: String)
    case absent
    case done(bytes: Int64, contentType: String)
    case failed(Failure)
    /// It was told to.
    case stopped
  }

  struct Failure: Error, Equatable, Sendable {
    var fault: Download.Fault
    /// Another try would end the same way.
    var isFinal = false
    /// It is no longer where it was found.
    var isGone = false
    /// Nothing is known against the server: it was not reached.
    var isOutage = false
    /// Milliseconds for which the server wants to be left alone.
    var retryAfter: UInt64 = 0
  }

  struct Running: Sendable {
    let job: Job
    let host: String
    var isStopping = false
    /// Bytes that were there when the first new one came.
    var offset: Int64 = 0
  }

  /// What of an asset is not worth keeping.
  struct Effort: Equatable, Sendable {
    /// Tries in a row that brought nothing.
    var failures = 0
    /// In a row, tries at what was found that had it looked for anew.
    var vain = 0
    var restarts = 0
    /// Milliseconds of the loop's clock.
    var retryAt: UInt64 = 0
  }

  struct Entry: Sendable {
    var stored: StoredDownload
    var efforts: [Kind: Effort] = [:]
    var meter = RateMeter()
  }

  var bounds = Bounds()
  var entries: [String: Entry] = [:]
  /// Keys, in the order in which they were asked for.
  var order: [String] = []
  var running: [UInt64: Running] = [:]
  /// By server, as ``host(_:)`` names it.
  var rests: [String: Rest] = [:]
  var lastNumber: UInt64 = 0
  /// Keys of what is not as it is stored.
  var unsaved: Set<String> = []

  init(_ bounds: Bounds = Bounds()) { self.bounds = bounds }

  /// Nothing is under way that has to be stopped.
  var isIdle: Bool { running.isEmpty }
  var isEmpty: Bool { entries.isEmpty }

  func stored(_ key: String) -> StoredDownload? { entries[key]?.stored }

  /// The key of a download, by any name that its title has; nil: there is none.
  func find(_ key: TitleKey) -> String? {
    guard case .imdb(let id) = key else { return entries[key.text]?.stored.key }
    return order.first { entries[$0]?.stored.imdbID == id }
  }

  func running(_ key: String) -> (number: UInt64, Running)? {
    running.first { $0.value.job.key == key }.map { ($0.key, $0.value) }
  }

  mutating func takeUnsaved() -> [StoredDownload] {
    defer { unsaved = [] }
    return unsaved.compactMap { entries[$0]?.stored }
  }

  /// Starts what may start.
  mutating func next(at now: UInt64) -> [Action] {
    var actions: [Action] = []
    for key in order where running.count < bounds.atOnce {
      if let job = nextJob(of: key, at: now) { actions.append(.start(job)) }
    }
    return actions
  }

  /// When something may be tried again; nil: nothing waits for that.
  var wakeAt: UInt64? {
    var next: UInt64?
    for entry in entries.values where !entry.stored.isPaused {
      for asset in entry.stored.assets where asset.state == .queued {
        let moment = max(entry.efforts[asset.kind]?.retryAt ?? 0, rests[host(of: asset)]?.until ?? 0)
        if moment > 0 { next = min(next ?? .max, moment) }
      }
    }
    return next
  }

  private mutating func nextJob(of key: String, at now: UInt64) -> Job? {
    guard var entry = entries[key], !entry.stored.isPaused, running(key) == nil else { return nil }
    for index in entry.stored.assets.indices where entry.stored.assets[index].state == .queued {
      let asset = entry.stored.assets[index]
      guard (entry.efforts[asset.kind]?.retryAt ?? 0) <= now else { continue }
      let host = host(of: asset)
      guard (rests[host]?.until ?? 0) <= now else { continue }
      guard host.isEmpty || running.values.count(where: { $0.host == host }) < bounds.perHost else {
        continue
      }
      lastNumber &+= 1
      let job = Job(
        number: lastNumber, key: key, kind: asset.kind,
        work: asset.source.map { .fetch(source: $0) } ?? .find, bytes: asset.bytes,
        totalBytes: asset.totalBytes)
      running[lastNumber] = Running(job: job, host: host, offset: asset.bytes)
      entry.efforts[asset.kind, default: Effort()].retryAt = 0
      rests[host]?.until = 0
      entry.meter.begin(at: now)
      if asset.source != nil {
        entry.stored.assets[index].tries += 1
        unsaved.insert(key)
      }
      entries[key] = entry
      return job
    }
    return nil
  }

  /// Empty: it is still to be looked for.
  func host(of asset: StoredDownload.Asset) -> String {
    guard let source = asset.source else { return "" }
    return source.hasPrefix("/") ? bounds.pictureHost : Self.host(of: source)
  }

  /// Of `https://example.org:8443/x` and `command:https://example.org:8443/x`, `example.org:8443`.
  static func host(of source: String) -> String {
    guard let scheme = source.firstRange(of: "://") else { return "" }
    return source[scheme.upperBound...].prefix { !"/?#".contains($0) }.lowercased()
  }
}
