import MovieProtocol
import MovieStore

/// The downloads for offline use, and which is next: events go in, actions come out. A value without I/O and
/// without a clock; ``Downloads`` performs the actions.
///
/// One asset of a download is worked on at a time, so a download is either running or not. A download that
/// waits for a busy server lets others go first.
struct DownloadQueue: Sendable {
  typealias Kind = Download.Asset.Kind

  struct Bounds: Equatable, Sendable {
    var atOnce = 3
    var perHost = 1
    /// In a row, without progress.
    var tries = 5
    var titles = 1000
    /// The host of TMDB's pictures.
    var pictureHost = ""
  }

  /// One try at one asset.
  struct Job: Equatable, Sendable {
    enum Work: Equatable, Sendable {
      /// Its source is not known yet.
      case find
      case fetch(source: String)
    }

    let number: UInt64
    let key: String
    let kind: Kind
    let work: Work
    /// Bytes stored, as far as is known, and the expected total.
    let bytes: Int64
    let totalBytes: Int64?
  }

  enum Action: Equatable, Sendable {
    case start(Job)
    /// The job's end is still reported to `ended`.
    case stop(UInt64)
  }

  /// How a job ended.
  enum End: Equatable, Sendable {
    case found(source: String)
    case absent
    case done(bytes: Int64, contentType: String)
    case failed(Failure)
    /// It was stopped by an action.
    case stopped
  }

  struct Failure: Error, Equatable, Sendable {
    var fault: Download.Fault
    /// Another try would fail in the same way.
    var isFinal = false
    /// It is no longer at its source.
    var isGone = false
    /// The server was not reached, so it is not to blame.
    var isOutage = false
    /// Milliseconds for which the server asks to be left alone.
    var retryAfter: UInt64 = 0
  }

  struct Running: Sendable {
    let job: Job
    let host: String
    var isStopping = false
    /// Bytes stored when the first new one arrived.
    var offset: Int64 = 0
  }

  /// The state of an asset that is not worth storing.
  struct Effort: Equatable, Sendable {
    /// Consecutive tries without progress.
    var failures = 0
    /// Consecutive tries after which the source had to be found again.
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
  /// Keys, in the order in which they were requested.
  var order: [String] = []
  var running: [UInt64: Running] = [:]
  /// By server, as named by ``host(_:)``.
  var rests: [String: Rest] = [:]
  var lastNumber: UInt64 = 0
  /// Keys of downloads that differ from their stored rows.
  var unsaved: Set<String> = []

  init(_ bounds: Bounds = Bounds()) { self.bounds = bounds }

  /// No job is running that has to be stopped.
  var isIdle: Bool { running.isEmpty }
  var isEmpty: Bool { entries.isEmpty }

  func stored(_ key: String) -> StoredDownload? { entries[key]?.stored }

  /// The key of a download, by any key of its title; nil: there is none.
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

  /// Starts the jobs that may start.
  mutating func next(at now: UInt64) -> [Action] {
    var actions: [Action] = []
    for key in order where running.count < bounds.atOnce {
      if let job = nextJob(of: key, at: now) { actions.append(.start(job)) }
    }
    return actions
  }

  /// When the next retry is due; nil: none waits.
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

  /// Empty: its source is not known yet.
  func host(of asset: StoredDownload.Asset) -> String {
    guard let source = asset.source else { return "" }
    return source.hasPrefix("/") ? bounds.pictureHost : Self.host(of: source)
  }

  /// `example.org:8443` for `https://example.org:8443/x` and `command:https://example.org:8443/x`.
  static func host(of source: String) -> String {
    guard let scheme = source.firstRange(of: "://") else { return "" }
    return source[scheme.upperBound...].prefix { !"/?#".contains($0) }.lowercased()
  }
}
