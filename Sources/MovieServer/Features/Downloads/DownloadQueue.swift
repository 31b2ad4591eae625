import EventLoop
import MovieProtocol
import MovieStore

/// The downloads for offline use, and which is next: events go in, actions come out. A value without I/O and
/// without a clock, owned by ``Downloads``, which performs the actions.
///
/// One asset of a download is worked on at a time, so a download is either running or not. A download that
/// waits for a busy server lets others go first.
struct DownloadQueue: Sendable {
  typealias Kind = Download.Asset.Kind

  struct Running: Sendable {
    let job: Job
    let host: String
    fileprivate(set) var isStopping = false
    /// Bytes stored when the first new one arrived.
    fileprivate(set) var offset: Int64 = 0
  }

  private(set) var limits: Limits
  /// The host of TMDB's pictures.
  private var pictureHost: String
  /// Keys, in the order in which they were requested.
  private(set) var order: [TitleKey] = []
  private(set) var running: [UInt64: Running] = [:]
  /// By server, as named by ``host(_:)``.
  private(set) var cooldowns = HostCooldowns()
  private var entries: [TitleKey: DownloadEntry] = [:]
  private var lastNumber: UInt64 = 0
  /// Keys of downloads that differ from their stored rows.
  private var unsaved: Set<TitleKey> = []

  init(_ limits: Limits = Limits(), pictureHost: String = "") {
    (self.limits, self.pictureHost) = (limits, pictureHost)
  }

  /// No job is running that has to be stopped.
  var isIdle: Bool { running.isEmpty }
  var isEmpty: Bool { entries.isEmpty }

  func stored(_ key: TitleKey) -> StoredDownload? { entries[key]?.stored }

  /// The key of a download, by any key of its title; nil: there is none.
  func find(_ key: TitleKey) -> TitleKey? {
    guard case .imdb(let id) = key else { return entries[key]?.stored.key }
    return order.first { entries[$0]?.stored.imdbID == id }
  }

  func running(_ key: TitleKey) -> (number: UInt64, Running)? {
    running.first { $0.value.job.key == key }.map { ($0.key, $0.value) }
  }

  /// Effective from the next job.
  mutating func use(_ limits: Limits, pictureHost: String) {
    (self.limits, self.pictureHost) = (limits, pictureHost)
  }
}

// Requests of clients. Each returns the actions to perform at once; `next` then returns the jobs that may
// start.
extension DownloadQueue {
  /// Loads the library's downloads, at the start.
  mutating func load(_ stored: [StoredDownload]) {
    for download in stored where !download.isDeleted && entries[download.key] == nil { insert(download) }
  }

  private mutating func insert(_ download: StoredDownload) {
    entries[download.key] = DownloadEntry(download)
    order.append(download.key)
  }

  /// Whether a download of that key may be added.
  func hasRoom(for key: TitleKey) -> Bool { entries[key] != nil || entries.count < limits.downloads }

  /// Adds a title, perhaps again.
  ///
  /// - Parameters:
  ///   - wanted: the download as it would be if it were new.
  ///   - missing: the assets whose files are gone.
  mutating func add(_ wanted: StoredDownload, missing: Set<Kind> = []) {
    unsaved.insert(wanted.key)
    if entries[wanted.key] == nil { return insert(wanted) }
    entries[wanted.key]?.add(wanted, missing: missing)
  }

  /// Pauses a download, if there is anything to pause.
  mutating func pause(_ key: TitleKey) -> [Action] {
    guard entries[key]?.pause() == true else { return [] }
    unsaved.insert(key)
    return stop(key)
  }

  /// Its files are gone: they are fetched again when it is resumed.
  mutating func lose(_ key: TitleKey) -> [Action] {
    entries[key]?.lose()
    unsaved.insert(key)
    return pause(key)
  }

  /// Continues what is paused, and tries again what failed.
  mutating func resume(_ key: TitleKey) {
    // The user wants it now.
    cooldowns.endOutages(of: Set(stored(key)?.assets.map(host(of:)) ?? []))
    if entries[key]?.resume() == true { unsaved.insert(key) }
  }

  mutating func remove(_ key: TitleKey) -> [Action] {
    let actions = stop(key)
    entries[key] = nil
    order.removeAll { $0 == key }
    unsaved.remove(key)
    return actions
  }

  /// Stops all running work; no more is started.
  mutating func stopAll() -> [Action] {
    limits.downloadsAtOnce = 0
    return running.values.map(\.job.key).flatMap { stop($0) }
  }

  private mutating func stop(_ key: TitleKey) -> [Action] {
    guard let (number, one) = running(key), !one.isStopping else { return [] }
    running[number]?.isStopping = true
    return [.stop(number)]
  }
}

// The work: what is next, its progress and its results.
extension DownloadQueue {
  /// Starts the jobs that may start.
  mutating func next(at now: LoopInstant) -> [Action] {
    var actions: [Action] = []
    for key in order where running.count < limits.downloadsAtOnce {
      if let job = nextJob(of: key, at: now) { actions.append(.start(job)) }
    }
    return actions
  }

  private mutating func nextJob(of key: TitleKey, at now: LoopInstant) -> Job? {
    guard let entry = entries[key], !entry.stored.isPaused, running(key) == nil else { return nil }
    for asset in entry.stored.assets where asset.state == .queued && entry.retryAt(asset.kind) <= now {
      let host = host(of: asset)
      guard cooldowns.end(of: host) <= now else { continue }
      guard host.isEmpty || running.values.count(where: { $0.host == host }) < limits.downloadsPerHost
      else { continue }
      lastNumber &+= 1
      let job = Job(
        number: lastNumber, key: key, kind: asset.kind,
        work: asset.source.map { .fetch(source: $0) } ?? .find(avoiding: entry.avoided(asset.kind)),
        bytes: asset.bytes,
        totalBytes: asset.totalBytes)
      running[lastNumber] = Running(job: job, host: host, offset: asset.bytes)
      cooldowns.tried(host)
      entries[key]?.start(asset.kind, at: now)
      if asset.source != nil { unsaved.insert(key) }
      return job
    }
    return nil
  }

  /// When the next retry is due; nil: none waits.
  var wakeAt: LoopInstant? {
    var next: LoopInstant?
    for entry in entries.values where !entry.stored.isPaused {
      for asset in entry.stored.assets where asset.state == .queued {
        let moment = max(entry.retryAt(asset.kind), cooldowns.end(of: host(of: asset)))
        if moment > .distantPast { next = min(next ?? .distantFuture, moment) }
      }
    }
    return next
  }

  /// The body begins.
  ///
  /// - Parameters:
  ///   - offset: bytes that are already stored.
  ///   - isRestart: bytes were stored, of a file that the server no longer has.
  mutating func began(_ number: UInt64, at offset: Int64, of total: Int64?, isRestart: Bool) {
    guard let one = running[number] else { return }
    running[number]?.offset = offset
    cooldowns.reached(one.host)
    entries[one.job.key]?.began(one.job.kind, at: offset, of: total, isRestart: isRestart)
    if isRestart { unsaved.insert(one.job.key) }
  }

  /// This many bytes are stored.
  mutating func progressed(_ number: UInt64, to bytes: Int64, of total: Int64?, at now: LoopInstant) {
    guard let job = running[number]?.job else { return }
    entries[job.key]?.progressed(job.kind, to: bytes, of: total, at: now)
  }

  /// - Parameters:
  ///   - moment: of the wall clock.
  ///   - jitter: 0 to 1, random.
  mutating func ended(_ number: UInt64, _ end: End, at now: LoopInstant, _ moment: Timestamp, jitter: Double)
  {
    guard let one = running.removeValue(forKey: number) else { return }
    let key = one.job.key
    cooldowns.record(end, of: one.host, at: now, jitter: jitter)
    guard entries[key] != nil else { return }
    unsaved.insert(key)
    entries[key]?.ended(
      one.job.kind, end, from: one.offset, maxTries: limits.downloadTries, at: now, moment, jitter: jitter)
  }

  /// There is a network again: servers that could not be reached are tried at once.
  mutating func networkIsBack() { cooldowns.endOutages() }

  /// Empty: its source is not known yet.
  private func host(of asset: StoredDownload.Asset) -> String {
    guard let source = asset.source else { return "" }
    return source.hasPrefix("/") ? pictureHost : Self.host(of: source)
  }

  /// `example.org:8443` for `https://example.org:8443/x` and `command:https://example.org:8443/x`.
  static func host(of source: String) -> String {
    guard let scheme = source.firstRange(of: "://") else { return "" }
    return source[scheme.upperBound...].prefix { !"/?#".contains($0) }.lowercased()
  }
}

// The rows to be saved.
extension DownloadQueue {
  var hasUnsaved: Bool { !unsaved.isEmpty }

  mutating func takeUnsaved() -> [StoredDownload] {
    defer { unsaved = [] }
    return unsaved.compactMap { entries[$0]?.stored }
  }

  /// Those that have changed since are saved later.
  mutating func didSave(_ rows: [StoredDownload]) {
    for row in rows where stored(row.key) == row { unsaved.remove(row.key) }
  }

  mutating func didNotSave(_ rows: [StoredDownload]) {
    for row in rows where entries[row.key] != nil { unsaved.insert(row.key) }
  }

  /// The progress of running work is saved as well.
  mutating func saveProgress() { unsaved.formUnion(running.values.map(\.job.key)) }
}

// The downloads as clients see them.
extension DownloadQueue {
  private func active(_ key: TitleKey) -> Kind? {
    guard let (_, one) = running(key), !one.isStopping else { return nil }
    return one.job.kind
  }

  func state(_ key: TitleKey) -> Download.State? { entries[key]?.state(isActive: active(key) != nil) }

  /// - Parameter file: the path of a complete asset.
  func download(_ key: TitleKey, at now: LoopInstant, file: (Kind) -> String) -> Download? {
    guard let entry = entries[key] else { return nil }
    var download = entry.download(active: active(key), at: now, file: file)
    // It has not been tried itself: it waits for a server that others cannot reach.
    if download.state == .queued, download.fault == nil {
      let next = entry.stored.assets.first { $0.state == .queued }
      download.fault = next.flatMap { cooldowns.outage(of: host(of: $0)) }
    }
    return download
  }

  /// Keys of unfinished downloads, in the order of the queue, then of finished ones, the last one first.
  func sorted(_ wanted: Download.State? = nil) -> [TitleKey] {
    var (open, finished): ([TitleKey], [(key: TitleKey, at: Timestamp, place: Int)]) = ([], [])
    for (place, key) in order.enumerated() {
      guard let entry = entries[key], let state = state(key), state == wanted ?? state else { continue }
      if state == .done || state == .failed {
        finished.append((key, entry.finishedAt ?? .epoch, place))
      } else {
        open.append(key)
      }
    }
    return open + finished.sorted { ($1.at, $1.place) < ($0.at, $0.place) }.map(\.key)
  }
}
