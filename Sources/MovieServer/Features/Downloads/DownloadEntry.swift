import EventLoop
import MovieProtocol
import MovieSources
import MovieStore

/// One download of ``DownloadQueue``: its row, and how the tries at its assets went. A value without I/O and
/// without a clock.
struct DownloadEntry: Sendable {
  typealias Kind = Download.Asset.Kind

  /// The state of an asset that is not worth storing.
  private struct Effort: Equatable, Sendable {
    /// Consecutive tries without progress.
    var failures = 0
    /// Consecutive tries after which the source had to be found again.
    var vain = 0
    var restarts = 0
    var retryAt = LoopInstant.distantPast
    /// Sources that were of no use. One for each such try.
    var avoided: [String] = []
  }

  /// A try that fetched less than this made no progress.
  static let progress: Int64 = 16_384
  /// After a try that made progress; only the connection broke.
  private static let soon = Backoff(first: .milliseconds(200), maxWait: .milliseconds(200))
  /// After tries that did not.
  static let backoff = Backoff(first: .seconds(2), maxWait: .seconds(60))

  private(set) var stored: StoredDownload
  private var efforts: [Kind: Effort] = [:]
  private var meter = RateMeter()

  init(_ stored: StoredDownload) { self.stored = stored }

  var isUnfinished: Bool { stored.assets.contains { $0.state == .queued } }

  /// When an asset may be tried again.
  func retryAt(_ kind: Kind) -> LoopInstant { efforts[kind]?.retryAt ?? .distantPast }

  /// What a search for the source leaves out, if there is another.
  func avoided(_ kind: Kind) -> [String] { efforts[kind]?.avoided ?? [] }

  /// Adds assets it does not have. Those that failed, were absent or whose files are gone are fetched.
  mutating func add(_ wanted: StoredDownload, missing: Set<Kind>) {
    stored.title = wanted.title
    stored.year = wanted.year
    stored.imdbID = wanted.imdbID
    stored.language = wanted.language
    stored.region = wanted.region
    for var asset in wanted.assets {
      guard let index = stored.assets.firstIndex(where: { $0.kind == asset.kind }) else {
        stored.assets.append(asset)
        continue
      }
      let before = stored.assets[index]
      if before.state == .queued
        || before.state == .done && asset.kind != .detail && !missing.contains(asset.kind)
      {
        continue
      }
      asset.tries = before.tries
      asset.restarts = before.restarts
      stored.assets[index] = asset
      efforts[asset.kind] = nil
    }
    let order = Kind.allCases
    stored.assets.sort { (order.firstIndex(of: $0.kind) ?? 0) < (order.firstIndex(of: $1.kind) ?? 0) }
  }

  /// Returns false if there is nothing to pause.
  mutating func pause() -> Bool {
    guard !stored.isPaused, isUnfinished else { return false }
    stored.isPaused = true
    return true
  }

  /// Its files are gone.
  mutating func lose() {
    for index in stored.assets.indices where stored.assets[index].kind != .detail {
      let asset = stored.assets[index]
      guard asset.state == .done || asset.bytes > 0 else { continue }
      (stored.assets[index].state, stored.assets[index].bytes) = (.queued, 0)
      stored.assets[index].finishedAt = nil
    }
  }

  /// Continues what is paused, and tries again what failed. Returns false if there is neither.
  mutating func resume() -> Bool {
    let failed = stored.assets.indices.filter { stored.assets[$0].state == .failed }
    guard stored.isPaused || !failed.isEmpty || !efforts.isEmpty else { return false }
    stored.isPaused = false
    for index in failed {
      stored.assets[index].state = .queued
      stored.assets[index].finishedAt = nil
    }
    // Assets that wait for another try are tried at once.
    efforts = [:]
    return true
  }
}

// Progress and results of the work.
extension DownloadEntry {
  mutating func start(_ kind: Kind, at now: LoopInstant) {
    meter.begin(at: now)
    efforts[kind, default: Effort()].retryAt = .distantPast
    if let index = stored.assets.firstIndex(where: { $0.kind == kind }), stored.assets[index].source != nil {
      stored.assets[index].tries += 1
    }
  }

  mutating func began(_ kind: Kind, at offset: Int64, of total: Int64?, isRestart: Bool) {
    change(kind) { asset, effort in
      asset.bytes = offset
      asset.totalBytes = total
      if isRestart {
        asset.restarts += 1
        effort.restarts += 1
      }
    }
  }

  mutating func progressed(_ kind: Kind, to bytes: Int64, of total: Int64?, at now: LoopInstant) {
    var before: Int64 = 0
    change(kind) { asset, _ in
      before = asset.bytes
      asset.bytes = bytes
      // The first total counts until a better one is known.
      if let total { asset.totalBytes = total }
    }
    meter.add(bytes &- before, at: now)
  }

  /// - Parameters:
  ///   - offset: bytes stored when the try began.
  ///   - maxTries: in a row, without progress.
  ///   - moment: of the wall clock.
  mutating func ended(
    _ kind: Kind, _ end: DownloadQueue.End, from offset: Int64, maxTries: Int, at now: LoopInstant,
    _ moment: Timestamp, jitter: Double
  ) {
    change(kind) { asset, effort in
      switch end {
      case .found(let source):
        if source != asset.source { (asset.bytes, asset.totalBytes) = (0, nil) }
        asset.source = source
        asset.fault = nil
        // The previous source was of no use, and this may be the same one.
        effort = Effort(vain: effort.vain, avoided: effort.avoided)
      case .absent:
        asset.state = .absent
        (asset.bytes, asset.totalBytes, asset.fault) = (0, nil, nil)
        asset.finishedAt = moment
      case .done(let bytes, let contentType):
        asset.state = .done
        (asset.bytes, asset.totalBytes, asset.contentType, asset.fault) = (bytes, bytes, contentType, nil)
        asset.finishedAt = moment
        effort = Effort()
      case .stopped: break
      // The server is left alone for a while, and the download waits.
      case .failed(let failure) where failure.isOutage: asset.fault = failure.fault
      case .failed(let failure):
        asset.fault = failure.fault
        if failure.isGone {
          if let source = asset.source { effort.avoided.append(source) }
          (asset.source, asset.bytes, asset.totalBytes) = (nil, 0, nil)
        }
        let hasProgressed = asset.bytes - offset >= Self.progress
        effort.failures = hasProgressed ? 0 : effort.failures + 1
        if failure.isGone { effort.vain += 1 }
        let inVain = max(effort.failures, effort.vain)
        guard failure.isBusy || !failure.isFinal && inVain < maxTries && effort.restarts <= maxTries else {
          asset.state = .failed
          asset.finishedAt = moment
          effort = Effort()
          return
        }
        let wait =
          hasProgressed
          ? Self.soon.wait(after: 1, jitter: jitter)
          : Self.backoff.wait(after: inVain, jitter: jitter)
        effort.retryAt = now + max(.milliseconds(1), wait, failure.retryAfter)
      }
    }
  }

  private mutating func change(_ kind: Kind, _ body: (inout StoredDownload.Asset, inout Effort) -> Void) {
    guard let index = stored.assets.firstIndex(where: { $0.kind == kind }) else { return }
    var effort = efforts[kind] ?? Effort()
    body(&stored.assets[index], &effort)
    efforts[kind] = effort == Effort() ? nil : effort
  }
}

// As clients see it.
extension DownloadEntry {
  var finishedAt: Timestamp? { stored.assets.compactMap(\.finishedAt).max() }

  func state(isActive: Bool) -> Download.State {
    if isActive { return .active }
    if isUnfinished { return stored.isPaused ? .paused : .queued }
    return stored.assets.contains { $0.state == .failed } ? .failed : .done
  }

  /// - Parameters:
  ///   - active: the asset that is worked on.
  ///   - file: the path of a complete asset.
  func download(active: Kind?, at now: LoopInstant, file: (Kind) -> String) -> Download {
    let state = state(isActive: active != nil)
    var download = Download(
      key: stored.key, title: stored.title, mediaType: stored.mediaType, state: state,
      assets: stored.assets.map { asset in
        Download.Asset(
          kind: asset.kind, state: wire(asset, isActive: asset.kind == active),
          file: asset.state == .done && asset.kind != .detail ? file(asset.kind) : nil, bytes: asset.bytes,
          totalBytes: asset.totalBytes, contentType: asset.contentType)
      }, createdAt: stored.createdAt)
    download.year = stored.year
    if state == .active { download.rate = meter.rate(at: now) }
    download.tries = stored.assets.map(\.tries).max() ?? 0
    download.restarts = stored.assets.reduce(0) { $0 + $1.restarts }
    download.fault =
      (stored.assets.first { $0.state == .failed && $0.fault != nil }
      ?? stored.assets.first { $0.fault != nil })?.fault
    if state == .done || state == .failed { download.finishedAt = finishedAt }
    return download
  }

  private func wire(_ asset: StoredDownload.Asset, isActive: Bool) -> Download.Asset.State {
    switch asset.state {
    case .queued: isActive ? .active : stored.isPaused ? .paused : .queued
    case .done: .done
    case .failed: .failed
    case .absent: .absent
    }
  }
}
