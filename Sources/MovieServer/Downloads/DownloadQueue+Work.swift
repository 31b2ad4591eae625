import MovieProtocol
import MovieSources
import MovieStore

// Progress and results of the work.
extension DownloadQueue {
  /// A try that fetched less than this made no progress.
  static let progress: Int64 = 16_384
  /// After a try that made progress; only the connection broke.
  static let soon = Backoff(first: 200, most: 200)
  /// After tries that did not.
  static let backoff = Backoff(first: 2000, most: 60_000)

  /// The body begins.
  ///
  /// - Parameters:
  ///   - offset: bytes that are already stored.
  ///   - isRestart: bytes were stored, of a file that the server no longer has.
  mutating func began(_ number: UInt64, at offset: Int64, of total: Int64?, isRestart: Bool) {
    guard let one = running[number] else { return }
    let key = one.job.key
    running[number]?.offset = offset
    reached(one.host)
    change(number) { asset, effort in
      asset.bytes = offset
      asset.totalBytes = total
      if isRestart {
        asset.restarts += 1
        effort.restarts += 1
      }
    }
    if isRestart { unsaved.insert(key) }
  }

  /// This many bytes are stored.
  mutating func progressed(_ number: UInt64, to bytes: Int64, of total: Int64?, at now: UInt64) {
    guard let key = running[number]?.job.key else { return }
    var before: Int64 = 0
    change(number) { asset, _ in
      before = asset.bytes
      asset.bytes = bytes
      // The first total counts until a better one is known.
      if let total { asset.totalBytes = total }
    }
    entries[key]?.meter.add(bytes &- before, at: now)
  }

  /// - Parameters:
  ///   - moment: seconds since 1970.
  ///   - jitter: 0 to 1, random.
  mutating func ended(_ number: UInt64, _ end: End, at now: UInt64, _ moment: Int64, jitter: Double) {
    guard let one = running.removeValue(forKey: number) else { return }
    let key = one.job.key
    note(end, of: one.host, at: now, jitter: jitter)
    guard entries[key] != nil else { return }
    unsaved.insert(key)
    let tries = bounds.tries
    change(one) { asset, effort in
      switch end {
      case .found(let source):
        if source != asset.source { (asset.bytes, asset.totalBytes) = (0, nil) }
        asset.source = source
        asset.fault = nil
        // The previous source was of no use, and this may be the same one.
        effort = Effort(vain: effort.vain)
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
        if failure.isGone { (asset.source, asset.bytes, asset.totalBytes) = (nil, 0, nil) }
        let hasProgressed = asset.bytes - one.offset >= Self.progress
        effort.failures = hasProgressed ? 0 : effort.failures + 1
        if failure.isGone { effort.vain += 1 }
        let inVain = max(effort.failures, effort.vain)
        guard !failure.isFinal, inVain < tries, effort.restarts <= tries else {
          asset.state = .failed
          asset.finishedAt = moment
          effort = Effort()
          return
        }
        let wait =
          hasProgressed
          ? Self.soon.wait(after: 1, jitter: jitter)
          : Self.backoff.wait(after: inVain, jitter: jitter)
        effort.retryAt = now &+ max(1, wait, failure.retryAfter)
      }
    }
  }

  private mutating func change(_ number: UInt64, _ body: (inout StoredDownload.Asset, inout Effort) -> Void) {
    if let one = running[number] { change(one, body) }
  }

  private mutating func change(_ one: Running, _ body: (inout StoredDownload.Asset, inout Effort) -> Void) {
    let kind = one.job.kind
    guard var entry = entries[one.job.key],
      let index = entry.stored.assets.firstIndex(where: { $0.kind == kind })
    else { return }
    var effort = entry.efforts[kind] ?? Effort()
    body(&entry.stored.assets[index], &effort)
    entry.efforts[kind] = effort == Effort() ? nil : effort
    entries[one.job.key] = entry
  }
}
